import type { BonusTransaction } from '@partner-office/contracts'

import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import type { PartnerOptions } from './partners.ts'

/** Direct bonuses of one order. */
const RICH: PartnerOptions = {
  active: true,
  legs: [{ name: 'Grace Hopper', turnover: '10000.00' }],
}
const TEXT = 'I was active on that day. Why is it so low?'

test('DSP-001 DSP-010 a credited line is asked about below its explanation; the page lists the question, and it is withdrawn', async ({
  page,
  signIn,
}) => {
  const partner = await signIn(RICH)
  const history = await as(partner)('GET', officeAddress('/v1/bonus/history?bonusTypes=DIRECT'))
  const [bonus] = (history as { content: BonusTransaction[] }).content
  await page.goto(`/en/transactions/bonuses?why=${bonus!.id}`)
  const panel = page.getByRole('dialog', { name: 'How this amount was calculated' })
  await panel.getByRole('button', { name: 'Ask about this' }).click()
  await panel.getByLabel('Your question').fill('too short')
  await panel.getByRole('button', { name: 'Send question' }).click()
  await expect(panel.getByLabel('Your question')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await panel.getByLabel('Your question').fill(TEXT)
  await panel.getByRole('button', { name: 'Send question' }).click()
  await panel.getByRole('link', { name: /^You have asked about this: question \d+$/ }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Questions about bonuses' }),
  ).toBeVisible()
  const question = page.getByRole('region', { name: /^Question \d+$/ })
  await expect(question).toContainText(TEXT)
  await expect(question).toContainText('Waiting for our answer')
  await expectAccessible(page)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoHorizontalScroll(page)
  }
  await question.getByRole('button', { name: 'Withdraw question' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw question' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Withdraw question' }).click()
  await expect(question).toContainText('Withdrawn')
})

test('DSP-010 the support page leads to the questions, which say when there are none', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/en/support')
  await page.getByRole('link', { name: 'Questions about bonuses' }).click()
  await expect(page.getByText('No questions yet')).toBeVisible()
  await page.goto('/ar/disputes')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('لا توجد أسئلة بعد')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})
