import { getEndpoints } from '@partner-office/contracts'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['admin'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

test('WHK-007 WHK-009 WHK-010 an endpoint is added, gets a test event, and its log shows the answer', async ({
  page,
}) => {
  await page.goto(consoleAddress('/webhooks'))
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an endpoint' })
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/hooks')
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click()
  await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await dialog.getByLabel('Address').fill('https://nobody.invalid/hooks')
  await dialog.getByRole('button', { name: 'Add an endpoint' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'https://nobody.invalid/hooks' }).first().click()
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await expect(page.getByText('The test event was not delivered')).toBeVisible()
  await page.getByRole('link', { name: /^webhook\.test\./ }).click()
  const panel = page.getByRole('complementary', { name: /^webhook\.test\./ })
  await expect(panel.getByText('No answer')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The endpoint was removed')).toBeVisible()
})

test('SCR-001 SCR-002 webhooks: loading, none, error', async ({ page }) => {
  const arrive = await slowCall(page, getEndpoints.path)
  await page.goto(consoleAddress('/webhooks'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fill = await answerCall(page, getEndpoints.path, { content: [] })
  await page.goto(consoleAddress('/webhooks'))
  await expect(page.getByText('No endpoint was added yet.')).toBeVisible()
  await expectSound(page)
  await fill()
  await failCall(page, getEndpoints.path, 'down')
  await page.goto(consoleAddress('/webhooks'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})
