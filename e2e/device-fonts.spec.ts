import { type Language, offeredLanguages } from '@partner-office/locales'
import type { BrowserContext, Page } from '@playwright/test'

import { fontEnvironment, type FontSet } from '../scripts/browser-fonts.mjs'
import { expectDrawn, LONG_NAMES, openView, PAGE_NAMES, textProblems } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { answerLongLists } from './long-lists.ts'
import { office } from './operators.ts'
import { makePartner } from './partners.ts'
import { newVisitor } from './visitors.ts'

/**
 * Every page in one language takes half a minute a device: `[LANGUAGES=ru,ja] npm run languages`. Otherwise each page is opened
 * on one device, in one of these languages, which take turns.
 */
const ASKED = process.env['LANGUAGES']
const IS_FULL = ASKED !== undefined
/** Long words, tall and joined scripts, letters in files of their own, and letters of the device alone. */
const CHOICE: readonly Language[] = ['de', 'hi', 'ar', 'ru', 'bn', 'vi', 'ja']
const LANGUAGES = IS_FULL ? offeredLanguages(ASKED) : CHOICE
const WIDTHS = [320, 400]

type Device = {
  readonly title: string
  readonly fonts: FontSet
  /** Whether the letters of Inter come. */
  readonly inter: boolean
}

/** Other tests of the run have Arial's letters and Inter's. */
const DEVICES: readonly Device[] = [
  { title: 'letters as wide as those of Arial, without Inter', fonts: 'arial', inter: false },
  { title: 'the letters of DejaVu alone, without Inter', fonts: 'dejavu', inter: false },
  { title: 'its own letters for every script', fonts: 'noto', inter: true },
]

test.beforeAll(async () => {
  if (IS_FULL) await office('config set languages all')
})

test('the browser of the tests sees the fonts of the tests, and none of this machine', async ({
  page,
}) => {
  const families = ['sans-serif', 'serif', 'system-ui', 'Arial', 'Liberation Sans', 'DejaVu Serif']
  const texts = [...families, 'monospace'].map(
    (name) => `<p style="font-family: '${name}'">Ada</p>`,
  )
  await page.setContent(
    texts.join('').replaceAll(/'(sans-serif|serif|system-ui|monospace)'/g, '$1'),
  )
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const found = await cdp.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
  const used: string[] = []
  for (const nodeId of found.nodeIds) {
    const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
    used.push(...fonts.map(({ postScriptName }) => postScriptName))
  }
  await cdp.detach()
  const others = ['DejaVuSans', 'DejaVuSansMono']
  expect(used).toEqual([...Array(4).fill('DejaVuSans'), 'LiberationSans', ...others])
})

for (const [at, { title, fonts, inter }] of DEVICES.entries()) {
  test(`no text of a narrow page is cut or lies over another one on a device with ${title}`, async ({
    playwright,
    launchOptions,
  }) => {
    test.setTimeout(LANGUAGES.length * PAGE_NAMES.length * 10_000)
    const env = { ...launchOptions.env, ...fontEnvironment(fonts) }
    const browser = await playwright.chromium.launch({ ...launchOptions, env })
    const problems: string[] = []
    try {
      const { token } = await makePartner({ ...LONG_NAMES, language: LANGUAGES[0]! })
      const context = await newVisitor(browser, { token, width: WIDTHS[0]! })
      if (!inter) await leaveOutInter(context)
      const page = await context.newPage()
      await answerLongLists(page)
      // The page of this partner is shown in each language.
      for (const [turn, language] of LANGUAGES.entries()) {
        const pages = PAGE_NAMES.filter((_, index) => IS_FULL || isTurn(index, at, turn))
        problems.push(...(await problemsOf(page, language, pages)))
      }
    } finally {
      await browser.close()
    }
    expect(problems).toEqual([])
  })
}

/** The pages are shared out among the devices, and the pages of a device among the languages. */
const isTurn = (page: number, device: number, language: number): boolean =>
  page % DEVICES.length === device &&
  (Math.floor(page / DEVICES.length) + device) % CHOICE.length === language

/** The page keeps the letters that replace Inter's. */
async function leaveOutInter(context: BrowserContext): Promise<void> {
  await context.route('**/inter-*.woff2', (route) => route.abort())
}

async function problemsOf(
  page: Page,
  language: Language,
  pages: readonly string[],
): Promise<readonly string[]> {
  const problems: string[] = []
  for (const name of pages) {
    await openView(page, { page: name, language, theme: 'light', width: WIDTHS[0]! })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectDrawn(page)
      const found = await textProblems(page)
      problems.push(...found.map((each) => `${name} ${language} ${width}: ${each}`))
    }
  }
  return problems
}
