// @vitest-environment jsdom
// What the start page shows of the calls, how it reads itself again, and what an admin does about an alert.
import type { Waiting } from '@partner-office/contracts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { alert, FakeToday } from '../../testing/fake-today.ts'
import { openPage } from '../../testing/open-page.tsx'
import { steadyAlerts } from './use-steady-alerts.ts'

let service: FakeService
let today: FakeToday
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: NOW })
  service = new FakeService()
  today = new FakeToday(service)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const TODAY = 'GET /console/v1/today'
const SILENCES = '/console/v1/today/silences'
const callsOf = (call: string) => service.calls.filter((one) => one.call === call)
const open = async () => {
  const made = await openPage('/console/today', service)
  await screen.findByRole('heading', { name: 'Alerts' })
  return made
}
const rowOf = (text: RegExp | string) =>
  screen
    .findByText(text, { exact: false, ignore: '.visually-hidden' })
    .then((found) => found.closest('li')!)
/** The page reads itself again after two seconds. */
const later = () => act(() => vi.advanceTimersByTime(2_000))

test('TOD-001 what waits, since when, with a link to the list where the console has it', async () => {
  await open()
  const proposals = await rowOf('One proposal to approve')
  expect(within(proposals).getByText('2 hours ago')).toBeTruthy()
  const link = within(proposals).getByRole('link', { name: 'Open: One proposal to approve' })
  expect(link.getAttribute('href')).toBe('/console/proposals?forMe=true')
  const payouts = await rowOf('61 payouts to take up')
  expect(within(payouts).getByText('18 hours ago')).toBeTruthy()
  const queue = within(payouts).getByRole('link', { name: 'Open: 61 payouts to take up' })
  expect(queue.getAttribute('href')).toBe('/console/payouts?state=waiting')
  const months = await rowOf('No month waits for its close')
  expect(months.className).toBe('quiet-row')
  const close = within(months).getByRole('link', { name: 'Open: No month waits for its close' })
  expect(close.getAttribute('href')).toBe('/console/close')
})

test('TOD-001 the console opens on what waits', async () => {
  await openPage('/console/', service)
  await screen.findByRole('heading', { name: 'Today', level: 1 })
  expect(location.pathname).toBe('/console/today')
})

test('TOD-001 the menu of each page counts what waits there, and reads it again without keeping the session open', async () => {
  const waits = (kind: Waiting['kind'], count: number) => ({ kind, count, oldest: null, page: '' })
  today.waiting = [waits('payoutsToTake', 3), waits('payoutsTaken', 2), waits('monthsDue', 1)]
  await openPage('/console/me', service)
  const payouts = await screen.findByRole('link', { name: 'Payouts 5 wait for you' })
  expect(within(payouts).getByText('5').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('link', { name: 'Month close one waits for you' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Disputes' }).textContent).toBe('Disputes')
  today.waiting = []
  act(() => vi.advanceTimersByTime(30_000))
  expect(await screen.findByRole('link', { name: 'Payouts' })).toBe(payouts)
  const headers = callsOf(TODAY).map(({ headers: sent }) => sent.get('x-console-refresh'))
  expect(headers).toEqual([null, '1'])
})

test('OPR-006 a first read that fails is repeated without keeping the session open', async () => {
  service.refusals.set(TODAY, [refused('internal_server_error', { status: 500 })])
  await openPage('/console/today', service)
  await screen.findByRole('button', { name: 'Retry' })
  later()
  await rowOf('One proposal to approve')
  const headers = callsOf(TODAY).map(({ headers: sent }) => sent.get('x-console-refresh'))
  expect(headers).toEqual([null, '1'])
})

test('TOD-002 an alert has its sentence, since when, and the command or page that mends it', async () => {
  today.alerts.push(
    alert('proposalsExpire', '12', {
      mend: { kind: 'page', text: '/console/proposals/12' },
      sentence: 'Proposal 12 expires.',
    }),
  )
  await open()
  const disk = await rowOf('Something is wrong with p1.')
  expect(within(disk).getByText('office mend p1')).toBeTruthy()
  expect(within(disk).getByRole('button', { name: 'Copy the command' })).toBeTruthy()
  expect(within(disk).getByText(/3 hours ago/).textContent).toContain('07:42 UTC')
  const expires = await rowOf('Proposal 12 expires.')
  expect(within(expires).getByRole('link').getAttribute('href')).toBe('/console/proposals/12')
})

test('TOD-004 an admin silences an alert with hours and a reason; it turns grey with the name', async () => {
  service.data.set(`POST ${SILENCES}`, () => {
    const silence = { by: 'mira.holt@example.com', until: NOW + 14_400_000, reason: 'A new disk.' }
    today.change('p1', { silence, acts: ['speak'] })
    return {}
  })
  await open()
  fireEvent.click(within(await rowOf('wrong with p1')).getByRole('button', { name: 'Silence' }))
  const dialog = await screen.findByRole('dialog', { name: 'Silence this alert?' })
  const submit = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Silence' }))
  submit()
  expect(callsOf(`POST ${SILENCES}`)).toEqual([])
  fireEvent.change(within(dialog).getByLabelText('For how long?'), { target: { value: '4' } })
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), {
    target: { value: 'A new disk comes.' },
  })
  submit()
  expect(await screen.findByText(/Silenced by mira.holt@example.com until/)).toBeTruthy()
  expect(callsOf(`POST ${SILENCES}`)[0]?.body).toEqual({
    name: 'diskLow',
    object: 'p1',
    hours: 4,
    reason: 'A new disk comes.',
  })
  expect((await rowOf('wrong with p1')).className).toBe('quiet-row')
  service.data.set(`DELETE ${SILENCES}`, () => {
    today.change('p1', { silence: null, acts: ['silence'] })
    return {}
  })
  fireEvent.click(await screen.findByRole('button', { name: 'End the silence' }))
  await waitFor(() => expect(screen.queryByText(/Silenced by/)).toBeNull())
})

test('TOD-004 who is no admin has no button', async () => {
  today.alerts = [alert('diskLow', 'p1', { acts: [] })]
  await open()
  const row = await rowOf('wrong with p1')
  expect(within(row).queryByRole('button', { name: 'Silence' })).toBeNull()
})

test('APR-017 an act outside four eyes is confirmed in its row; who may not reads which role may', async () => {
  const mend = { kind: 'page', text: '/console/today' } as const
  const acts = ['silence', 'acknowledge'] as const
  today.alerts = [alert('outsideFourEyes', '7', { mend, acts: [...acts] })]
  service.data.set('POST /console/v1/today/acknowledgements', () => {
    today.alerts = []
    return {}
  })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'I have seen it' }))
  expect(await screen.findByText('Nothing is wrong.')).toBeTruthy()
  expect(callsOf('POST /console/v1/today/acknowledgements')[0]?.body).toEqual({ entry: 7 })
  today.alerts = [alert('outsideFourEyes', '8', { mend, acts: [] })]
  later()
  expect(await screen.findByText('This needs the role Admin.')).toBeTruthy()
})

test('SCR-008 a confirmation whose answer was lost is looked up and not sent again', async () => {
  today.alerts = [alert('outsideFourEyes', '7', { acts: ['acknowledge'] })]
  await open()
  service.refusals.set('POST /console/v1/today/acknowledgements', [{ status: 0, body: null }])
  fireEvent.click(await screen.findByRole('button', { name: 'I have seen it' }))
  await screen.findByText(/The answer was lost. Looking up/)
  today.alerts = []
  expect(await screen.findByText('Confirmed: you have seen it')).toBeTruthy()
  expect(callsOf('POST /console/v1/today/acknowledgements')).toHaveLength(1)
})

test('TOD-009 OPR-006 counts and alerts are read again every two seconds, without keeping the session open', async () => {
  await open()
  await rowOf('One proposal to approve')
  today.waiting[0]!.count = 3
  today.alerts = [today.alerts[1]!, alert('mailQueue', '')]
  later()
  expect(await screen.findByText('3 proposals to approve')).toBeTruthy()
  const headers = callsOf(TODAY).map(({ headers: sent }) => sent.get('x-console-refresh'))
  expect(headers).toEqual([null, '1'])
  // Nothing that is read moves: the one that is over keeps its place, a new one comes last.
  const rows = within(screen.getByRole('region', { name: 'List of alerts' })).getAllByRole(
    'listitem',
  )
  expect(rows.map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
    'Disk S',
    'Rate m',
    'Mail q',
  ])
  expect(within(rows[0]!).getByText('Over')).toBeTruthy()
  expect(within(rows[1]!).queryByText('Over')).toBeNull()
  expect(within(rows[0]!).queryByRole('link')).toBeNull()
  expect(rows[0]!.querySelector('.alert-foot[inert]')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(screen.queryByText('Over')).toBeNull())
})

test('TOD-009 when the service cannot be read, the page says since when and keeps what it shows', async () => {
  await open()
  await rowOf('One proposal to approve')
  service.refusals.set(TODAY, [refused('internal_server_error', { status: 500 })])
  later()
  expect(await screen.findByText('Not read since 10:42 UTC')).toBeTruthy()
  expect(screen.getByText('One proposal to approve')).toBeTruthy()
  later()
  await waitFor(() => expect(screen.queryByText(/Not read since/)).toBeNull())
})

test('TOD-004 alerts keep their place; those that are over go when none is left', () => {
  const [one, two, three] = [alert('diskLow', 'a'), alert('diskLow', 'b'), alert('diskLow', 'c')]
  const names = (shown: ReturnType<typeof steadyAlerts>) =>
    shown.map(({ object, isOver }) => `${object}${isOver ? ' over' : ''}`)
  const first = steadyAlerts([], [one, two])
  expect(names(first)).toEqual(['a', 'b'])
  const second = steadyAlerts(first, [three, two])
  expect(names(second)).toEqual(['a over', 'b', 'c'])
  expect(names(steadyAlerts(second, [one, two]))).toEqual(['a', 'b', 'c over'])
  expect(names(steadyAlerts(second, []))).toEqual([])
})

test('TOD-005 each figure stands beside its label', async () => {
  await open()
  await screen.findByText('10,482,306')
  const figure = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).parentElement?.textContent
  expect(figure('Partners')).toBe('Partners10,482,306')
  expect(figure('Active partners')).toBe('Active partners1,206,418')
  expect(figure('New partners today')).toBe(
    'New partners today4023,114 in 7 days, 11,284 this month',
  )
  expect(figure('Orders today')).toBe('Orders today5,91830,114 in 7 days, 132,406 this month')
  expect(figure('Turnover, Nov 2026')).toBe(
    'Turnover, Nov 20262,998,610.40 EURsame days of the month before: 2,771,055.30 EUR',
  )
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rowsOf('The company owes')).toEqual([
    ['Currency', 'Balances', 'About, EUR', 'Payouts', 'In open payouts', 'About, EUR'],
    [
      'UPT',
      '182,406,118.40318221 UPT',
      '45,601,529.60 EUR',
      '61',
      '1,904,218.40000000 UPT',
      '476,054.60 EUR',
    ],
    ['WIN', '9,118,450.000000 WIN', '–', '0', '–', '–'],
  ])
  expect(screen.getByText(/^1 UPT = 0.25 EUR, set/).textContent).toContain('09:42 UTC')
  expect(rowsOf('Credited in Nov 2026')).toEqual([
    ['Programme', 'Currency', 'Records', 'Amount', 'About, EUR'],
    ['Direct', 'UPT', '5,918', '1,197,820.90000000 UPT', '299,455.23 EUR'],
    ['Winner', 'WIN', '3', '12.000000 WIN', '–'],
  ])
  expect(screen.getByText('Figures as of 10:42 UTC, fact 214,918,774')).toBeTruthy()
})

test('TOD-007 a chart names its highest and last figure, and its numbers are a table that equals the call', async () => {
  await open()
  const orders = await screen.findByRole('figure', { name: 'Orders' })
  expect(orders.textContent).toContain('Highest 9, Nov 25. Last 5, Nov 26, not over yet.')
  const box = screen.getByRole('region', { name: 'Orders by day' })
  fireEvent.click(within(box).getByRole('button', { name: 'Show the numbers' }))
  const rows = within(within(box).getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'Orders', 'Turnover'],
    ['Nov 24', '3', '300.10 EUR'],
    ['Nov 25', '9', '900.10 EUR'],
    ['Nov 26', '5', '500.10 EUR'],
  ])
  const active = screen.getByRole('figure', { name: 'Active partners' })
  expect(active.textContent).toContain('Highest 20, Oct 2026. Last 19, Nov 2026, not over yet.')
})

test('TOD-008 a chart without data says so; a month that is not over is pale', async () => {
  await open()
  expect(await screen.findByText('No payout in the last twelve weeks.')).toBeTruthy()
  const box = screen.getByRole('region', { name: 'Partners by month' })
  expect(within(box).getByText('Not over yet')).toBeTruthy()
  const pale = [...box.querySelectorAll('rect')].map((one) => one.classList.contains('still-open'))
  expect(pale).toEqual([false, true, false, true])
})

test('SCR-001 while it loads, when it cannot be read, and with nothing at all', async () => {
  service.refusals.set(TODAY, [refused('internal_server_error', { status: 500 })])
  service.refusals.set(`${TODAY}/figures`, [refused('internal_server_error', { status: 500 })])
  Object.assign(today, { waiting: [], alerts: [] })
  today.figures = { ...today.figures, balances: [], pendingPayouts: [], credited: [], rates: [] }
  await openPage('/console/today', service)
  const retries = await screen.findAllByRole('button', { name: 'Retry' })
  expect(retries).toHaveLength(2)
  for (const retry of retries) fireEvent.click(retry)
  expect(await screen.findByText('Nothing waits for your roles.')).toBeTruthy()
  expect(screen.getByText('Nothing is wrong.')).toBeTruthy()
  expect(await screen.findByText('No partner has a balance yet.')).toBeTruthy()
  expect(screen.getByText('Nothing was credited in this month yet.')).toBeTruthy()
})
