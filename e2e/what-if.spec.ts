import type { Page } from '@playwright/test'

import { openBackPage } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFits } from './page-checks.ts'

/** Example 1 of the 50 % rule: 8,000 EUR are missing to Ruby, and both large legs are at their caps. */
const RUBY = {
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00' },
    { name: 'Katherine Johnson', turnover: '30000.00' },
    { name: 'Mary Jackson', turnover: '8000.00' },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
  ],
} as const

/** High enough that the bottom bars cover no field. */
const UNCOVERED = 3200

const missing = (page: Page) =>
  page.getByRole('region', { name: 'Still missing with this plan' }).getByRole('status')
const leg = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const field = (page: Page, name: string) => page.getByLabel(`Planned, ${name}, EUR`)

async function openMissing(page: Page, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto('/en/bonuses/rank')
  await page.getByRole('link', { name: 'What is missing' }).click()
  await expect(missing(page)).toHaveText('8,000.00 EUR')
}

test.describe('the turnover missing to the next rank', () => {
  test('each leg says what its next euro adds, and is drawn: booked, planned, and above its cap; planned turnover counts at once', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    await openMissing(page)
    await expect(leg(page, 'Grace Hopper')).toContainText('The next euro adds nothing')
    await expect(leg(page, 'Mary Jackson')).toContainText('For 22,000.00 EUR more')
    await field(page, 'Grace Hopper').fill('5000')
    await expect(missing(page)).toHaveText('8,000.00 EUR')
    await field(page, 'Mary Jackson').fill('3000.50')
    await expect(missing(page)).toHaveText('4,999.50 EUR')
    await expect(leg(page, 'Mary Jackson')).toContainText('Would add 3,000.50 EUR')
    await expectAccessible(page)

    await field(page, 'Mary Jackson').fill('3000')
    const parts = (name: string) => leg(page, name).locator('.lane > i')
    await expect(leg(page, 'Grace Hopper').getByRole('img')).toHaveAttribute(
      'aria-label',
      /^Grace Hopper: 65,000\.00\sEUR in all, cap 50,000\.00\sEUR$/,
    )
    await expect(parts('Grace Hopper').nth(0)).toHaveClass('tone-leg1')
    await expect(parts('Grace Hopper').nth(1)).toHaveClass('hatch')
    await expect(parts('Mary Jackson').nth(0)).toHaveClass('tone-others')
    await expect(parts('Mary Jackson').nth(1)).toHaveClass('tone-others plan')
    const plan = page.getByRole('region', { name: 'Your plan' })
    await expect(plan.getByRole('definition')).toHaveText([
      '92,000.00 EUR',
      '0.00 EUR',
      '+3,000.00 EUR',
      '95,000.00 EUR',
      '100,000.00 EUR',
      '5,000.00 EUR',
    ])
    await expect(plan).toContainText('planned 5,000.00 EUR')

    const slider = page.getByRole('slider', { name: 'Planned turnover, Mary Jackson' })
    await slider.press('ArrowUp')
    await expect(field(page, 'Mary Jackson')).toHaveValue('3,010.00')
    await field(page, 'Mary Jackson').fill('20000')
    await expect(slider).toHaveValue('10000')
    await field(page, 'Mary Jackson').fill('2 legs')
    await expect(leg(page, 'Mary Jackson').getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByLabel('For rank').selectOption({ label: 'Emerald' })
    await expect(missing(page)).toHaveText('148,000.00 EUR')
  })

  test('on a phone the result stays above the navigation', async ({ page, signIn }) => {
    await signIn(RUBY)
    await openMissing(page, 400)
    const bar = page.locator('.what-if-bar')
    await field(page, 'Dorothy Vaughan').scrollIntoViewIfNeeded()
    await field(page, 'Dorothy Vaughan').fill('3000')
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(bar).toContainText('5,000.00 EUR')
    await expect(bar).toContainText('95%')
    const navigation = page.getByRole('navigation', { name: 'Main pages' })
    const { y, height } = (await bar.boundingBox())!
    expect(Math.round(y + height)).toBe(Math.round((await navigation.boundingBox())!.y))
    // The end of the page is not covered.
    await page.keyboard.press('Control+End')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const foot = (await page.getByRole('contentinfo').boundingBox())!
    expect(foot.y + foot.height).toBeLessThanOrEqual(y + 1)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(bar).toBeHidden()
  })

  test('the shortest way fills the fields and reaches the rank; nothing is stored', async ({
    page,
    signIn,
  }) => {
    await signIn(RUBY)
    await openMissing(page)
    await expect(page.getByText('8,000.00 EUR in this leg: Mary Jackson.')).toBeVisible()
    await page.getByRole('button', { name: 'Fill in the shortest way' }).click()
    await expect(field(page, 'Mary Jackson')).toHaveValue('8,000.00')
    await expect(missing(page)).toHaveText('0.00 EUR')
    await expect(page.getByText('With this plan you would reach Ruby.')).toBeVisible()
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect(missing(page)).toHaveText('8,000.00 EUR')
    await page.reload()
    await expect(missing(page)).toHaveText('8,000.00 EUR')
    await page.getByRole('link', { name: 'Rank bonus' }).first().click()
    await expect(page.getByRole('region', { name: 'All ranks' })).toBeVisible()
  })

  test('fits in German, light, and in Arabic, dark', async ({ page, signIn }) => {
    await signIn({ ...RUBY, language: 'de' })
    for (const [language, colorScheme] of [
      ['de', 'light'],
      ['ar', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await openBackPage(page, `/${language}/bonuses/rank?view=missing`)
      await page.getByRole('slider').nth(2).press('PageUp')
      await expect(page.locator('.lane > .plan')).toHaveCount(1)
      await expectFits(page, { height: UNCOVERED })
    }
  })
})
