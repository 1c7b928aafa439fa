import { setTimeout as wait } from 'node:timers/promises'

import { type Language, offeredLanguages } from '@partner-office/locales'
import type { Browser, Page } from '@playwright/test'

import { fontEnvironment } from '../scripts/browser-fonts.mjs'
import { expectDrawn } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { officeAddress } from './http.ts'
import { office } from './operators.ts'
import { layoutShift } from './page-checks.ts'
import { makePartner, type Partner } from './partners.ts'
import { passportPage, signInRequest } from './passport-pages.ts'
import { newVisitor } from './visitors.ts'

/** First visits in a language take a minute or two: `[LANGUAGES=ru,ja] npm run languages`. */
const ASKED = process.env['LANGUAGES']
const LANGUAGES = ASKED === undefined ? [] : offeredLanguages(ASKED)

/** How long the files of letters take; null: they never come. */
const DELAYS_MS = [1_000, 3_000, null]
/** The page shows its texts without letters that never come after this time. */
const PATIENCE_MS = 30_000
/** Every page loads it, whatever its language. */
const LATIN = /\/inter-latin-opsz-/
const MOST_BYTES = 60 * 1024
const MOST_SHIFT = 0.02

type Visit = {
  readonly name: string
  readonly address: string
  readonly token: string | null
  readonly language: Language
  readonly delayMs: number | null
}

/** What a visit cost: the bytes of letters beside the Latin ones, and how far the page moved. */
type Cost = { readonly bytes: number; readonly shift: number }

test.beforeAll(async () => {
  if (LANGUAGES.length > 0) await office('config set languages all')
})

for (const language of LANGUAGES) {
  test(`first visits in ${language} load few letters, and late ones move nothing`, async ({
    browser,
  }) => {
    test.setTimeout(600_000)
    await expectCheap(browser, await visitsIn(language))
  })
}

/** Languages whose letters come from the device, or from a file where the device lacks them. */
const SCRIPTS = LANGUAGES.filter((language) => ['hi', 'bn', 'th'].includes(language))

for (const language of SCRIPTS) {
  test(`a device with letters for ${language} loads none`, async ({
    playwright,
    launchOptions,
  }) => {
    test.setTimeout(600_000)
    const env = { ...launchOptions.env, ...fontEnvironment('noto') }
    const browser = await playwright.chromium.launch({ ...launchOptions, env })
    try {
      const visits = await visitsIn(language)
      const costs = await expectCheap(
        browser,
        visits.filter(({ delayMs }) => delayMs === 1_000),
      )
      expect(costs.map(({ bytes }) => bytes)).toEqual(costs.map(() => 0))
    } finally {
      await browser.close()
    }
  })
}

async function visitsIn(language: Language): Promise<readonly Visit[]> {
  const legs = [{ name: 'Grace Hopper', turnover: '60000.00' }]
  const { token }: Partner = await makePartner({ language, active: true, legs })
  const request = await signInRequest(language)
  const pages = [
    { name: 'landing', address: officeAddress(`/${language}`), token: null },
    { name: 'registration', address: passportPage('registration', request, language), token: null },
    { name: 'login', address: passportPage('login', request, language), token: null },
    { name: 'dashboard', address: officeAddress(`/${language}/dashboard`), token },
  ]
  return pages.flatMap((page) => DELAYS_MS.map((delayMs) => ({ ...page, language, delayMs })))
}

/** Visits each page with an empty cache; prints and returns the costs. */
async function expectCheap(browser: Browser, visits: readonly Visit[]): Promise<readonly Cost[]> {
  const costs: Cost[] = []
  for (const visit of visits) {
    const cost = await costOf(browser, visit)
    const { name, language, delayMs } = visit
    const late = delayMs === null ? 'never' : `${delayMs} ms`
    process.stdout.write(
      `${language} ${name}, letters ${late}: ${cost.bytes} bytes, moved ${cost.shift}\n`,
    )
    costs.push(cost)
  }
  const dear = costs.filter(({ bytes, shift }) => bytes > MOST_BYTES || shift > MOST_SHIFT)
  expect(dear, `more than ${MOST_BYTES} bytes or ${MOST_SHIFT}`).toEqual([])
  return costs
}

async function costOf(browser: Browser, visit: Visit): Promise<Cost> {
  const context = await newVisitor(browser, { token: visit.token, width: 400 })
  try {
    const page = await context.newPage()
    const files = await delayLetters(page, visit.delayMs)
    await page.goto(visit.address, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('lang', visit.language, {
      timeout: PATIENCE_MS,
    })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectDrawn(page)
    // Letters that are asked for by the last drawing have come, too.
    await wait((visit.delayMs ?? 0) + 300)
    if (visit.delayMs !== null) await page.evaluate(async () => void (await document.fonts.ready))
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
    return { bytes, shift: Number((await layoutShift(page)).toFixed(4)) }
  } finally {
    await context.close()
  }
}

/** Delays the files of letters; the result holds the sizes of those beside the Latin ones that were asked for. */
async function delayLetters(
  page: Page,
  delayMs: number | null,
): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>()
  await page.route('**/*.woff2', async (route) => {
    const url = route.request().url()
    const response = await route.fetch()
    const body = await response.body()
    if (!LATIN.test(url)) files.set(url, body.length)
    if (delayMs === null) return
    await wait(delayMs)
    // The page may be closed.
    await route.fulfill({ response, body }).catch(() => {})
  })
  return files
}
