// @vitest-environment jsdom
// The audit log: what it lists, what its address holds, one entry, the check of the chain, and its files.
import type { AuditEntry } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const entry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: NOW - (100 - id) * 1_000,
  actor: 'mira.holt@example.com',
  from: '10.0.0.7',
  command: 'config set',
  object: 'newsfeed',
  result: 'done',
  proposal: null,
  requestId: `request-${id}`,
  outsideFourEyes: false,
  details: { words: ['newsfeed', 'FALSE'], callerAddress: '10.0.0.7', requestId: `request-${id}` },
  hash: String(id).padStart(4, '0').repeat(16),
  ...changes,
})
const ENTRIES = [
  entry(90, { proposal: 12 }),
  entry(89, { command: 'console sign-in failed', object: 'tom@example.com', result: 'failed' }),
  entry(88, { actor: 'command line', from: null, requestId: null, outsideFourEyes: true }),
]
const LIST = 'GET /console/v1/audit'
const CHAIN = 'GET /console/v1/audit/chain'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set(LIST, { content: ENTRIES })
  for (const one of ENTRIES) service.data.set(`GET /console/v1/audit/entries/${one.id}`, one)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asked = (call: string) => service.calls.filter((one) => one.call === call)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const address = () => Object.fromEntries(new URLSearchParams(location.search))
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'))
    .map((row) => row.map(({ textContent }) => textContent))

test('AUD-001 the log lists when, who, what, on what, result, from where, proposal and hash', async () => {
  await openPage('/console/audit', service)
  expect(await screen.findByRole('link', { name: 'Nov 26, 2026, 10:41:50 UTC' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    'When,Who,What,On what,Result,From where,Proposal,Hash'.split(','),
  )
  const by = 'mira.holt@example.com'
  expect(cells()).toEqual([
    [by, 'config set', 'newsfeed', 'Done', '10.0.0.7', '12', '00900090'],
    [by, 'console sign-in failed', 'tom@example.com', 'Failed', '10.0.0.7', '–', '00890089'],
    ['command line', 'config set', 'newsfeed', 'Outside four eyes', '–', '–', '00880088'],
  ])
  expect(screen.getByRole('link', { name: '12' }).getAttribute('href')).toBe(
    '/console/proposals/12',
  )
})

test('AUD-001 SCR-004 every filter of the address is asked for and shown, and each can be removed', async () => {
  const since = Date.UTC(2026, 10, 26, 8)
  await openPage(
    `/console/audit?actor=ann&from=10.0.0.7&command=config+set&object=x&result=failed&proposal=12&requestId=abc&since=${since}&until=${NOW}`,
    service,
  )
  await waitFor(() => expect(asked(LIST)).toHaveLength(1))
  const filter = {
    actor: 'ann',
    from: '10.0.0.7',
    command: 'config set',
    object: 'x',
    result: 'failed',
    proposal: '12',
    requestId: 'abc',
    since: String(since),
    until: String(NOW),
  }
  expect(asked(LIST)[0]!.query).toEqual(filter)
  expect(await screen.findByRole('button', { name: 'From Nov 26, 2026, 08:00 UTC' })).toBeTruthy()
  press('Remove the filter From')
  await waitFor(() => expect(address()).not.toHaveProperty('since'))
  const { since: _since, ...left } = filter
  expect(address()).toEqual(left)
  await waitFor(() => expect(asked(LIST).at(-1)!.query).toEqual(left))
})

test('AUD-001 SCR-004 what is typed into a filter goes into the address, instants as UTC', async () => {
  await openPage('/console/audit', service)
  const apply = (name: string, typed: string) => {
    press(name)
    const field = screen.getByLabelText(name)
    fireEvent.change(field, { target: { value: typed } })
    fireEvent.submit(field.closest('form')!)
  }
  await screen.findByRole('link', { name: 'Nov 26, 2026, 10:41:50 UTC' })
  apply('Who', ' tom@example.com ')
  await waitFor(() => expect(address()).toEqual({ actor: 'tom@example.com' }))
  apply('Before', '2026-11-26T10:42')
  await waitFor(() => expect(address()).toEqual({ actor: 'tom@example.com', until: `${NOW}` }))
})

test('AUD-001 more entries are loaded behind the last', async () => {
  service.data.set(LIST, ({ query }: { query: URLSearchParams }) =>
    query.get('cursor') === '5-88' ? { content: [entry(3)] } : { content: ENTRIES, next: '5-88' },
  )
  await openPage('/console/audit', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('4 rows')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('AUD-001 SCR-004 one entry opens by its address, also when the list does not hold it', async () => {
  service.data.set(LIST, { content: [] })
  await openPage('/console/audit?open=88', service)
  const panel = await screen.findByRole('complementary', { name: 'Entry 88' })
  expect(await within(panel).findByText(/should have had a second operator/)).toBeTruthy()
  expect(within(panel).getByText('["newsfeed","FALSE"]')).toBeTruthy()
  expect(within(panel).queryByText('callerAddress')).toBeNull()
  const newsfeed = within(panel).getByRole('link', { name: 'newsfeed' })
  expect(newsfeed.title).toBe('Show all entries with newsfeed')
  fireEvent.click(newsfeed)
  await waitFor(() => expect(address()).toEqual({ object: 'newsfeed', open: '88' }))
})

test('AUD-001 who sees the own entries only, reads so, and has neither the chain nor the whole log', async () => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles: ['support'] } }
  await openPage('/console/audit', service)
  expect(await screen.findByText('Your own entries, the newest first')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Check the chain' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Whole log' })).toBeNull()
})

test('AUD-004 the check of the chain goes on part by part to the end', async () => {
  service.data.set(CHAIN, ({ query }: { query: URLSearchParams }) => ({
    checked: 50,
    erased: query.has('after') ? 1 : 0,
    difference: null,
    last: 100,
    ...(!query.has('after') && { next: '50' }),
  }))
  await openPage('/console/audit', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Check the chain' }))
  const dialog = screen.getByRole('dialog', { name: 'Check the chain' })
  expect(await within(dialog).findByText('The chain holds: 100 entries were checked.')).toBeTruthy()
  expect(within(dialog).getByText(/^In one of them, personal data was erased/)).toBeTruthy()
  expect(asked(CHAIN).map(({ query }) => query)).toEqual([{}, { after: '50' }])
})

test.each([
  ['hash', 'Entry 7 is not what was written.'],
  ['missing', 'Entries before 7 are missing.'],
  ['head', 'The log ends too early, at entry 7.'],
] as const)(
  'AUD-004 the check of the chain names the first entry that differs: %s',
  async (kind, said) => {
    service.data.set(CHAIN, {
      checked: 6,
      erased: 0,
      difference: { id: 7, kind, at: NOW },
      last: 100,
    })
    await openPage('/console/audit', service)
    fireEvent.click(await screen.findByRole('button', { name: 'Check the chain' }))
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.queryByText(/chain holds/)).toBeNull()
  },
)

const EXPORT = {
  id: 5,
  list: 'audit',
  filters: {},
  columns: [],
  withContacts: false,
  state: 'DONE',
  rows: 3,
  bytes: 100,
  sha256: 'ab'.repeat(32),
  at: NOW,
  until: NOW + 7 * 86_400_000,
}

test('EXP-004 the list is exported as it is filtered, with the columns that are shown, and the file is saved', async () => {
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.pathname)
  })
  service.data.set('GET /console/v1/exports', { content: [] })
  service.data.set('POST /console/v1/exports', EXPORT)
  await openPage('/console/audit?actor=ann&hide=from,hash', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('3 rows were exported')).toBeTruthy()
  expect(saved).toEqual(['/console/v1/exports/5/file'])
  expect(asked('POST /console/v1/exports')[0]!.body).toEqual({
    list: 'audit',
    filters: { actor: 'ann' },
    columns: ['at', 'actor', 'command', 'object', 'result', 'proposal'],
  })
  click.mockRestore()
})

test('EXP-006 an export that takes longer waits among the exports', async () => {
  service.data.set('GET /console/v1/exports', { content: [] })
  service.data.set('POST /console/v1/exports', { ...EXPORT, state: 'RUNNING', sha256: null })
  await openPage('/console/audit', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('The export takes longer')).toBeTruthy()
})

test('SCR-008 an export that is refused says that nothing was exported', async () => {
  service.data.set('GET /console/v1/exports', { content: [] })
  service.refusals.set('POST /console/v1/exports', [refused('access_denied', { status: 403 })])
  await openPage('/console/audit', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  expect(await screen.findByText('The list was not exported.')).toBeTruthy()
})
