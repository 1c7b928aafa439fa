import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { backPages } from './office-pages.ts'
import { expectAccessible, expectNoCutText, expectNoHorizontalScroll } from './page-checks.ts'
import { everyRow, pairwise } from './pairwise.ts'
import type { PartnerOptions } from './partners.ts'

/** The full matrix takes minutes: `npm run axe`. */
const IS_FULL = process.env['AXE'] === 'full'
const MOST_RUNS = 150

const NOT_DRAWN = new Set([
  'login',
  'registration',
  'catch',
  'team',
  'bonusInfinity',
  'transactions',
])
const PAGES = backPages('en').filter(([name]) => !NOT_DRAWN.has(name))

const STATES: Readonly<Record<string, PartnerOptions>> = {
  filled: {
    name: 'Ada Lovelace',
    active: true,
    sponsor: { name: 'Annie Easley' },
    legs: [
      { name: 'Grace Hopper', turnover: '9000.00', active: true },
      { name: 'Maximiliane Schwarzenberger-Oberhausen', turnover: '1200.00' },
    ],
  },
  new: { name: 'Ada Lovelace' },
  failing: { name: 'Ada Lovelace' },
}

const MATRIX = {
  page: PAGES.map(([name]) => name),
  state: Object.keys(STATES),
  theme: ['light', 'dark'],
  language: ['en', 'de', 'ar'],
  width: [320, 800, 1280],
} as const

type Run = ReturnType<typeof everyRow<typeof MATRIX>>[number]

const PAIRS = pairwise(MATRIX)
const RUNS = IS_FULL ? everyRow(MATRIX) : PAIRS

/** Calls without which no page is drawn. */
const NEEDED = /\/v1\/(config|profile|legals)/

async function open(page: Page, { page: name, language, theme, width }: Run): Promise<void> {
  const [, address] = backPages(language).find(([each]) => each === name)!
  await page.emulateMedia({ colorScheme: theme })
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.sk')).toHaveCount(0)
}

for (const state of MATRIX.state) {
  for (const language of MATRIX.language) {
    const runs = RUNS.filter((run) => run.state === state && run.language === language)
    test(`pages are accessible and nothing is cut: ${state}, ${language}`, async ({
      page,
      signIn,
    }) => {
      test.setTimeout(runs.length * 10_000)
      await signIn({ ...STATES[state], language })
      if (state === 'failing') {
        await page.route('**/v1/**', (route) =>
          NEEDED.test(route.request().url()) ? route.continue() : route.fulfill({ status: 404 }),
        )
      }
      for (const run of runs) {
        await test.step(`${run.page} ${run.theme} ${run.width}`, async () => {
          await open(page, run)
          await expectAccessible(page)
          await expectNoHorizontalScroll(page)
          await expectNoCutText(page)
        })
      }
    })
  }
}

for (const language of ['de', 'ar'] as const) {
  test(`no page is cut at 320 pixels: ${language}`, async ({ page, signIn }) => {
    test.setTimeout(PAGES.length * 10_000)
    await signIn({ ...STATES['filled'], language })
    for (const [name] of PAGES) {
      await test.step(name, async () => {
        await open(page, { page: name, state: 'filled', theme: 'light', language, width: 320 })
        await expectNoHorizontalScroll(page)
        await expectNoCutText(page)
      })
    }
  })
}

test('the choice is small and holds every pair of values', () => {
  expect(PAIRS.length).toBeLessThanOrEqual(MOST_RUNS)
  const pairsOf = (rows: readonly Run[]): Set<string> =>
    new Set(
      rows.flatMap((row) => {
        const values = Object.entries(row)
        return values.flatMap(([one, a]) => values.map(([other, b]) => `${one} ${a} ${other} ${b}`))
      }),
    )
  expect(pairsOf(PAIRS)).toEqual(pairsOf(everyRow(MATRIX)))
})
