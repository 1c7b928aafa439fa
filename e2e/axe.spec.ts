import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { backPages } from './office-pages.ts'
import { expectAccessible, expectNoCutText, expectNoHorizontalScroll } from './page-checks.ts'
import { everyRow, pairwise } from './pairwise.ts'
import type { PartnerOptions } from './partners.ts'
import { expectTextsApart } from './text-boxes.ts'

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

/** The longest names that people have, in scripts of every kind. */
const LONG_NAMES: PartnerOptions = {
  name: 'Maximiliane-Konstantinopoulou Hohenlohe-Schillingsfürst-Breitenbach',
  active: true,
  sponsor: { name: 'Venkatanarasimharajuvaripeta Krishnamoorthysubramanian' },
  legs: [
    {
      name: 'Wolfeschlegelsteinhausenbergerdorff Donaudampfschifffahrtsgesellschaft',
      turnover: '187995.08',
      active: true,
    },
    { name: 'सीता पाटिल', turnover: '99999.99' },
    { name: 'عبدالرحمن الصمدانيالمستنصري', turnover: '12345.67' },
    { name: '민윤 남궁', turnover: '1000.00' },
  ],
}

const WIDTHS = [320, 400, 800, 1280]

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
  await expect(page.locator('.sk').filter({ visible: true })).toHaveCount(0)
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

for (const language of MATRIX.language) {
  test(`no text is cut or lies over another one: ${language}`, async ({ page, signIn }) => {
    test.setTimeout(PAGES.length * 10_000)
    await signIn({ ...LONG_NAMES, language })
    const problems: string[] = []
    for (const [name] of PAGES) {
      await open(page, { page: name, state: 'filled', theme: 'light', language, width: 320 })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expect(page.locator('.sk').filter({ visible: true })).toHaveCount(0)
        for (const check of [expectNoHorizontalScroll, expectNoCutText, expectTextsApart]) {
          await check(page).catch(({ message }: Error) => {
            problems.push(`${name} ${width}: ${message}`)
          })
        }
      }
    }
    expect(problems).toEqual([])
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
