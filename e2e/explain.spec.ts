import type { Page } from '@playwright/test'

import { failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'

const HISTORY = '/en/transactions/bonuses'

/** Mary orders for 333.33 EUR: Ada, two lines above, gets 7 % of it. */
const TWO_LINES = {
  active: true,
  legs: [
    {
      name: 'Grace Hopper',
      below: [{ name: 'Mary Jackson', turnover: '333.33' }],
    },
  ],
} as const

const panel = (page: Page) => page.getByRole('dialog', { name: 'How this amount was calculated' })
const amount = (page: Page) => page.getByRole('button', { name: '+46.66620000 UPT' })

async function openPanel(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(HISTORY)
  await amount(page).click()
  await expect(panel(page).getByText('Calculation')).toBeVisible()
}

test.describe('the explanation of an amount', () => {
  test('a team bonus: the sentence, the path of the order, and a sum that adds up, as text, too; an order has an amount for each bonus', async ({
    page,
    context,
    signIn,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(TWO_LINES)
    await openPanel(page, 1280)
    await expect(panel(page)).toContainText(
      'Mary Jackson, on line 2 below you, ordered for 333.33 EUR. Your share is 7%.',
    )
    const steps = panel(page).getByRole('listitem')
    await expect(steps).toHaveCount(3)
    await expect(steps.nth(0)).toContainText('333.33 EUR')
    await expect(steps.nth(1)).toContainText('Grace Hopper')
    await expect(steps.nth(1)).toContainText(
      /Not paid: the account was not active|Paid: direct bonus/,
    )
    await expect(steps.nth(2)).toContainText('Paid: team bonus on line 2')
    await expect(steps.nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(panel(page).locator('.calculation dd')).toHaveText([
      '333.33EUR',
      '23.3331EUR',
      '2',
      '46.6662UPT',
      '46.66620000UPT',
    ])
    await panel(page).getByRole('button', { name: 'Copy as text' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(
        /^Team\nMary Jackson, on line 2 below you[^]*\nBooked: 46\.66620000 UPT\nPlan version/,
      )
    await page.keyboard.press('Escape')

    const number = await page
      .getByRole('row')
      .filter({ hasText: 'Mary Jackson' })
      .getByRole('cell')
      .nth(4)
      .textContent()
    const order = page.getByLabel('Order number')
    // The second number is the smallest that the contract refuses.
    for (const wrong of ['none', '9007199254740992']) {
      await order.fill(wrong)
      await page.getByRole('button', { name: 'Explain' }).click()
      await expect(page.getByText('Enter an order number, digits only.')).toBeVisible()
    }
    await order.fill(number!)
    await page.getByRole('button', { name: 'Explain' }).click()
    await expect(panel(page)).toContainText('Your share is 7%.')
    await expect(panel(page)).toContainText('You earned nothing from it. The steps below show why.')
    await expect(panel(page)).toContainText('Not paid: the rank was too low for this bonus')
    await expectAccessible(page)
  })

  test('the panel has an address, and closing it restores the focus; a failure can be retried; on a phone it is a sheet', async ({
    page,
    signIn,
  }) => {
    await signIn(TWO_LINES)
    await openPanel(page, 1280)
    await expect(page).toHaveURL(/why=\d+$/)
    const restore = await failCall(page, '/v1/bonus/explain', 'nonsense')
    await page.reload()
    await expect(panel(page).getByRole('alert')).toBeVisible()
    await restore()
    await panel(page).getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page).getByText('Calculation')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(page).not.toHaveURL(/why/)
    await amount(page).click()
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(amount(page)).toBeFocused()

    await page.setViewportSize({ width: 400, height: 900 })
    await amount(page).click()
    await expect(panel(page).getByText('Calculation')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Copy as text' })).toBeInViewport()
    await expect(panel(page).getByRole('button', { name: 'Close' })).toBeInViewport()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)

    // Another partner’s record.
    await page.goto(`${HISTORY}?why=999999999`)
    await expect(panel(page).getByRole('status')).toContainText(
      'None of your bonuses and no order of your team has this number.',
    )
    await expect(panel(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('in Arabic the decimal points of the calculation are aligned', async ({ page, signIn }) => {
    await signIn({ ...TWO_LINES, language: 'ar' })
    await page.goto('/ar/transactions/bonuses')
    await amount(page).click()
    const points = page.locator('.calculation .fraction')
    await expect(points).toHaveCount(5)
    const starts = await points.evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().left)),
    )
    expect(new Set(starts).size).toBe(1)
  })
})
