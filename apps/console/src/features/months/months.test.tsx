// @vitest-environment jsdom
// What the close cockpit shows of its call, and what its buttons send.
import type { CheckLine, CloseCheck, Corrections, Job, Period } from '@partner-office/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const HASH = 'ab'.repeat(32)
const AT = NOW - 86_400_000

const sum = (amount: string, eur: string) =>
  ({ type: 'BSP', currency: 'BSP', records: 3, partners: 2, amount, eur }) as const

const LATE = {
  name: 'late' as const,
  state: 'warn' as const,
  count: 1,
  numbers: { orders: '1', eur: '1000.00', months: '2026-02' },
  threshold: '1',
  lines: [{ kind: 'order' as const, object: '77', values: {} }],
  basis: HASH,
  accepted: null,
}
const ACCEPTED = {
  ...LATE,
  accepted: { by: 'fin@example.com', at: AT, reason: 'as the shop says' },
}

const DRY_RUN: NonNullable<Period['dryRun']> = {
  jobId: 5,
  at: AT,
  upToFact: 1_234,
  planVersion: 1,
  rates: [{ from: 'EUR', to: 'BSP', rate: '1', setAt: AT }],
  records: 3,
  partners: 2,
  sha256: HASH,
  programmes: [sum('120.00000000', '120.00')],
  corrections: [],
  checks: [LATE],
  changes: [],
}

const CORRECTIONS: Corrections = {
  months: [
    {
      month: '2026-02',
      orders: 2,
      ordersEur: '1000.00',
      firstAt: AT,
      lastAt: AT,
      orderIds: [77, 78],
      sums: [
        { type: 'BSP', currency: 'BSP', records: 1, amount: '2.00000000' },
        { type: 'WINNER', currency: 'WIN', records: 3, amount: '50.000000' },
      ],
    },
  ],
  largest: [
    {
      partner: { id: 418_220, firstName: 'Marco', lastName: 'Testa', country: 'IT' },
      month: '2026-02',
      type: 'BSP',
      currency: 'BSP',
      amount: '2.00000000',
      eur: '2.00',
      recordId: 99,
    },
  ],
}

const PERIOD: Period = {
  month: '2026-03',
  earlier: '2026-02',
  later: null,
  state: 'DUE',
  isOver: true,
  before: ['2025-12', '2026-01', '2026-02'],
  programmes: [
    {
      type: 'BSP',
      currency: 'BSP',
      now: sum('120.00000000', '120.00'),
      before: [null, sum('100.00000000', '100.00'), sum('80.00000000', '80.00')],
      percent: '100.0',
    },
  ],
  together: { now: '120.00', before: ['0.00', '100.00', '80.00'], percent: '100.0' },
  dryRun: DRY_RUN,
  proposal: null,
  seal: null,
  corrections: CORRECTIONS,
  late: [],
  cancelled: null,
  statements: null,
  jobs: [],
  posted: null,
  canContinue: false,
}

const job = (changes: Partial<Job>): Job => ({
  id: 9,
  kind: 'close',
  object: '2026-03',
  state: 'FAILED',
  done: 2,
  of: 3,
  part: 'BSP 2/3',
  startedAt: AT,
  endedAt: AT,
  by: 'fin@example.com',
  process: 'app1',
  error: null,
  result: null,
  event: 3,
  acts: [],
  ...changes,
})

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  show(PERIOD)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (period: Period) => service.data.set('GET /console/v1/periods/2026-03', period)
const open = () => openPage('/console/close/2026-03', service)
const callsOf = (name: string) => service.calls.filter(({ call }) => call === name)
const region = (name: string) => screen.findByRole('region', { name })

test('MON-003 a programme that is absent in a month says none, and the difference is against the mean', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Credits by programme' })
  const cells = within(table).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'none',
    '100.00000000 BSP100.00 EUR3 records, 2 partners',
    '80.00000000 BSP80.00 EUR3 records, 2 partners',
    '120.00000000 BSP120.00 EUR3 records, 2 partners',
    '+100.0 %',
    '',
    '0.00 EUR',
    '100.00 EUR',
    '80.00 EUR',
    '120.00 EUR',
    '+100.0 %',
    '',
  ])
  const heights = (row: string) =>
    Array.from(
      within(table)
        .getByRole('row', { name: new RegExp(row) })
        .querySelectorAll<HTMLElement>('i'),
      ({ style }) => style.blockSize,
    )
  expect(heights('^BSP')).toEqual([
    '0%',
    expect.stringMatching(/^83\.3/),
    expect.any(String),
    '100%',
  ])
})

test('MON-003 the sums by currency add up all programmes, the largest first, and coins without a value in EUR stand last', async () => {
  const now = sum('30.00000000', '30.00')
  const upt = {
    ...now,
    type: 'DIAMOND',
    currency: 'UPT',
    amount: '1.00000000',
    eur: '200.00',
  } as const
  const win = { ...now, type: 'WINNER', currency: 'WIN', amount: '5.000000', eur: null } as const
  const none = { before: [], percent: null }
  show({
    ...PERIOD,
    programmes: [
      ...PERIOD.programmes,
      { ...none, type: 'CYCLED_TURBO', currency: 'BSP', now: { ...now, type: 'CYCLED_TURBO' } },
      { ...none, type: upt.type, currency: upt.currency, now: upt },
      { ...none, type: win.type, currency: win.currency, now: win },
      { ...none, type: 'DIAMOND_POOL', currency: 'ULTIMA', now: null },
    ],
  })
  await open()
  const table = within(await screen.findByRole('table', { name: 'Credits by currency' }))
  const rows = table.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'UPT1.00000000 UPT200.00 EUR',
    'BSP150.00000000 BSP150.00 EUR',
    'WIN5.000000 WIN–',
  ])
  expect(rows.map((row) => row.querySelector('i')?.style.inlineSize)).toEqual([
    '100%',
    '75%',
    undefined,
  ])
})

test('MON-001 the page leads to the months beside it that the list has', async () => {
  await open()
  const earlier = await screen.findByRole('link', { name: 'Close of 2026-02' })
  expect(earlier.getAttribute('href')).toBe('/console/close/2026-02')
  expect(screen.queryByRole('link', { name: 'Close of 2026-04' })).toBeNull()
})

test('MON-005 MON-006 a check shows its list as links, and is accepted with its numbers and a reason', async () => {
  service.data.set('POST /console/v1/periods/2026-03/checks/late/accept', ACCEPTED)
  await open()
  const check = await region('Late orders of closed months')
  expect(within(check).getByRole('link', { name: '77', hidden: true }).getAttribute('href')).toBe(
    '/console/orders/77',
  )
  expect(check.textContent).toContain(
    'One order of a closed month has arrived late: 1,000.00 EUR, paid in 2026-02.',
  )
  fireEvent.click(within(check).getByRole('button', { name: 'Accept' }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  fireEvent.change(within(dialog).getByRole('textbox', { hidden: true }), {
    target: { value: 'as the shop says' },
  })
  show({ ...PERIOD, dryRun: { ...DRY_RUN, checks: [ACCEPTED] } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Accept', hidden: true }))
  await waitFor(() =>
    expect(callsOf('POST /console/v1/periods/2026-03/checks/late/accept')[0]?.body).toEqual({
      basis: HASH,
      reason: 'as the shop says',
    }),
  )
  await waitFor(async () =>
    expect((await region('Late orders of closed months')).textContent).toContain('Accepted'),
  )
})

test('MON-005 what each check has found and says of a line are sentences', async () => {
  const found = { count: 2, state: 'warn', numbers: {}, threshold: '25' } as const
  const line = (kind: CheckLine['kind'], object: string, values: CheckLine['values']) => ({
    ...LATE,
    ...found,
    lines: [{ kind, object, values }],
  })
  const checks: CloseCheck[] = [
    { ...line('programme', 'CYCLED_TURBO', { percent: '46.1' }), name: 'totals' },
    { ...line('partner', '7', { place: '1048', eur: '31408.20' }), name: 'newTop' },
    { ...line('plan', '3', { validFrom: String(Date.UTC(2026, 2, 5)) }), name: 'plan' },
    { ...LATE, ...found, count: 0, lines: [], numbers: { at: '0' }, name: 'backup' },
  ]
  show({ ...PERIOD, dryRun: { ...DRY_RUN, checks } })
  await open()
  const text = async (name: string) => (await region(name)).textContent
  expect(await text('Programmes close to the mean of three months')).toMatch(
    /2 programmes are more than 25 % away .*46.1 % from the mean/,
  )
  expect(await text('New partners among the highest 100')).toMatch(
    /2 of the first 100 partners were below place 25 .*place 1,048, 31,408.20 EUR/,
  )
  expect(await text('Versions of the plan that start in the month')).toMatch(
    /2 versions of the plan start in this month.*Version 3 starts Mar 5, 2026/,
  )
  expect(await text('Age of the last backup')).toContain('There is no backup yet.')
})

test('MON-007 MON-021 an open check keeps the month from being proposed, and the page says that a seal is final', async () => {
  await open()
  const propose = await screen.findByRole('button', { name: 'Propose the close' })
  expect(propose.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/A sealed month is never opened again/)).toBeTruthy()
})

test('MON-009 what has changed since the dry run is named', async () => {
  show({ ...PERIOD, dryRun: { ...DRY_RUN, changes: ['1 order that counts, 10.00 EUR: 8'] } })
  await open()
  expect(await screen.findByText('1 order that counts, 10.00 EUR: 8')).toBeTruthy()
})

test('MON-019 an open month has a forecast and no proposal', async () => {
  show({ ...PERIOD, state: 'OPEN', isOver: false, dryRun: null, programmes: [] })
  service.data.set('POST /console/v1/periods/2026-03/dry-run', { jobId: 12 })
  await open()
  const forecast = await region('Forecast of the open month')
  expect(screen.queryByRole('button', { name: 'Propose the close' })).toBeNull()
  fireEvent.click(within(forecast).getByRole('button', { name: 'Start a dry run' }))
  await waitFor(() => expect(callsOf('POST /console/v1/periods/2026-03/dry-run')).toHaveLength(1))
})

test('MON-020 a close that has stopped says why and what is posted, and is continued', async () => {
  const jobs = [job({ error: 'The disk is full.' })]
  show({ ...PERIOD, state: 'POSTING', posted: 2, canContinue: true, jobs })
  service.refusals.set('POST /console/v1/periods/2026-03/continue', [
    refused('job_running', { errors: ['9'] }),
  ])
  await open()
  const posting = await region('Posting')
  expect(posting.textContent).toContain('The close has stopped. The disk is full.')
  expect(posting.textContent).toContain('2 of 3 records are posted.')
  const row = within(posting).getByRole('row', { name: /^BSP/ })
  expect(row.textContent).toBe('BSP23')
  expect(row.querySelector('i')!.style.inlineSize).toMatch(/^66\.6/)
  fireEvent.click(within(posting).getByRole('button', { name: 'Continue the close' }))
  expect(await within(posting).findByText(/The job was not started/)).toBeTruthy()
})

const SEAL: NonNullable<Period['seal']> = {
  hash: HASH,
  before: null,
  recordsHash: HASH,
  recordsRoot: HASH,
  lateHash: HASH,
  lateRoot: HASH,
  records: 3,
  lateRecords: 1,
  upToFact: 1_234,
  planVersion: 1,
  planVersions: [1],
  rates: [],
  begunAt: AT,
  sealedAt: AT,
}

test('MON-013 MON-014 MON-016 a sealed month shows its hashes, the proof and its late orders', async () => {
  show({
    ...PERIOD,
    state: 'SEALED',
    seal: SEAL,
    late: [
      {
        orders: 2,
        eur: '2000.00',
        firstAt: AT,
        lastAt: AT,
        correctedBy: '2026-04',
        isCorrected: false,
      },
    ],
    statements: { finishedAt: AT, byCurrency: [{ currency: 'BSP', statements: 2 }] },
    jobs: [
      job({ kind: 'recompute', state: 'DONE', result: { found: 0, lines: [], sha256: HASH } }),
    ],
  })
  await open()
  expect(await screen.findByText(`Identical: SHA-256 ${HASH}`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy: SHA-256 of the records' })).toBeTruthy()
  expect(screen.getByText('The close of 2026-04 will correct them.')).toBeTruthy()
  expect((await region('Statements')).textContent).toContain('BSP: 2')
  expect((await region('Since the seal')).textContent).toContain('2 late orders 2,000.00 EUR')
})

const SEALED_BY = {
  id: 4,
  state: 'DONE',
  by: 'ann@example.com',
  at: NOW,
  reason: 'all checks are explained',
  decidedBy: 'bob@example.com',
  decidedAt: NOW,
  decisionReason: null,
} satisfies Period['proposal']
test('MON-008 a month names who proposed and approved it, why, and what was done since', async () => {
  show({
    ...PERIOD,
    state: 'SEALED',
    proposal: SEALED_BY,
    seal: SEAL,
    statements: { finishedAt: AT, byCurrency: [{ currency: 'BSP', statements: 2_000 }] },
  })
  await open()
  const decided = within(await region('Decided by'))
  expect(decided.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Proposed ann@example\.comall checks are explained/),
    expect.stringMatching(/^Approved bob@example\.com/),
    expect.stringMatching(/^Posting Records: 3, corrections: 1/),
    expect.stringMatching(/^Sealed /),
    expect.stringMatching(/^Statements 2,000/),
  ])
  expect(decided.getByRole('link', { name: 'Proposal 4' })).toBeTruthy()
})

test.each<[string, Partial<Period>, string[]]>([
  [
    'refused',
    {
      state: 'DUE',
      proposal: { ...SEALED_BY, state: 'REFUSED', decisionReason: 'the totals are too high' },
    },
    ['Proposed', 'Refused bob@example.comthe totals are too high'],
  ],
  [
    'not decided',
    {
      state: 'PROPOSED',
      proposal: { ...SEALED_BY, state: 'OPEN', decidedBy: null, decidedAt: null },
    },
    ['Proposed', 'Waits for a second operator'],
  ],
  ['made by command', { state: 'SEALED', seal: SEAL }, ['Posting', 'Sealed']],
])('MON-008 a close that was %s says so', async (_name, changes, acts) => {
  show({ ...PERIOD, ...changes })
  await open()
  const shown = within(await region('Decided by')).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual(
    acts.map((act) => expect.stringContaining(act)),
  )
})

test('MON-021 what follows is named: before the close all of it, after the seal what is left', async () => {
  const labels = async () =>
    [...(await region('What follows')).querySelectorAll('dt')].map(({ textContent }) => textContent)
  await open()
  expect(await labels()).toEqual(['Posting', 'Seal', 'Statements', 'Mails', 'Payouts'])
  expect((await region('What follows')).textContent).toContain(
    'Records: 3, partners: 2, corrections: 4.',
  )
  cleanup()
  show({
    ...PERIOD,
    state: 'SEALED',
    seal: SEAL,
    later: '2026-04',
    statements: { finishedAt: AT, byCurrency: [] },
  })
  await open()
  expect(await labels()).toEqual(['Payouts', 'Next month'])
})

test('MON-004 corrections stand by month and programme, and the largest lead to their explanations', async () => {
  await open()
  const months = within(await screen.findByRole('table', { name: 'Corrections by month' }))
  const cells = months.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual(['BSP', '1', '2.00000000 BSP', 'Winner', '3', '50.000000 WIN'])
  expect(months.getByRole('link', { name: '2 late orders' }).getAttribute('href')).toContain(
    'lateFor=2026-02',
  )
  const largest = within(screen.getByRole('table', { name: 'Largest single credits' }))
  expect(largest.getByRole('link', { name: 'Marco Testa' })).toBeTruthy()
  expect(largest.getByRole('link', { name: 'Explain' }).getAttribute('href')).toMatch(
    /partners\/418220\?.*open=99/,
  )
})

test('MON-016 orders that were cancelled since the seal stand with what was taken back', async () => {
  show({
    ...PERIOD,
    state: 'SEALED',
    seal: SEAL,
    cancelled: {
      orders: 2,
      eur: '1900.50',
      firstAt: AT,
      lastAt: NOW,
      takenBack: [{ currency: 'UPT', amount: '12.00000000' }],
    },
  })
  await open()
  const since = await region('Since the seal')
  expect(since.textContent).toContain('2 cancelled orders 1,900.50 EUR')
  expect(since.textContent).toContain('12.00000000 UPT')
  expect(since.textContent).toContain('Nothing of this changes the sealed records')
})

const OPEN_CHECK = { ...LATE, accepted: null }
test.each<[string, Partial<Period>, string[], string | null]>([
  ['without a dry run', { dryRun: null }, [], 'Dry run'],
  [
    'with a check that is open',
    { dryRun: { ...DRY_RUN, checks: [OPEN_CHECK] } },
    ['Dry run'],
    'Checks',
  ],
  [
    'whose facts have changed since',
    { dryRun: { ...DRY_RUN, checks: [], changes: ['an order'] } },
    ['Checks'],
    'Dry run',
  ],
  [
    'that can be proposed',
    { dryRun: { ...DRY_RUN, checks: [] } },
    ['Dry run', 'Checks'],
    'Proposal',
  ],
  [
    'that is posted after an approval',
    { state: 'POSTING', proposal: SEALED_BY },
    ['Dry run', 'Checks', 'Proposal', 'Approval'],
    'Posting',
  ],
  [
    'that was closed by command, with all statements',
    { state: 'SEALED', dryRun: null, statements: { finishedAt: NOW, byCurrency: [] } },
    ['Posting', 'Seal', 'Statements'],
    null,
  ],
])('the steps of a month %s', async (_name, changes, done, present) => {
  show({ ...PERIOD, ...changes })
  await open()
  const steps = within(await screen.findByRole('list', { name: 'Steps of the close' }))
  const items = steps.getAllByRole('listitem')
  const titles = items.map((item) => item.querySelector('b')!.textContent)
  expect(titles.filter((title) => title.endsWith(' (done)'))).toEqual(
    done.map((title) => `${title} (done)`),
  )
  const current = items.find((item) => item.getAttribute('aria-current') === 'step')
  expect(current?.querySelector('b')!.textContent ?? null).toBe(present)
})
