import { ALL_LANGUAGES, type Language, offeredLanguages } from '@partner-office/locales'
import type { Page } from '@playwright/test'

import { expectDrawn, LONG_NAMES, openView, PAGE_NAMES, textProblems } from './drawn-pages.ts'
import { everyRow } from './every-row.ts'
import { expect, test } from './fixtures.ts'
import { answerLongLists } from './long-lists.ts'
import { office } from './operators.ts'
import { passportPage } from './passport-pages.ts'

/** Every page in every width takes half a minute a language: `[LANGUAGES=ru,ja] npm run languages`. */
const ASKED = process.env['LANGUAGES']
const IS_FULL = ASKED !== undefined
const FULL_LANGUAGES = offeredLanguages(ASKED ?? '')

/** Languages of one script have words of like length and lines of like height; the first ones are tested elsewhere. */
const SCRIPTS = {
  latin: ['es', 'it', 'fr', 'pt', 'vi', 'id', 'tr', 'cs', 'ms'],
  cyrillic: ['ru', 'mn', 'kk'],
  asian: ['zh', 'ja', 'ko'],
  indic: ['hi', 'bn', 'th'],
} as const satisfies Readonly<Record<string, readonly Language[]>>

const WIDTHS = [320, 400, 1280]
const TESTED_ELSEWHERE: readonly Language[] = ['en', 'de', 'ar']

type Run = {
  readonly page: string
  readonly language: Language
  readonly widths: readonly number[]
}

test('every language belongs to a script', () => {
  const known = [...Object.values(SCRIPTS).flat(), ...TESTED_ELSEWHERE]
  expect(known.toSorted()).toEqual(ALL_LANGUAGES.toSorted())
})

test.beforeAll(async () => {
  if (IS_FULL) await office('config set languages all')
})

/**
 * Each page is opened in two of the four scripts, in offered languages that take turns, at the narrowest width and at one of the
 * others.
 */
function runsOf(script: keyof typeof SCRIPTS): Run[] {
  const turn = SCRIPT_NAMES.indexOf(script)
  const offered = SCRIPTS[script].filter((language) =>
    offeredLanguages('default').includes(language),
  )
  const [narrowest, ...others] = WIDTHS
  return PAGE_NAMES.filter((_, index) => index % 2 === turn % 2).map((page, at) => ({
    page,
    widths: [narrowest!, others[(at + turn) % others.length]!],
    language: offered[at % offered.length]!,
  }))
}

const SCRIPT_NAMES = Object.keys(SCRIPTS) as (keyof typeof SCRIPTS)[]

/** What each test opens: one language whole, or a part of each language of a script. */
const TESTS: readonly (readonly [title: string, runs: readonly Run[]])[] = IS_FULL
  ? FULL_LANGUAGES.map((language) => [
      `in ${language}`,
      everyRow({ language: [language], page: PAGE_NAMES, widths: [WIDTHS] }),
    ])
  : SCRIPT_NAMES.map((script) => [`in languages of the script: ${script}`, runsOf(script)])

for (const [title, all] of TESTS) {
  test(`no text is cut or lies over another one ${title}`, async ({ page, signIn }) => {
    const runs = Map.groupBy(all, ({ language }) => language)
    test.setTimeout(runs.size * PAGE_NAMES.length * 10_000)
    const problems: string[] = []
    await answerLongLists(page)
    // The page of this partner is shown in each language.
    await signIn({ ...LONG_NAMES, language: all[0]!.language })
    for (const [language, views] of runs) {
      for (const { page: name, widths } of views) {
        await openView(page, { page: name, language, theme: 'light', width: widths[0]! })
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          await expectDrawn(page)
          const found = await textProblems(page)
          problems.push(...found.map((each) => `${name} ${language} ${width}: ${each}`))
        }
      }
    }
    expect(problems).toEqual([])
  })
}

/** Pages that need no session. */
const PUBLIC_PAGES: readonly ((language: string) => string)[] = [
  (language) => `/${language}`,
  (language) => `/${language}/statement/1`,
  ...['login', 'registration', 'forgot', 'reset'].map(
    (name) => (language: string) => passportPage(name, {}, language),
  ),
]

test('no text of the public pages is cut or lies over another one in any offered language', async ({
  page,
}) => {
  const languages = IS_FULL ? FULL_LANGUAGES : offeredLanguages('default')
  test.setTimeout(languages.length * 30_000)
  const problems: string[] = []
  for (const [at, language] of languages.entries()) {
    const pages = PUBLIC_PAGES.filter((_, index) => IS_FULL || index % 3 === at % 3)
    for (const [index, addressIn] of pages.entries()) {
      const widths = IS_FULL ? WIDTHS : [WIDTHS[(at + index) % WIDTHS.length]!]
      await openPublic(page, addressIn(language), widths[0]!)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const found = await textProblems(page)
        problems.push(...found.map((each) => `${addressIn(language)} ${width}: ${each}`))
      }
    }
  }
  expect(problems).toEqual([])
})

async function openPublic(page: Page, address: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
