// @vitest-environment jsdom
// The configuration: settings with their checks and history, rates as one act, and countries.
import type { ConsoleRate, Setting } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const setting = (name: string, changes: Partial<Setting> = {}): Setting => ({
  name,
  group: 'Screens',
  meaning: `What ${name} means.`,
  audience: 'server',
  kind: 'text',
  accepts: 'a text',
  words: [],
  default: '1',
  value: '1',
  isSet: false,
  isGuarded: false,
  setAt: null,
  setBy: null,
  proposal: null,
  ...changes,
})
const SETTINGS = [
  setting('fourEyesPayoutEur', { group: 'Money', isGuarded: true, accepts: 'an amount' }),
  setting('languages', {
    kind: 'list',
    value: 'en,de',
    isSet: true,
    setAt: NOW,
    setBy: 'ann@x.org',
  }),
  setting('newsfeed', { group: 'News', kind: 'flag', value: 'TRUE', default: 'TRUE' }),
]
const rate = (
  from: 'EUR',
  to: 'UPT' | 'USDT',
  changes: Partial<ConsoleRate> = {},
): ConsoleRate => ({
  from,
  to,
  rateType: 'SELL',
  id: to === 'UPT' ? 7 : 8,
  rate: to === 'UPT' ? '2' : '1.1',
  setAt: NOW - 3_600_000,
  source: 'operator',
  setBy: 'ann@x.org',
  confirmedAt: null,
  uses: { programmes: ['structural'], routes: [], pendingPayouts: 3 },
  ...changes,
})
const RATES = { content: [rate('EUR', 'UPT'), rate('EUR', 'USDT')], jumpPercent: '10', leftOut: [] }
const COUNTRIES = {
  content: [
    { code: 'DE', partners: 12, barred: false, restricted: false },
    { code: 'FR', partners: 40, barred: false, restricted: true },
  ],
  version: 'v1',
}
const CHECK = 'POST /console/v1/config/settings/check'

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.data.set('GET /console/v1/config/settings', { content: SETTINGS })
  service.data.set('GET /console/v1/config/rates', RATES)
  service.data.set('GET /console/v1/config/countries', COUNTRIES)
  service.data.set('GET /console/v1/config/rates/history', {
    content: [{ id: 7, rate: '2', setAt: NOW - 3_600_000 }],
  })
  for (const { name } of SETTINGS) {
    service.data.set(`GET /console/v1/config/settings/${name}/history`, { content: [] })
  }
  service.data.set(CHECK, { problems: [] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const bodyOf = (call: string) => service.calls.findLast((one) => one.call === call)?.body
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const rowNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const asRoles = (...roles: ('finance' | 'viewer')[]) => {
  const { me } = service
  service.me = { ...me!, operator: { ...me!.operator, roles } }
}

test('CNF-001 SCR-004 every setting is listed with value, default and who set it; filters are in the address', async () => {
  await openPage('/console/config', service)
  expect(await screen.findByText('3 of 3')).toBeTruthy()
  expect(rowNames()).toEqual(['fourEyesPayoutEur', 'languages', 'newsfeed'])
  const cells = within(screen.getByRole('row', { name: /^languages/ })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'en,de',
    '1',
    'Screens',
    '–',
    'Nov 26, 2026, 10:42 UTC',
    'ann@x.org',
  ])
  // The filter stands above the head of the column with the same name.
  fireEvent.click(screen.getAllByRole('button', { name: 'Group' })[0]!)
  press('News')
  await waitFor(() => expect(rowNames()).toEqual(['newsfeed']))
  expect(location.search).toBe('?group=News')
})

test('CNF-002 a value is checked by the service while it is typed, and a wrong one cannot be saved', async () => {
  service.data.set(CHECK, { problems: [{ name: 'languages', problem: 'must be languages' }] })
  await openPage('/console/config?open=languages', service)
  const field = await screen.findByLabelText('Value')
  fireEvent.change(field, { target: { value: 'xx' } })
  expect(await screen.findByText('must be languages')).toBeTruthy()
  expect(bodyOf(CHECK)).toEqual({ values: { languages: 'xx' } })
  fireEvent.submit(field.closest('form')!)
  expect(bodyOf('PUT /console/v1/config/settings')).toBeUndefined()
})

test('CNF-003 a setting that decides no money is saved at once, with the value that was seen', async () => {
  service.data.set('PUT /console/v1/config/settings', { content: [] })
  await openPage('/console/config?open=languages', service)
  fireEvent.change(await screen.findByLabelText('Value'), { target: { value: 'en' } })
  await waitFor(() => expect(bodyOf(CHECK)).toBeDefined())
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull(),
  )
  press('Save')
  expect(await screen.findByText('The setting was changed')).toBeTruthy()
  expect(bodyOf('PUT /console/v1/config/settings')).toEqual({
    values: { languages: 'en' },
    seen: { languages: 'en,de' },
  })
})

test('CNF-003 back to the default is a change to null', async () => {
  service.data.set('PUT /console/v1/config/settings', { content: [] })
  await openPage('/console/config?open=languages', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the default' }))
  await waitFor(() =>
    expect(bodyOf('PUT /console/v1/config/settings')).toMatchObject({
      values: { languages: null },
    }),
  )
})

test('CNF-003 D-157 a setting that decides money is proposed', async () => {
  await openPage('/console/config?open=fourEyesPayoutEur', service)
  fireEvent.change(await screen.findByLabelText('Value'), { target: { value: '5' } })
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Propose' }).getAttribute('aria-disabled'),
    ).toBeNull(),
  )
  press('Propose')
  const dialog = await screen.findByRole('dialog', {
    name: 'Propose another value: fourEyesPayoutEur',
  })
  const reason = await within(dialog).findByLabelText(/^Reason/)
  fireEvent.change(reason, { target: { value: 'As the meeting of May said.' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Propose' }))
  expect(await screen.findByText('Proposed. A second operator decides.')).toBeTruthy()
  expect(bodyOf('POST /console/v1/proposals')).toMatchObject({
    kind: 'setting',
    object: 'fourEyesPayoutEur',
    values: { value: '5' },
  })
})

test('CNF-004 the history of a setting names values, instants, actors and proposals', async () => {
  service.data.set('GET /console/v1/config/settings/languages/history', {
    content: [
      { value: 'en,de', at: NOW, actor: 'ann@x.org', proposal: 12 },
      { value: null, at: null, actor: null, proposal: null },
    ],
  })
  await openPage('/console/config?open=languages', service)
  const table = await screen.findByRole('table', { name: 'History' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['en,de', 'Nov 26, 2026, 10:42 UTC', 'ann@x.org', '12'],
    ['The default again', '–', '–', '–'],
  ])
})

test('an operator without the role sees the value, and which role may change it', async () => {
  asRoles('viewer')
  await openPage('/console/config?open=languages', service)
  expect(await screen.findByText('This needs the role Admin.', { selector: 'p' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back to the default' })).toBeNull()
})

test('CNF-005 rates are listed with type, value, source, age and what uses them', async () => {
  await openPage('/console/config?tab=rates', service)
  expect(await screen.findByText('2 of 2')).toBeTruthy()
  const cells = within(screen.getByRole('row', { name: /^EUR\/UPT/ })).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'Sell',
    '2',
    'Nov 26, 2026, 09:42 UTC',
    'Operator, ann@x.org',
    'Programmes: 1, routes: 0, open payouts: 3',
    '1 hour ago',
  ])
})

test('CNF-005 one rate opens with its history as chart and table', async () => {
  await openPage('/console/config?tab=rates&open=EUR%2FUPT+SELL', service)
  expect(await screen.findByRole('complementary', { name: 'EUR/UPT SELL' })).toBeTruthy()
  expect(await screen.findByRole('table', { name: 'History' })).toBeTruthy()
  expect(screen.getByRole('figure', { name: 'The rate over time' })).toBeTruthy()
})

const openForm = async () => {
  await screen.findByText('2 of 2')
  press('Set rates')
  return screen.getByRole('dialog', { name: 'Set rates' })
}

test('CNF-005 several rates are set as one act; those without a new value stay as they are', async () => {
  service.data.set('PUT /console/v1/config/rates', { rates: 2 })
  await openPage('/console/config?tab=rates', service)
  const dialog = await openForm()
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  type('EUR/UPT SELL', '2.05')
  type('EUR/USDT SELL', '1.1')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set one rate' }))
  expect(await screen.findByText('One rate was set')).toBeTruthy()
  expect(bodyOf('PUT /console/v1/config/rates')).toEqual({
    rates: [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2.05', last: 7 }],
  })
})

test('CNF-006 where one rate jumps, all of them become one proposal', async () => {
  service.refusals.set('PUT /console/v1/config/rates', [refused('proposal_required')])
  await openPage('/console/config?tab=rates', service)
  const dialog = await openForm()
  for (const [label, value] of [
    ['EUR/UPT SELL', '3'],
    ['EUR/USDT SELL', '1.11'],
  ] as const) {
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
  }
  fireEvent.click(within(dialog).getByRole('button', { name: 'Set 2 rates' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Propose these rates' }))
  const reason = await screen.findByLabelText(/^Reason/)
  expect(bodyOf('POST /console/v1/proposals/preview')).toEqual({
    kind: 'rate',
    object: 'EUR/UPT',
    values: {
      rate: '3',
      rateType: 'SELL',
      more: [{ object: 'EUR/USDT', rate: '1.11', rateType: 'SELL' }],
    },
  })
  expect(reason).toBeTruthy()
})

test('CNF-006 what the feed says and the product left out leads to the form with its value', async () => {
  service.data.set('GET /console/v1/config/rates', {
    ...RATES,
    leftOut: [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2.9', at: NOW }],
  })
  await openPage('/console/config?tab=rates', service)
  expect(await screen.findByText(/The feed says 2.9 for EUR\/UPT SELL/)).toBeTruthy()
  press('Open the form with it')
  expect((screen.getByLabelText('EUR/UPT SELL') as HTMLInputElement).value).toBe('2.9')
})

test('CNF-009 barring a country says how many partners live there before it is saved', async () => {
  service.data.set('PUT /console/v1/config/countries', { version: 'v2' })
  await openPage('/console/config?tab=countries', service)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Bar registration: Germany' }))
  press('Save one country')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('12 partners live in Germany.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The countries were changed')).toBeTruthy()
  expect(bodyOf('PUT /console/v1/config/countries')).toEqual({
    barred: ['DE'],
    restricted: ['FR'],
    version: 'v1',
  })
})

test('CNF-009 own marks stay when another operator has changed the list: the save is refused, and goes on with both', async () => {
  service.refusals.set('PUT /console/v1/config/countries', [refused('changed_meanwhile')])
  service.data.set('PUT /console/v1/config/countries', { version: 'v3' })
  await openPage('/console/config?tab=countries', service)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Bar registration: Germany' }))
  // What is turned back is no longer wanted.
  fireEvent.click(box('Bar registration: France'))
  fireEvent.click(box('Bar registration: France'))
  const [germany, france] = COUNTRIES.content
  const theirs = [
    { ...germany, restricted: true },
    { ...france, barred: true },
  ]
  service.data.set('GET /console/v1/config/countries', { content: theirs, version: 'v2' })
  press('Save one country')
  const dialog = screen.getByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('The countries were not changed.')).toBeTruthy()
  await waitFor(() => expect(box('Bar registration: France').checked).toBe(true))
  expect(box('Bar registration: Germany').checked).toBe(true)
  expect(within(dialog).getByText('12 partners live in Germany.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodyOf('PUT /console/v1/config/countries')).toEqual({
      barred: ['DE', 'FR'],
      restricted: ['DE', 'FR'],
      version: 'v2',
    }),
  )
})

test('CNF-009 a country opens with the partners who live there, contacts masked', async () => {
  service.data.set('GET /console/v1/config/countries/DE/partners', {
    content: [{ id: 4, firstName: 'Jo', lastName: 'Lee', email: 'j•••@e•••.com' }],
  })
  await openPage('/console/config?tab=countries&open=DE', service)
  expect(await screen.findByText('j•••@e•••.com')).toBeTruthy()
})
