import { getAdjustments, getHolds } from '@partner-office/contracts'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makeNetwork } from '../network.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

/** All tests of this file look at pages of the same operator. */
let operator: Operator
let partner: number
test.beforeAll(async () => {
  operator = await makeOperator(['finance'])
  partner = await makeNetwork({ name: 'Ada Own' })
})
test.beforeEach(({ context }) => giveConsole(context, operator))

test('ADJ-001 ADJ-004 an adjustment is checked at its fields, shown before it happens, and proposed', async ({
  page,
}) => {
  await page.goto(consoleAddress('/adjustments'))
  await page.getByRole('button', { name: 'New adjustment' }).click()
  const dialog = page.getByRole('dialog', { name: 'New adjustment' })
  await dialog.getByLabel('Number of the partner').fill('999999999')
  await dialog.getByLabel('Amount').fill('1.5')
  await dialog.getByLabel('Reason for the partner').fill('The order was recorded twice.')
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  await expect(dialog.getByLabel('Number of the partner')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await dialog.getByLabel('Number of the partner').fill(String(partner))
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  const proposing = page.getByRole('dialog', { name: 'Propose the adjustment' })
  await expect(proposing.getByText(`partner ${partner}, EUR: balance`)).toBeVisible()
  await expectSound(page)
  await proposing.getByRole('textbox').fill('agreed in the meeting')
  await proposing.getByRole('button', { name: 'Propose' }).click()
  await expect(proposing).toBeHidden()
})

test('ADJ-010 ADJ-011 ADJ-012 an amount is held and released', async ({ page }) => {
  await page.goto(consoleAddress('/adjustments?tab=holds'))
  await page.getByRole('button', { name: 'New hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'New hold' })
  await dialog.getByLabel('Number of the partner').fill(String(partner))
  await dialog.getByLabel('Amount').fill('1.25')
  await dialog.getByLabel('Reason for the partner').fill('We check an order.')
  await dialog.getByLabel('Reason for operators').fill('two orders with one invoice')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hold the amount' }).click()
  await expect(page.getByText('We check an order.').first()).toBeVisible()
  await expectSound(page)
  await page
    .getByRole('button', { name: /^Release hold/ })
    .first()
    .click()
  const release = page.getByRole('dialog', { name: /^Release hold/ })
  await release.getByRole('textbox').fill('the order is right')
  await release.getByRole('button', { name: 'Do it now' }).click()
  await expect(release).toBeHidden()
})

for (const { path, tab, none } of [
  { path: getAdjustments.path, tab: 'adjustments', none: 'No adjustments.' },
  { path: getHolds.path, tab: 'holds', none: 'No holds.' },
]) {
  test(`SCR-001 SCR-002 ${tab}: loading, none, error`, async ({ page }) => {
    const arrive = await slowCall(page, path)
    await page.goto(consoleAddress(`/adjustments?tab=${tab}`))
    await expect(page.locator('table[aria-busy]').first()).toBeVisible()
    await expectAccessible(page)
    await arrive()
    const fill = await answerCall(page, path, { content: [] })
    await page.goto(consoleAddress(`/adjustments?tab=${tab}`))
    await expect(page.getByText(none)).toBeVisible()
    await expectSound(page)
    await fill()
    await failCall(page, path, 'down')
    await page.goto(consoleAddress(`/adjustments?tab=${tab}`))
    await expect(page.getByText(COULD_NOT)).toBeVisible()
    await expectAccessible(page)
  })
}
