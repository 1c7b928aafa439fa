import type { Page } from '@playwright/test'

import { expect } from './fixtures.ts'
import { officeAddress } from './http.ts'
import { backPages } from './office-pages.ts'
import { addressIn } from './other-language.ts'
import { expectNoCutText, expectNoHorizontalScroll, expectWholeWords } from './page-checks.ts'
import type { PartnerOptions } from './partners.ts'
import { expectTextsApart } from './text-boxes.ts'

/** Addresses that lead on without drawing a page. */
const LEAD_ON = new Set(['login', 'registration', 'catch', 'team', 'bonusInfinity', 'transactions'])

/** The names of all pages of the back layout. */
export const PAGE_NAMES = backPages('en')
  .map(([name]) => name)
  .filter((name) => !LEAD_ON.has(name))

/** The longest names that people have, in scripts of every kind, and turnovers that are enough for every programme. */
export const LONG_NAMES: PartnerOptions = {
  name: 'Maximiliane-Konstantinopoulou Hohenlohe-Schillingsfürst-Breitenbach',
  active: true,
  sponsor: { name: 'Venkatanarasimharajuvaripeta Krishnamoorthysubramanian' },
  legs: [
    {
      name: 'Wolfeschlegelsteinhausenbergerdorff Donaudampfschifffahrtsgesellschaft',
      turnover: '287995.08',
      active: true,
    },
    { name: 'सीता पाटिल', turnover: '199999.99', active: true },
    { name: 'عبدالرحمن الصمدانيالمستنصري', turnover: '112345.67', active: true },
    { name: '민윤 남궁', turnover: '1000.00' },
    { name: 'செல்வராஜ் கிருஷ்ணமூர்த்தி', turnover: '900.00' },
    { name: 'אלכסנדרה בן־ארצי רוזנצוויג', turnover: '800.00' },
    { name: 'ประเสริฐศักดิ์ วงศ์สุวรรณชัย', turnover: '700.00' },
  ],
}

type View = {
  readonly page: string
  readonly language: string
  readonly theme: 'light' | 'dark'
  readonly width: number
}

/** Opens a page of the back layout and waits until all of it is drawn. */
export async function openView(page: Page, view: View): Promise<void> {
  const [, address] = backPages(view.language).find(([name]) => name === view.page)!
  await page.emulateMedia({ colorScheme: view.theme })
  await page.setViewportSize({ width: view.width, height: 900 })
  await openBackPage(page, address)
  await expect(page.locator('html')).toHaveAttribute('lang', view.language)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectDrawn(page)
}

/**
 * Opens an address that draws a page of the back layout. A page that already shows that layout, in any language, follows a
 * link to it, by way of a page with another layout, so that nothing of the last page is left: loading a document takes more
 * processor time than drawing the page. Tests of what happens while a page loads use `page.goto`.
 */
export async function openBackPage(page: Page, english: string): Promise<void> {
  const address = addressIn(english)
  const [, language] = address.split('/')
  const isOpen = page.url().startsWith(officeAddress('/')) && /^\/[a-z]{2}\/./.test(pathOf(page))
  if (!isOpen) return void (await page.goto(address))
  await follow(page, `/${language}/nowhere`)
  await follow(page, address)
}

const pathOf = (page: Page): string => new URL(page.url()).pathname

/**
 * Returns when the layout of the last page is gone: while the code of the next page loads, React hides the last one, and shows it
 * again on a way back. A page that has just loaded may write its own address once more: then again. Once the page is at the
 * address, its heading may be the new one, which stays.
 */
async function follow(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.evaluate((to) => {
      if (location.pathname + location.search === to) return
      const heading = document.querySelector<HTMLElement>('main h1')
      if (heading !== null) heading.dataset['left'] = ''
      history.pushState(null, '', to)
    }, address)
    await page.locator('h1[data-left]').waitFor({ state: 'detached', timeout: 5_000 })
  }).toPass()
}

/** Nothing of the page is still loading. */
export const expectDrawn = (page: Page): Promise<void> =>
  expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0)

/** What is cut, overlaps or sticks out on the page as it is. */
export async function textProblems(page: Page): Promise<readonly string[]> {
  const problems: string[] = []
  for (const check of [
    expectNoHorizontalScroll,
    expectNoCutText,
    expectWholeWords,
    expectTextsApart,
  ]) {
    await check(page).catch(({ message }: Error) => {
      problems.push(message)
    })
  }
  return problems
}
