import {
  getPlanDifference,
  getPlanDifferenceExplanation,
  getPlanDifferences,
} from '@partner-office/contracts'

import {
  differenceJob,
  FAKE_DIFFERENCE,
  FAKE_EXPLANATION,
} from '../../apps/console/src/testing/fake-difference.ts'
import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['plan'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

const path = getPlanDifference.path.replace(':id', '4')
const explanation = getPlanDifferenceExplanation.path.replace(':id', '4')
const address = consoleAddress('/plan/differences/4')

test('PLN-010 PLN-012 PLN-014 a difference shows totals, ranks and changes, and its filters are in the address', async ({
  page,
}) => {
  await answerCall(page, path, FAKE_DIFFERENCE)
  await page.goto(address)
  const totals = page.getByRole('table', { name: 'Cost by programme and month' })
  await expect(totals.getByRole('row', { name: /Team/ }).getByRole('cell').nth(2)).toContainText(
    '+50.00',
  )
  await expect(
    page.getByRole('table', { name: 'Who gains, who loses' }).getByRole('row', { name: /Jade/ }),
  ).toContainText('1,200')
  await page.getByRole('button', { name: 'Country' }).click()
  await page.getByRole('button', { name: 'Germany' }).click()
  await expect(page).toHaveURL(/country=DE/)
  await expectSound(page)
})

test('PLN-013 a change is explained on both sides, and the first step that differs is marked', async ({
  page,
}) => {
  await answerCall(page, path, FAKE_DIFFERENCE)
  await answerCall(page, explanation, { content: FAKE_EXPLANATION })
  await page.goto(address)
  await page.getByRole('button', { name: /^Explain .* of Lena Vogel$/ }).click()
  const table = page.getByRole('table', { name: '2026-03, UPT' })
  await expect(table.locator('mark')).toHaveText(['7 %', '8 %'])
  await expectSound(page)
})

test('PLN-017 a difference that runs shows its month and is cancelled', async ({ page }) => {
  const job = differenceJob({
    state: 'RUNNING',
    endedAt: null,
    done: 1,
    part: '2026-02',
    result: null,
    acts: ['cancel'],
  })
  await answerCall(page, path, { ...FAKE_DIFFERENCE, job, result: null })
  await page.goto(address)
  await expect(page.getByText('1 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel the job' })).toBeEnabled()
  await expectSound(page)
})

test('SCR-001 SCR-002 differences: loading, empty, error, and one that does not exist', async ({
  page,
}) => {
  const list = getPlanDifferences.path
  const arrive = await slowCall(page, list)
  await page.goto(consoleAddress('/plan/differences'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  await expect(page.getByText('No draft has been run over closed months yet.')).toBeVisible()
  await expectSound(page)
  await failCall(page, list, 'down')
  await page.goto(consoleAddress('/plan/differences'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await page.goto(consoleAddress('/plan/differences/999999'))
  await expect(page.getByText('There is no such difference.')).toBeVisible()
})
