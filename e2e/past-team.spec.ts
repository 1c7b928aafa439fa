import type { Page } from '@playwright/test'

import { dateField, expectDate, typeDate } from './dates.ts'
import { openBackPage } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectFits } from './page-checks.ts'

const DAY_MS = 86_400_000
const TEAM = {
  name: 'Anna Kay',
  legs: [
    { name: 'Marco Tan', turnover: '500.00', below: [{ name: 'Ines Fay', turnover: '2140.00' }] },
    { name: 'Yuki Sun', turnover: '1200.25' },
  ],
} as const

/** The partners of a test registered 90 days ago; their orders were paid within the last hours. */
const dayAgo = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

const field = (page: Page) => dateField(page, 'Team at the end of the day (UTC)')
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

test('PAS-002 the tree shows the own team as it was at the end of a past day, and today again; other days are refused in words', async ({
  page,
  signIn,
}) => {
  await signIn({ ...TEAM, language: 'en' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/en/team/tree')
  await expect(row(page, 'Marco Tan').getByRole('cell').nth(6)).toHaveText('2,140.00')
  const day = dayAgo(30)
  await typeDate(field(page), day)
  await expect(page.getByText(/^You see your team as it was at the end of /)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=${day}`))
  await expect(row(page, 'Marco Tan').getByRole('cell').nth(5)).toHaveText('0.00')
  await expect(row(page, 'Marco Tan').getByRole('cell').nth(4)).toHaveText('1')
  await row(page, 'Marco Tan').getByRole('link').click()
  await expect(row(page, 'Ines Fay')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`day=${day}`))
  await page.getByRole('button', { name: 'Show today' }).click()
  await expect(row(page, 'Ines Fay').getByRole('cell').nth(2)).toHaveText('2,140.00')
  await expectDate(field(page), '')
  for (const refused of [dayAgo(0), '1999-01-01']) {
    await page.goto(`/en/team/tree?day=${refused}`)
    await expect(page.getByText(/^Choose a past day from \d\d\.\d\d\.\d{4} on\.$/)).toBeVisible()
    await expect(page.getByRole('tabpanel').getByText('Marco Tan')).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('PAS-002 fits in German and Arabic at each width', async ({ page, signIn }) => {
  await signIn({ ...TEAM, language: 'de' })
  for (const language of ['de', 'ar']) {
    await openBackPage(page, `/${language}/team/tree?day=${dayAgo(30)}`)
    const link = page.getByRole('tabpanel').getByRole('link', { name: 'Marco Tan' })
    await expectFits(page, { isDrawn: () => expect(link).toBeVisible() })
  }
})
