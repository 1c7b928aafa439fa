import { expectDrawn, LONG_NAMES, openView, PAGE_NAMES, textProblems } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { answerLongLists } from './long-lists.ts'
import {
  expectAccessible,
  expectNoCutText,
  expectNoHorizontalScroll,
  expectWithoutColours,
  WIDTHS,
} from './page-checks.ts'
import { everyRow } from './every-row.ts'
import type { PartnerOptions } from './partners.ts'

/** The full matrix takes minutes: `npm run axe`. */
const IS_FULL = process.env['AXE'] === 'full'
const MOST_RUNS = 100
/** A combination may have a single page. */
const SIGN_IN_MS = 60_000

const STATES: Readonly<Record<string, PartnerOptions>> = {
  filled: {
    name: 'Ada Lovelace',
    active: true,
    sponsor: { name: 'Annie Easley' },
    // Enough for every programme.
    legs: [
      { name: 'Grace Hopper', turnover: '250000.00', active: true },
      { name: 'Maximiliane Schwarzenberger-Oberhausen', turnover: '150000.00', active: true },
      { name: 'Katherine Johnson', turnover: '100000.00', active: true },
      { name: 'Mary Jackson', turnover: '1200.00' },
    ],
  },
  new: { name: 'Ada Lovelace' },
  failing: { name: 'Ada Lovelace' },
}

const MATRIX = {
  page: PAGE_NAMES,
  state: Object.keys(STATES),
  theme: ['light', 'dark'],
  language: ['en', 'de', 'ar'],
  width: [320, 800, 1280],
} as const

type Run = ReturnType<typeof everyRow<typeof MATRIX>>[number]

/** Each page in each state: themes, languages and widths take turns, so that every pair of values occurs. */
const PAIRS: readonly Run[] = everyRow({ page: MATRIX.page, state: MATRIX.state }).map((row) => {
  const at = MATRIX.page.indexOf(row.page)
  const turn = at + MATRIX.state.indexOf(row.state)
  return {
    ...row,
    theme: MATRIX.theme[turn % 2]!,
    language: MATRIX.language[turn % 3]!,
    width: MATRIX.width[(2 * turn - at + Math.floor(at / 3)) % 3]!,
  }
})
const RUNS = IS_FULL ? everyRow(MATRIX) : PAIRS

/** Calls without which no page is drawn. */
const NEEDED = /\/v1\/(config|profile|legals)/

for (const state of MATRIX.state) {
  for (const language of MATRIX.language) {
    const runs = RUNS.filter((run) => run.state === state && run.language === language)
    test(`pages are accessible and nothing is cut: ${state}, ${language}`, async ({
      page,
      signIn,
    }) => {
      test.setTimeout(SIGN_IN_MS + runs.length * 10_000)
      await signIn({ ...STATES[state], language })
      if (state === 'failing') {
        await page.route('**/v1/**', (route) =>
          NEEDED.test(route.request().url()) ? route.continue() : route.fulfill({ status: 404 }),
        )
      }
      for (const run of runs) {
        await test.step(`${run.page} ${run.theme} ${run.width}`, async () => {
          await openView(page, run)
          // What stands in place of data that failed has the same colours on every page.
          const hasOwnColours = IS_FULL || state !== 'failing' || run === runs[0]
          await (hasOwnColours ? expectAccessible(page) : expectWithoutColours(page))
          await expectNoHorizontalScroll(page)
          await expectNoCutText(page)
        })
      }
    })
  }
}

/** English texts are shorter than German ones; the matrix opens each page in English, too. */
for (const language of ['de', 'ar']) {
  test(`no text is cut or lies over another one: ${language}`, async ({ page, signIn }) => {
    test.setTimeout(SIGN_IN_MS + PAGE_NAMES.length * 10_000)
    await signIn({ ...LONG_NAMES, language })
    await answerLongLists(page)
    const problems: string[] = []
    for (const name of PAGE_NAMES) {
      await openView(page, { page: name, theme: 'light', language, width: WIDTHS[0]! })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expectDrawn(page)
        const found = await textProblems(page)
        problems.push(...found.map((problem) => `${name} ${width}: ${problem}`))
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
