import type { BonusTransaction } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { adjustBonuses, holdAmounts, REASON } from './adjustments.ts'
import { openBackPage } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
  layoutShift,
} from './page-checks.ts'
import type { Partner, PartnerOptions } from './partners.ts'

/** 4,000 EUR of direct bonuses: 8,000 UPT, and what the rank brings. */
const RICH: PartnerOptions = {
  active: true,
  verified: true,
  twoFactor: true,
  legs: [{ name: 'Grace Hopper', turnover: '10000.00' }],
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'How this amount was calculated' })

/** The partner's bonus of the order. */
async function bonusOf(partner: Partner): Promise<BonusTransaction> {
  const history = await as(partner)('GET', officeAddress('/v1/bonus/history?bonusTypes=DIRECT'))
  return (history as { content: BonusTransaction[] }).content[0]!
}

test('ADJ-005 ADJ-006 ADJ-009 an adjustment stands in the history, in its tab and in the explanation of its bonus, each with a link to the others', async ({
  page,
  signIn,
}) => {
  const bonus = await bonusOf(await signIn(RICH))
  await adjustBonuses(page, bonus)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/en/transactions/bonuses')
  const row = page.getByRole('row').filter({ hasText: REASON })
  await expect(row.getByText('Adjustment', { exact: true })).toBeVisible()
  await expect(row.getByText(`Bonus ${bonus.id}`)).toBeVisible()
  // A press anywhere in the row opens the explanation of the bonus.
  await row.click()
  await expect(page).toHaveURL(new RegExp(`why=${bonus.id}`))
  const adjusted = panel(page).getByRole('list', { name: 'Adjustments' }).getByRole('listitem')
  await expect(adjusted).toHaveCount(2)
  await expect(adjusted.first()).toContainText('Taken back by adjustment 13')
  await expect(adjusted.last()).toContainText('Takes back adjustment 12')
  await expectAccessible(page)
  await panel(page).getByRole('link', { name: 'All adjustments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Adjustments' })).toBeVisible()
  await expect(page).toHaveTitle(/^Adjustments/)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Adjustments')
  const listed = page.getByRole('row').filter({ hasText: REASON })
  await expect(listed).toContainText('Taken back by adjustment 13')
  await expectAccessible(page)
  await listed.getByRole('button', { name: `Bonus ${bonus.id}` }).press('Enter')
  await expect(panel(page)).toContainText('Grace Hopper')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(listed.getByRole('button', { name: `Bonus ${bonus.id}` })).toBeFocused()
})

test('ADJ-006 a filter with an old kind asks for that kind alone', async ({ page, signIn }) => {
  await signIn(RICH)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/en/transactions/bonuses')
  const asked = page.waitForRequest((request) => /bonusTypes=/.test(request.url()))
  await page.getByLabel('Bonus', { exact: true }).selectOption('DIRECT')
  expect(new URL((await asked).url()).searchParams.get('bonusTypes')).toBe('DIRECT')
})

test('ADJ-011 the dashboard shows what is on hold without moving anything; its window tells since when, until when and why', async ({
  page,
  signIn,
}) => {
  const bonus = await bonusOf(await signIn(RICH))
  await holdAmounts(page, bonus.id)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/en/dashboard')
    const held = page.getByRole('button', { name: '1,250.50000000 UPT on hold' })
    await expect(held).toBeVisible()
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    await expectNoHorizontalScroll(page)
    await held.press('Enter')
    const holds = page.getByRole('dialog', { name: 'On hold' }).getByRole('listitem')
    await expect(holds).toHaveCount(2)
    await expect(holds.first()).toContainText(
      /1,000\.00000000.UPT on hold.*Since 12\.11\.2026.14:05.UTC, until 30\.11\.2026.00:00.UTC\..*We check the order/s,
    )
    await expect(holds.last()).toContainText('No end is set yet.')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(held).toBeFocused()
    await expectAccessible(page)
  }
})

test('ADJ-011 HLD-004 what blocks my payout names each hold, and leads to its bonus', async ({
  page,
  signIn,
}) => {
  const bonus = await bonusOf(await signIn(RICH))
  await holdAmounts(page, bonus.id)
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/en/payout')
    await page.getByRole('radio', { name: /UPT bonus to UPT wallet/ }).check()
    const blocks = page.getByRole('region', { name: 'What blocks my payout' })
    await expect(blocks.getByText(REASON)).toBeVisible()
    await expect(blocks).toContainText(/You can pay out 500\.00000000.UPT from 01\.12\.2026/)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: `Bonus ${bonus.id}` }).click()
  await expect(panel(page)).toContainText('Grace Hopper')
})

test('ADJ-006 the page of adjustments fits in German; the open one of tabs that do not fit is scrolled to', async ({
  page,
  signIn,
}) => {
  await adjustBonuses(page, await bonusOf(await signIn({ ...RICH, language: 'de' })))
  await page.goto('/de/bonuses/adjustments')
  await expect(page.getByRole('heading', { name: 'Anpassungen', level: 1 })).toBeVisible()
  await expectFits(page, { isDrawn: () => expect(page.getByText(REASON)).toBeVisible() })
  await page.setViewportSize({ width: 320, height: 900 })
  for (const language of ['de', 'ar']) {
    await openBackPage(page, `/${language}/transactions/reports`)
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.95 })
  }
})
