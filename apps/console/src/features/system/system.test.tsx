// @vitest-environment jsdom
// What the system page shows of the calls, and how a job is followed, cancelled and started again.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { FakeSystem, job } from '../../testing/fake-system.ts'
import { openPage } from '../../testing/open-page.tsx'

/** The stream of a job's events, as a browser reads it. */
class FakeEvents extends EventTarget {
  static open: FakeEvents[] = []
  isClosed = false
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    FakeEvents.open.push(this)
  }
  close(): void {
    this.isClosed = true
  }
  static send(data: object): void {
    act(() => {
      for (const stream of FakeEvents.open.filter(({ isClosed }) => !isClosed)) {
        stream.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(data) }))
      }
    })
  }
}

let service: FakeService
let system: FakeSystem
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
  FakeEvents.open = []
  vi.stubGlobal('EventSource', FakeEvents)
  service = new FakeService()
  system = new FakeSystem(service)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const callsOf = (call: string) => service.calls.filter((one) => one.call === call)
const cellsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!
const open = async (path = '') => {
  const made = await openPage(`/console/system${path}`, service)
  await screen.findByRole('link', { name: 'Verification 3' })
  return made
}

test('SYS-001 every process with its figures; one that is gone is quiet and says so', async () => {
  await open()
  expect(await cellsOf('Processes')).toEqual([
    [
      'office-1',
      'Serves, leader',
      '0.3.0',
      expect.stringContaining('10:42 UTC'),
      '214,918,774',
      '12 ms',
      '-40 ms',
      '6.1 GB',
      'not known',
      '19',
    ],
    [
      'office-2',
      'Gone',
      '0.2.0',
      expect.stringContaining('11:42 UTC'),
      '214,918,000',
      '14 ms',
      '1 sec',
      '999 byte',
      '88 GB',
      'not known',
    ],
  ])
  expect(screen.getByText('1 of 2 answer')).toBeTruthy()
  expect(screen.getByText('Gone').closest('tr')!.className).toContain('row-quiet')
})

test('SYS-002 the database: servers with their lag, size by group, connections, what is not known', async () => {
  await open()
  expect(await cellsOf('Servers')).toEqual([
    ['pg-1', 'Primary', '–', '–'],
    ['pg-2', 'Standby, synchronous', '18 ms', '14 kB'],
    ['pg-3', 'Standby', 'not known', 'not known'],
  ])
  const box = screen.getByRole('region', { name: 'Database' })
  expect(box.textContent).toContain('PostgreSQL 15.4')
  expect(box.textContent).toContain('orders 120 GB')
  expect(box.textContent).toContain('Connections60 of 100')
  expect(box.textContent).toContain('Longest statement1 sec')
  expect(box.textContent).toContain('Free disknot known')
})

test('SYS-004 SYS-005 SYS-006 queues, backups and versions', async () => {
  await open()
  expect(await cellsOf('Queues')).toEqual([
    [
      'Mails',
      '1,284',
      '4',
      expect.stringMatching(/^the server answers 421 .*10:41 UTC$/),
      '20 minutes ago',
    ],
    ['Statements', '0', '–', '–', '–'],
  ])
  expect(await cellsOf('Backups')).toEqual([
    ['full pgBackRest', expect.stringContaining('02:42 UTC'), '212 GB', 'Restored in a test'],
    ['backup office backup', expect.stringContaining('01:42 UTC'), 'not known', 'Not restored yet'],
  ])
  expect(screen.getByText(/^Last restore test:/).textContent).toContain('03:42 UTC')
  expect(screen.getByText('Processes run different versions of the program.')).toBeTruthy()
  const versions = screen.getByRole('region', { name: 'Versions' })
  expect(versions.textContent).toContain('Plan7')
  expect(versions.textContent).toContain('Schema0050-console-jobs')
})

test('SYS-003 a job that runs shows its progress as its events come, and ends with them', async () => {
  await open()
  const row = await rowOf('Verification 3')
  expect(row.textContent).toContain('Runs2 of 9ledger')
  expect(FakeEvents.open.map(({ address }) => address)).toEqual(['/console/v1/jobs/3/events'])
  FakeEvents.send({ state: 'RUNNING', done: 5, of: 9, part: 'orders' })
  expect(row.textContent).toContain('Runs5 of 9orders')
  expect(within(row).getByRole('img', { name: '5 of 9' })).toBeTruthy()
  const result = { checks: 9, found: 1, differences: ['transfer 7: amount'] }
  system.change(3, { state: 'DONE', done: 9, endedAt: NOW, result, acts: ['again'] })
  FakeEvents.send({ state: 'DONE', done: 9, of: 9, part: '' })
  expect(FakeEvents.open.every(({ isClosed }) => isClosed)).toBe(true)
  await waitFor(() => expect(row.textContent).toContain('Done'))
  fireEvent.click(screen.getByRole('link', { name: 'Verification 3' }))
  expect(await screen.findByText('One difference was found.')).toBeTruthy()
  expect(screen.getByText('transfer 7: amount')).toBeTruthy()
})

test('SYS-003 an admin cancels a job and starts it again', async () => {
  await open('?job=3')
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the job' }))
  const panel = screen.getByRole('complementary', { name: 'Job 3' })
  expect(await within(panel).findByText('Cancelled')).toBeTruthy()
  expect(callsOf('DELETE /console/v1/jobs/3')).toHaveLength(1)
  fireEvent.click(await within(panel).findByRole('button', { name: 'Start again' }))
  const next = await screen.findByRole('complementary', { name: 'Job 4' })
  expect(await within(next).findByText('Runs')).toBeTruthy()
  expect(location.search).toBe('?job=4')
  expect(await rowOf('Verification 4')).toBeTruthy()
})

test('SYS-003 a failed job shows its error; filters are in the address and are asked', async () => {
  await open('?job=2&kind=doctor&state=FAILED')
  const panel = await screen.findByRole('complementary', { name: 'Job 2' })
  expect(await within(panel).findByText('the disk is full')).toBeTruthy()
  expect(callsOf('GET /console/v1/jobs')[0]?.query).toEqual({ kind: 'doctor', state: 'FAILED' })
})

test('SYS-003 one that was interrupted says that it can be started again', async () => {
  system.change(3, { state: 'INTERRUPTED', endedAt: NOW, acts: ['again'] })
  await open('?job=3')
  expect(await screen.findByText(/Its process is gone/)).toBeTruthy()
  expect(FakeEvents.open).toEqual([])
})

test('SYS-006 OBS-008 the doctor runs from the page and shows its findings', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Run office doctor' }))
  const panel = await screen.findByRole('complementary', { name: 'Job 4' })
  const finding = {
    code: 'X',
    problem: 'No mail server.',
    effect: 'Mails wait.',
    remedy: 'SMTP_URL=…',
  }
  await within(panel).findByText('Runs')
  system.change(4, { state: 'DONE', endedAt: NOW, result: { findings: [finding] } })
  FakeEvents.send({ state: 'DONE', done: 1, of: 1, part: '' })
  expect(await within(panel).findByText('No mail server.')).toBeTruthy()
  expect(within(panel).getByText('SMTP_URL=…')).toBeTruthy()
})

test('a job of this kind that already runs is named, and nothing is started twice', async () => {
  service.refusals.set('POST /console/v1/jobs', [refused('job_running', { errors: ['3'] })])
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
  const note = await screen.findByText('The job was not started.')
  expect(note.parentElement!.textContent).toContain('A job of this kind already runs.3')
})

test('SCR-008 a start whose answer was lost is found by the newer job', async () => {
  await open()
  service.refusals.set('POST /console/v1/jobs', [{ status: 0, body: null }])
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await screen.findByText(/The answer was lost. Looking up/)
  system.jobs = [job(4), ...system.jobs]
  service.data.set('GET /console/v1/jobs/4', () => system.jobs[0])
  expect(await screen.findByText('The job was started')).toBeTruthy()
  expect(callsOf('POST /console/v1/jobs')).toHaveLength(1)
})

test('OPR-012 who is no admin reads which role starts jobs', async () => {
  service.me = { ...service.me!, operator: { ...service.me!.operator, roles: ['viewer'] } }
  await open()
  const button = screen.getByRole('button', { name: 'Verify' })
  fireEvent.click(button)
  expect(callsOf('POST /console/v1/jobs')).toEqual([])
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('This needs the role Admin.').length).toBeGreaterThan(0)
})

test('SYS-007 the page offers nothing that stops, deletes or asks the database', async () => {
  await open()
  const names = screen.getAllByRole('button').map((one) => one.textContent)
  expect(names.join(' ')).not.toMatch(/restart|stop|delete|sql/i)
})

test('SCR-001 each part says by itself that it could not be read, and is read again', async () => {
  for (const part of ['processes', 'database', 'queues', 'backups', 'versions']) {
    const down = refused('internal_server_error', { status: 500 })
    service.refusals.set(`GET /console/v1/system/${part}`, [down])
  }
  await open()
  const retries = await screen.findAllByRole('button', { name: 'Retry' })
  expect(retries).toHaveLength(5)
  for (const retry of retries) fireEvent.click(retry)
  expect(await screen.findByText('office-2')).toBeTruthy()
  expect(await screen.findByText('Mails')).toBeTruthy()
})
