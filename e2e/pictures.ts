import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { passportAddress } from './http.ts'
import type { PartnerOptions } from './partners.ts'

/** A screen: the signed-in partner, and the address in a language. */
type Screen = {
  readonly partner?: PartnerOptions
  readonly address: (language: string) => string
}

const FOLDER = join(import.meta.dirname, '..', 'reports', 'pictures')
/** `LANGUAGES=ru,ja WIDTHS=400 npm run pictures` takes others. */
const WIDTHS = listed('WIDTHS', '400,800,1280').map(Number)
const LANGUAGES = listed('LANGUAGES', 'en,ar')
const SCHEMES = ['light', 'dark'] as const

const RUBY: PartnerOptions = {
  name: 'Ada Lovelace',
  active: true,
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00', active: true, below: [{ turnover: '1250.50' }] },
    { name: 'Katherine Johnson', turnover: '30000.00', active: true },
    { name: 'Mary Jackson', turnover: '8000.00' },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
    ...['Lise Meitner', 'Emmy Noether', 'Sofja Kowalewskaja', 'Rosalind Franklin', 'Chien Wu'].map(
      (name) => ({ name }),
    ),
    ...['Maria Mayer', 'Dorothy Hodgkin', 'Barbara Liskov', 'Frances Allen'].map((name) => ({
      name,
    })),
  ],
}
/** Diamond, with a month in which the checkpoints of that rank are reached. */
const DIAMOND: PartnerOptions = {
  ...RUBY,
  legs: [
    { name: 'Grace Hopper', turnover: '250000.00', active: true },
    { name: 'Katherine Johnson', turnover: '150000.00', active: true },
    { name: 'Mary Jackson', turnover: '100000.00', below: [{ turnover: '1250.50' }] },
    { name: 'Dorothy Vaughan', turnover: '4000.00' },
    { name: 'Lise Meitner' },
  ],
}
const INVITED: PartnerOptions = {
  ...RUBY,
  sponsor: {
    name: 'Ada Byron',
    contacts: { telegram: 'ada', phone: '+49 30 123456', skype: 'ada.b', wechat: 'ada', site: 'x' },
  },
}
const team = (language: string) => `/${language}/team/my`
const dashboard = (language: string) => `/${language}/dashboard`
const bonusRank = (language: string) => `/${language}/bonuses/rank`
const transactions = (name: string) => (language: string) => `/${language}/transactions/${name}`
const bonus = (name: string) => (language: string) => `/${language}/bonuses/${name}`

/** Every screen and its states; `-g NAME` takes some of them. */
const SCREENS: Readonly<Record<string, Screen>> = {
  landing: { address: (language) => `/${language}` },
  invite: { address: (language) => `/${language}/partner/any` },
  login: { address: (language) => `/${language}/login` },
  registration: { address: (language) => `/${language}/registration` },
  forgot: { address: (language) => passportAddress(`/${language}/forgot`) },
  reset: { address: (language) => passportAddress(`/${language}/reset#token=any`) },
  'reset-expired': { address: (language) => passportAddress(`/${language}/reset`) },
  'not-found': { address: (language) => `/${language}/nowhere` },
  dashboard: { partner: RUBY, address: dashboard },
  'dashboard-empty': { partner: {}, address: dashboard },
  'bonus-rank': { partner: RUBY, address: bonusRank },
  'bonus-rank-empty': { partner: {}, address: bonusRank },
  'my-rank': { partner: RUBY, address: (language) => `/${language}/my-rank` },
  'what-if': { partner: RUBY, address: bonus('rank?view=missing') },
  bonuses: { partner: RUBY, address: (language) => `/${language}/bonuses` },
  unilevel: { partner: RUBY, address: bonus('unilevel') },
  infinity: { partner: RUBY, address: bonus('infinity/bonus') },
  'infinity-history': { partner: RUBY, address: bonus('infinity/history') },
  diamond: { partner: DIAMOND, address: bonus('diamond') },
  pools: { partner: DIAMOND, address: bonus('diamond-pools') },
  winner: { partner: RUBY, address: bonus('winner') },
  lifestyle: { partner: DIAMOND, address: bonus('lifestyle') },
  bsp: { partner: RUBY, address: bonus('bsp') },
  turbo: { partner: RUBY, address: bonus('turbo') },
  team: { partner: INVITED, address: team },
  'team-empty': { partner: {}, address: team },
  payout: {
    partner: { ...RUBY, verified: true, twoFactor: true },
    address: (language) => `/${language}/payout`,
  },
  payouts: { partner: RUBY, address: transactions('payouts') },
  'bonus-history': { partner: RUBY, address: transactions('bonuses') },
  statements: { partner: RUBY, address: transactions('reports') },
  profile: { partner: RUBY, address: (language) => `/${language}/profile/general` },
  notifications: { partner: {}, address: (language) => `/${language}/profile/notifications` },
  support: { partner: {}, address: (language) => `/${language}/support` },
  'legal-gate': { partner: { termsAccepted: false }, address: dashboard },
  blocked: { partner: { blocked: true }, address: dashboard },
}

for (const scheme of SCHEMES) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme })
    for (const language of LANGUAGES) {
      for (const [name, { partner, address }] of Object.entries(SCREENS)) {
        test(`${name} ${language}`, async ({ page, signIn }) => {
          if (partner !== undefined) await signIn({ ...partner, language })
          await page.goto(address(language))
          for (const width of WIDTHS) {
            await takePicture(
              page,
              width,
              join(FOLDER, `${name}-${language}-${scheme}-${width}.png`),
            )
          }
        })
      }
    }
  })
}

function listed(variable: string, byDefault: string): readonly string[] {
  return (process.env[variable] ?? byDefault).split(',')
}

async function takePicture(page: Page, width: number, path: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}
