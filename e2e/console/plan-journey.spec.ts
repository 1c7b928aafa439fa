import { getPlanDifference, type PlanDifference } from '@partner-office/contracts'
import { monthText } from '@partner-office/domain'
import type { Page } from '@playwright/test'

import { ordersText, partnersText } from '../../apps/server/src/testing/network-files.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { lastMonth } from '../months.ts'
import { office } from '../operators.ts'
import { ownProduct } from '../own-product.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

let operator: Operator

const MONTH = monthText(lastMonth())
/** A chain, in which each partner has sponsored the next one. */
const PARTNERS = 12
const DAY_MS = 86_400_000
/** Each partner buys once to be active, from the top down, and once more. Units: EUR. */
const FIRST_ORDER = 60
const SECOND_ORDER = 940
/** The row of direct sales that is in force, and that of the first level of the team. */
const DIRECT = 'unilevel[5].percent'
const TEAM = 'unilevel[6].percent'
const PERCENTS = { before: 40, after: 30 }

test.describe.configure({ mode: 'serial' })

/** A product of its own: the month that it closes is no month of other specs. */
ownProduct(async () => {
  const ids = Array.from({ length: PARTNERS }, (_, at) => at + 1)
  const bought = (first: number, day: number, euros: number) =>
    ids.map((id) => [first + id, id, lastMonth() + day * DAY_MS + id, `${euros}`] as const)
  await office(
    'import partners FILE.csv',
    partnersText(ids.map((id) => [id, id === 1 ? null : id - 1])),
  )
  await office(
    'import orders FILE.csv',
    ordersText([...bought(0, 1, FIRST_ORDER), ...bought(100, 9, SECOND_ORDER)]),
  )
  await office(`close ${MONTH}`)
  operator = await makeOperator(['plan'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

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
}) => {
  test.slow()
  await draftCheaper(page)
  await page.getByRole('button', { name: 'Run over closed months' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run over closed months' })
  await expect(dialog.getByLabel(MONTH)).toBeChecked()
  await dialog.getByRole('button', { name: 'Run the draft' }).click()
  const totals = page.getByRole('table', { name: 'Cost by programme and month' })
  const direct = totals.getByRole('row', { name: /^Direct/ })
  const sold = (PARTNERS - 1) * (FIRST_ORDER + SECOND_ORDER)
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
  await expect(ranks).toHaveCount(result!.ranks.length)
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
