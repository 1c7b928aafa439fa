import {
  type CloseCheck,
  type Corrections,
  getPeriod,
  getPeriods,
  type Job,
  type Period,
} from '@partner-office/contracts'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { thisMonth } from '../months.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['finance'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

const MONTH = '2026-03'
const HASH = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)
const AT = Date.UTC(2026, 3, 2)

const sum = (amount: string, eur: string) =>
  ({ type: 'BSP', currency: 'BSP', records: 3, partners: 2, amount, eur }) as const

const CHECK: CloseCheck = {
  name: 'late',
  state: 'warn',
  count: 1,
  numbers: { orders: '1', eur: '1000.00', months: '2026-02' },
  threshold: '1',
  lines: [{ kind: 'order', object: '77', values: {} }],
  basis: HASH,
  accepted: null,
}

const CORRECTIONS: Corrections = {
  months: [
    {
      month: '2026-02',
      orders: 1,
      ordersEur: '1000.00',
      firstAt: AT,
      lastAt: AT,
      orderIds: [77],
      sums: [{ type: 'BSP', currency: 'BSP', records: 1, amount: '2.00000000' }],
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
      recordId: null,
    },
  ],
}

const PROPOSAL: NonNullable<Period['proposal']> = {
  id: 4,
  state: 'DONE',
  by: 'henrik.lund@example.com',
  at: AT,
  reason: 'All checks are explained. Cycled turbo is the month of the autumn offer.',
  decidedBy: 'mira.holt@example.com',
  decidedAt: AT + 4_680_000,
  decisionReason: null,
}

const PERIOD: Period = {
  month: MONTH,
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
  dryRun: {
    jobId: 5,
    at: AT,
    upToFact: 1_234,
    planVersion: 1,
    rates: [{ from: 'EUR', to: 'BSP', rate: '1', setAt: AT }],
    records: 3,
    partners: 2,
    sha256: HASH,
    programmes: [sum('120.00000000', '120.00')],
    corrections: CORRECTIONS.months,
    checks: [CHECK],
    changes: [],
  },
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

const ACCEPTED = {
  ...CHECK,
  accepted: { by: 'fin@example.com', at: AT, reason: 'as the shop has said' },
}

const job = (changes: Partial<Job>): Job => ({
  id: 9,
  kind: 'close',
  object: MONTH,
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

const path = getPeriod.path.replace(':month', MONTH)
const address = consoleAddress(`/close/${MONTH}`)

test('MON-001 MON-019 the open month is in the list, and its page computes a forecast without a proposal', async ({
  page,
}) => {
  const month = new Date(thisMonth()).toISOString().slice(0, 7)
  await page.goto(consoleAddress('/close'))
  const row = page.getByRole('row', { name: new RegExp(month) })
  await expect(row).toContainText('Open')
  await expectSound(page)
  await row.getByRole('link').click()
  const forecast = page.getByRole('region', { name: 'Forecast of the open month' })
  await expect(forecast).toContainText('It cannot be proposed before the month is over.')
  await forecast.getByRole('button', { name: /^(Start a dry run|Run again)$/ }).click()
  await expect(forecast.getByText('SHA-256', { exact: true })).toBeVisible()
  const over = page.getByRole('region', { name: 'The month is over' })
  await expect(over).toContainText('Stops the close')
  await expect(page.getByRole('button', { name: 'Propose the close' })).toHaveCount(0)
  await expectSound(page)
})

test('MON-003 a programme stands beside the three months before, and one that is absent says none', async ({
  page,
}) => {
  await answerCall(page, path, PERIOD)
  await page.goto(address)
  const programmes = page.getByRole('table', { name: 'Credits by programme' })
  const cells = programmes.getByRole('row', { name: /BSP/ }).getByRole('cell')
  await expect(cells).toHaveCount(6)
  await expect(cells.nth(0)).toHaveText('none')
  await expect(cells.nth(3)).toContainText('120.00 EUR')
  await expect(cells.nth(3)).toContainText('3 records, 2 partners')
  await expect(cells.nth(4)).toHaveText('+100.0 %')
  const corrections = page.getByRole('region', { name: 'Corrections of earlier months' })
  await expect(corrections).toContainText('One late order')
  await expectSound(page)
})

test('MON-006 MON-021 a check is accepted, and the page says that a sealed month stays sealed', async ({
  page,
}) => {
  await answerCall(page, path, PERIOD)
  await page.goto(address)
  await expect(page.getByText(/A sealed month is never opened again/)).toBeVisible()
  const propose = page.getByRole('button', { name: 'Propose the close' })
  await expect(propose).toHaveAccessibleDescription('One check is open.')
  const check = page.getByRole('region', { name: 'Late orders of closed months' })
  await check.getByRole('button', { name: 'Accept' }).click()
  const dialog = page.getByRole('dialog', { name: 'Late orders of closed months' })
  await dialog.getByRole('textbox').fill('as the shop has said')
  await expectAccessible(page)
  await answerCall(page, `${path}/checks/late/accept`, ACCEPTED)
  await answerCall(page, path, { ...PERIOD, dryRun: { ...PERIOD.dryRun!, checks: [ACCEPTED] } })
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toBeHidden()
  await expect(check).toContainText('as the shop has said')
  await expect(propose).toBeEnabled()
})

test('MON-010 MON-020 a close that has stopped says why, what is posted, and can be continued', async ({
  page,
}) => {
  const error = 'The disk is full. Make room there, then continue.'
  await answerCall(page, path, {
    ...PERIOD,
    state: 'POSTING',
    proposal: PROPOSAL,
    posted: 2,
    canContinue: true,
    jobs: [job({ error })],
  })
  await page.goto(address)
  const posting = page.getByRole('region', { name: 'Posting' })
  await expect(posting).toContainText('2 of 3 records are posted.')
  await expect(posting).toContainText('The close has stopped. The disk is full.')
  await expect(posting.getByRole('row', { name: /^BSP 2 3/ })).toBeVisible()
  await expect(posting.getByRole('button', { name: 'Continue the close' })).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Decided by' })).toContainText(
    'mira.holt@example.com',
  )
  await expect(page.getByRole('region', { name: 'What follows' })).toContainText(
    'One for each partner and currency',
  )
  await expectSound(page)
})

test('MON-013 MON-014 MON-015 MON-016 a sealed month shows its proofs, and copies each with one click', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const sealed: Period = {
    ...PERIOD,
    state: 'SEALED',
    proposal: PROPOSAL,
    corrections: {
      ...CORRECTIONS,
      largest: CORRECTIONS.largest.map((each) => ({ ...each, recordId: 99 })),
    },
    cancelled: {
      orders: 1,
      eur: '4000.33',
      firstAt: AT,
      lastAt: AT,
      takenBack: [{ currency: 'UPT', amount: '1200.10000000' }],
    },
    seal: {
      hash: HASH,
      before: null,
      recordsHash: OTHER,
      recordsRoot: HASH,
      lateHash: HASH,
      lateRoot: HASH,
      records: 3,
      lateRecords: 1,
      upToFact: 1_234,
      planVersion: 1,
      planVersions: [1],
      rates: [{ from: 'EUR', to: 'BSP', rate: '1', setAt: AT, rateType: 'SELL' }],
      begunAt: AT,
      sealedAt: AT,
    },
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
      job({
        kind: 'recompute',
        state: 'DONE',
        result: { found: 0, lines: [], sha256: OTHER },
      }),
    ],
  }
  await answerCall(page, path, sealed)
  await page.goto(address)
  await page.getByRole('button', { name: 'Copy: SHA-256 of the records' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(OTHER)
  await expect(page.getByText(`Identical: SHA-256 ${OTHER}`)).toBeVisible()
  await expect(page.getByText('The close of 2026-04 will correct them.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Statements' })).toContainText('BSP: 2')
  const since = page.getByRole('region', { name: 'Since the seal' })
  await expect(since).toContainText('One cancelled order 4,000.33 EUR')
  await expect(since).toContainText('1,200.10000000 UPT')
  await expectSound(page)
})

test('MON-008 a proposed month names its proposer and waits for a second operator', async ({
  page,
}) => {
  const open = { ...PROPOSAL, state: 'OPEN', decidedBy: null, decidedAt: null } as const
  await answerCall(page, path, {
    ...PERIOD,
    state: 'PROPOSED',
    dryRun: { ...PERIOD.dryRun!, checks: [ACCEPTED] },
    proposal: open,
  })
  await page.goto(address)
  const decided = page.getByRole('region', { name: 'Decided by' })
  await expect(decided).toContainText('Waits for a second operator')
  await expect(decided.getByRole('link', { name: 'Proposal 4' })).toBeVisible()
  await expectSound(page)
})

test('SCR-001 SCR-002 the close: loading, error, and a month that has not begun', async ({
  page,
}) => {
  const arrive = await slowCall(page, getPeriods.path)
  await page.goto(consoleAddress('/close'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await failCall(page, getPeriods.path, 'down')
  await page.goto(consoleAddress('/close'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await page.goto(consoleAddress('/close/2999-01'))
  await expect(page.getByText('This month has not begun.')).toBeVisible()
  await expectSound(page)
})
