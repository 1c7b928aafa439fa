import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { passportAddress } from './http.ts'
import type { PartnerOptions } from './partners.ts'

/** A screen after it has settled. */
type Screen = {
  readonly name: string
  readonly partner?: PartnerOptions
  readonly address: (language: string) => string
}

const NETWORK: PartnerOptions = {
  name: 'Ada Lovelace',
  legs: [
    { name: 'Grace Hopper', turnover: '9000.00' },
    { name: 'Katherine Johnson', turnover: '1200.00' },
  ],
}
const SIGN_IN = 'application=partner&backUrl=http%3A%2F%2Foffice.invalid%2Fen%2Fcatch'

const SCREENS: readonly Screen[] = [
  { name: 'home', address: (language) => `/${language}` },
  { name: 'not-found', address: (language) => `/${language}/nowhere` },
  { name: 'dashboard', partner: NETWORK, address: (language) => `/${language}/dashboard` },
  {
    name: 'dashboard-empty',
    partner: { name: 'New Partner' },
    address: (language) => `/${language}/dashboard`,
  },
  {
    name: 'team',
    partner: { ...NETWORK, sponsor: { name: 'Annie Easley' } },
    address: (language) => `/${language}/team/my`,
  },
  {
    name: 'unilevel',
    partner: NETWORK,
    address: (language) => `/${language}/bonuses/unilevel`,
  },
  {
    name: 'legal-gate',
    partner: { termsAccepted: false },
    address: (language) => `/${language}/dashboard`,
  },
  { name: 'blocked', partner: { blocked: true }, address: (language) => `/${language}/dashboard` },
  { name: 'login', address: (language) => passportAddress(`/${language}/login?${SIGN_IN}`) },
  {
    name: 'registration',
    address: (language) => passportAddress(`/${language}/registration?${SIGN_IN}`),
  },
  { name: 'forgot', address: (language) => passportAddress(`/${language}/forgot`) },
]

const WIDTHS = [400, 800, 1280]

for (const { name, partner, address } of SCREENS) {
  test(`${name} keeps its texts and layout, in English and in Arabic, at every width`, async ({
    page,
    signIn,
  }) => {
    for (const language of ['en', 'ar']) {
      if (partner !== undefined) await signIn({ ...partner, language })
      await page.setViewportSize({ width: 1280, height: 900 })
      await open(page, address(language))
      const read = { name: `${name}-${language}.aria.yml` }
      await expect(page.locator('body')).toMatchAriaSnapshot(read)
      // Fonts of other scripts differ between machines.
      for (const width of language === 'en' ? WIDTHS : []) {
        await page.setViewportSize({ width, height: 900 })
        // The app folds its menu in the frame after the window has changed.
        await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300)))
        expect(await arrangement(page)).toMatchSnapshot(`${name}-${width}.txt`)
      }
    }
  })
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Positions and widths of the parts of a page, in twelfths of the window, from top to bottom. Headings are as
 * wide as their text, which differs from browser to browser.
 */
function arrangement(page: Page): Promise<string> {
  return page.evaluate(() => {
    const twelfths = (pixels: number): number =>
      Math.round((12 * pixels) / document.documentElement.clientWidth)
    const parts = document.querySelectorAll<HTMLElement>(
      'aside, header, nav, main, footer, section, h1, h2, form, [role=region]',
    )
    return [...parts]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
      .map(({ part, box }) => {
        const label = part.getAttribute('aria-label') ?? ''
        const isHeading = /^H\d$/.test(part.tagName)
        const text = isHeading ? (part.textContent ?? '') : label
        const width = isHeading ? '' : ` + ${twelfths(box.width)}`
        return `${part.tagName.toLowerCase()} ${text}: ${twelfths(box.x)}${width}`
      })
      .join('\n')
  })
}
