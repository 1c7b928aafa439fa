import {
  getPeriod,
  getPlanDifference,
  getProposal,
  type Period,
  type PlanDifference,
  type Proposal,
} from '@partner-office/contracts'
import { monthText } from '@partner-office/domain'
import type { Page } from '@playwright/test'

import { ordersText, partnersText } from '../../apps/server/src/testing/network-files.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { lastMonth } from '../months.ts'
import { office } from '../operators.ts'
import { ownProduct } from '../own-product.ts'
import { expectPreview } from './expect-preview.ts'
import { callAs, consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

let operator: Operator
let finance: Operator

const MONTH = monthText(lastMonth())
/** A chain, in which each partner has sponsored the next one. */
const PARTNERS = 12
const DAY_MS = 86_400_000
const REASON = 'as the meeting has decided'
/** Each partner buys once to be active, from the top down, and once more. Units: EUR. */
const FIRST_ORDER = 60
const SECOND_ORDER = 940
/** Beside the chain, a partner whose three partners buy for programmes of the month. Units: EUR, by the buyer. */
const TOP = 101
const LARGE_ORDERS = [
  [102, 300_000],
  [103, 200_000],
  [104, 150_000],
] as const
/** The row of direct sales that is in force, and that of the first level of the team. */
const DIRECT = 'unilevel[5].percent'
const TEAM = 'unilevel[6].percent'
const PERCENTS = { before: 40, after: 30 }

test.describe.configure({ mode: 'serial' })

/** A product of its own: the month that it closes is no month of other specs. */
ownProduct(async () => {
  const chain = Array.from({ length: PARTNERS }, (_, at) => at + 1)
  const team = [TOP, ...LARGE_ORDERS.map(([id]) => id)]
  const at = (day: number, id: number) => lastMonth() + day * DAY_MS + id
  const sponsorOf = (id: number) => (id === 1 || id === TOP ? null : id > TOP ? TOP : id - 1)
  const all = [...chain, ...team]
  await office('import partners FILE.csv', partnersText(all.map((id) => [id, sponsorOf(id)])))
  await office(
    'import orders FILE.csv',
    ordersText([
      ...all.map((id) => [id, id, at(1, id), `${FIRST_ORDER}`] as const),
      ...chain.map((id) => [200 + id, id, at(9, id), `${SECOND_ORDER}`] as const),
      ...LARGE_ORDERS.map(([id, euros]) => [200 + id, id, at(9, id), `${euros}`] as const),
    ]),
  )
  operator = await makeOperator(['plan'])
  finance = await makeOperator(['finance'])
})

test('APR-011 MON-002 MON-006 MON-008 a month is proposed after its dry run, its approval page shows before, after, difference and age, and it is sealed', async ({
  page,
  context,
}) => {
  test.slow()
  await giveConsole(context, finance)
  await page.goto(consoleAddress(`/close/${MONTH}`))
  await page.getByRole('button', { name: 'Start a dry run' }).click()
  await expect(page.getByRole('button', { name: 'Copy the SHA-256' })).toBeVisible({
    timeout: 30_000,
  })
  const open = page.getByRole('button', { name: 'Accept', exact: true })
  for (let left = await open.count(); left > 0; left -= 1) {
    await open.first().click()
    const check = page.getByRole('dialog')
    await check.getByRole('textbox').fill(REASON)
    await check.getByRole('button', { name: 'Accept' }).click()
    await expect(check).toBeHidden()
    await expect(open).toHaveCount(left - 1)
  }
  await page.getByRole('button', { name: 'Propose the close' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(REASON)
  await dialog.getByRole('button', { name: 'Propose' }).click()
  await expect(dialog).toBeHidden()

  const other = await makeOperator(['finance'])
  await giveConsole(context, other)
  const { proposal } = await callAs<Period>(other, getPeriod.path.replace(':month', MONTH))
  const path = getProposal.path.replace(':id', String(proposal!.id))
  const asked = await callAs<Proposal>(other, path)
  const credited = asked.preview.filter(({ difference }) => difference !== null)
  expect(credited.length).toBeGreaterThan(1)
  for (const { before, after, difference } of credited) {
    expect([Number(before), difference]).toEqual([0, after])
  }
  await expectPreview(page, asked)
  await expectSound(page)
  await callAs(other, `${path}/approve`, { version: asked.version })
  await page.goto(consoleAddress(`/close/${MONTH}`))
  await expect(page.getByRole('button', { name: 'Copy: Seal', exact: true })).toBeVisible({
    timeout: 30_000,
  })
})

/** Begins a draft as version 1 and changes what direct sales and the team give. */
async function draftCheaper(page: Page): Promise<void> {
  await page.goto(consoleAddress('/plan'))
  await page.getByRole('button', { name: 'New draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'New draft' })
  await dialog.getByLabel('Name').fill('Less for direct sales')
  await dialog.getByLabel('Begins as').selectOption({ label: 'Version 1' })
  await dialog.getByRole('button', { name: 'Begin the draft' }).click()
  await expect(page.locator(`[name="${DIRECT}"]`)).toHaveValue(String(PERCENTS.before))
  await page.locator(`[name="${DIRECT}"]`).fill(String(PERCENTS.after))
  await page.locator(`[name="${TEAM}"]`).fill('15')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
}

test('PLN-010 PLN-012 PLN-013 a draft is run over a closed month: totals, who gains and loses, and why', async ({
  page,
  context,
}) => {
  test.slow()
  await giveConsole(context, operator)
  await draftCheaper(page)
  await page.getByRole('button', { name: 'Run over closed months' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run over closed months' })
  await expect(dialog.getByLabel(MONTH)).toBeChecked()
  await dialog.getByRole('button', { name: 'Run the draft' }).click()
  const totals = page.getByRole('table', { name: 'Cost by programme and month' })
  const direct = totals.getByRole('row', { name: /^Direct/ })
  const sold = LARGE_ORDERS.reduce(
    (sum, [, order]) => sum + FIRST_ORDER + order,
    (PARTNERS - 1) * (FIRST_ORDER + SECOND_ORDER),
  )
  const [real, draft] = [PERCENTS.before, PERCENTS.after].map((percent) => (sold * percent) / 100)
  const euros = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2 })
  await expect(direct.getByRole('cell').nth(0)).toContainText(euros(real!), { timeout: 30_000 })
  await expect(direct.getByRole('cell').nth(1)).toContainText(euros(draft!))
  await expect(direct.getByRole('cell').nth(2)).toContainText(euros(real! - draft!))

  const [, id] = /differences\/(\d+)/.exec(page.url())!
  const path = getPlanDifference.path.replace(':id', id!)
  const stored = await page.request.get(new URL(path, consoleAddress()).href)
  const { result } = ((await stored.json()) as { data: PlanDifference }).data
  const ranks = page.getByRole('table', { name: 'Who gains, who loses' }).locator('tbody tr')
  // The last row adds them up.
  await expect(ranks).toHaveCount(result!.ranks.length + 1)
  for (const [at, { more, less, same }] of result!.ranks.entries()) {
    const counts = (await ranks.nth(at).getByRole('cell').allTextContents()).slice(0, 3)
    expect(counts).toEqual([more, less, same].map(String))
  }
  const largest = (name: string) => page.getByRole('table', { name }).locator('tbody tr')
  await expect(largest('Ten largest gains')).toHaveCount(result!.gains.length)
  await expect(largest('Ten largest losses')).toHaveCount(10)

  await page
    .getByRole('table', { name: 'Ten largest losses' })
    .getByRole('button', { name: /^Explain Direct/ })
    .first()
    .click()
  const steps = page.getByRole('table', { name: new RegExp(`^${MONTH}, `) })
  await expect(steps.locator('mark')).toHaveText([`${PERCENTS.before} %`, `${PERCENTS.after} %`])
  await expectSound(page)
})
