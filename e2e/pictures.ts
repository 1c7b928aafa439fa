import { join } from 'node:path'

import type { BonusTransaction } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { adjustBonuses, holdAmounts } from './adjustments.ts'
import { LONG_NAMES } from './drawn-pages.ts'
import { answerCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { anonymousCall, as, officeAddress, passportAddress } from './http.ts'
import { latestMail } from './mail.ts'
import { makePartner, type Partner, type PartnerOptions } from './partners.ts'

/** A screen: the signed-in partner, the address in a language, and the steps from there. */
type Screen = {
  readonly partner?: PartnerOptions
  readonly address: (language: string) => string
  readonly steps?: (page: Page, partner: Partner | null) => Promise<void>
  /** The only width of the screen. */
  readonly width?: number
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
/** Everything that a payout needs. */
const PAID: PartnerOptions = { ...RUBY, verified: true, twoFactor: true }
const INVITED: PartnerOptions = {
  ...RUBY,
  sponsor: {
    name: 'Ada Byron',
    contacts: { telegram: 'ada', phone: '+49 30 123456', skype: 'ada.b', wechat: 'ada', site: 'x' },
  },
}
const languageOf = (page: Page) => new URL(page.url()).pathname.split('/')[1]

/** Opens the invite page of a partner with a rank. */
async function openInvite(page: Page): Promise<void> {
  const { invite } = (await as(await makePartner(RUBY))('GET', officeAddress('/v1/profile'))) as {
    invite: string
  }
  await page.goto(`/${languageOf(page)}/partner/${invite}`)
}

/** Opens the link of a mail; another page in between makes the page load again. */
async function openMailsOff(page: Page): Promise<void> {
  const address = page.url()
  await answerCall(page, '/v1/unsubscribe/signed', { key: 'partnersPurchase', isOn: true })
  await page.goto('about:blank')
  await page.goto(`${address}#token=signed`)
}

/** Opens the link of the mail for a new password. */
async function openReset(page: Page): Promise<void> {
  const { email } = await makePartner()
  await anonymousCall('POST', passportAddress('/v1/password/forgot'), { email })
  const [link = ''] = (await latestMail(email)).links
  await page.goto(link.replace('/en/reset', `/${languageOf(page)}/reset`))
}

async function fillIn(page: Page, { email, password }: Pick<Partner, 'email' | 'password'>) {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
}

/** The code page of an account that has passkeys. */
async function askForCode(page: Page): Promise<void> {
  const passkey = {
    challenge: 'AAAA',
    rpId: 'localhost',
    timeout: 60_000,
    userVerification: 'required',
    allowCredentials: [],
  }
  await answerCall(page, '/v1/login', { twoFaRequired: true, passkey })
  await fillIn(page, { email: 'ada@example.com', password: 'any' })
  await expect(page.locator('[name=code]')).toBeVisible()
}

async function showPasskeys(page: Page, partner: Partner | null): Promise<void> {
  const addedAt = Date.UTC(2026, 9, 3, 16, 20)
  await answerCall(page, '/v1/passkeys', [
    { id: 1, name: 'iPhone', addedAt, usedAt: addedAt + 86_400_000 },
    { id: 2, name: 'Windows', addedAt, usedAt: null },
  ])
  await fillIn(page, partner!)
  await expect(page.getByText('iPhone')).toBeVisible()
}

/** Opens the page again with adjustments and holds of the newest bonus. */
async function adjust(page: Page, partner: Partner | null): Promise<void> {
  const history = await as(partner!)('GET', officeAddress('/v1/bonus/history?bonusTypes=DIRECT'))
  const [bonus] = (history as { content: BonusTransaction[] }).content
  await adjustBonuses(page, bonus!)
  await holdAmounts(page, bonus!.id)
  await page.reload()
}

/** Opens the explanation of the bonus that an adjustment is about. */
async function explainAdjusted(page: Page, partner: Partner | null): Promise<void> {
  await adjust(page, partner)
  await page.locator('main td > .link, main .list .link').nth(1).click()
  await expect(page.locator('dialog .explain')).toBeVisible()
}

async function openHolds(page: Page, partner: Partner | null): Promise<void> {
  await adjust(page, partner)
  await page.locator('.balance-holds').click()
  await expect(page.locator('dialog')).toBeVisible()
}

async function payOutHeld(page: Page, partner: Partner | null): Promise<void> {
  await adjust(page, partner)
  await page.getByRole('radio').last().check()
}

async function enterHeld(page: Page, partner: Partner | null): Promise<void> {
  await payOutHeld(page, partner)
  await page.locator('main .button-primary').last().click()
  await expect(page.locator('textarea')).toBeVisible()
}

const account = (name: string) => (language: string) =>
  passportAddress(`/${language}/profile/${name}`)
const team = (language: string) => `/${language}/team/my`
const dashboard = (language: string) => `/${language}/dashboard`
const bonusRank = (language: string) => `/${language}/bonuses/rank`
const transactions = (name: string) => (language: string) => `/${language}/transactions/${name}`
const payout = (language: string) => `/${language}/payout`
const bonus = (name: string) => (language: string) => `/${language}/bonuses/${name}`

/** Every screen and its states; `-g NAME` takes some of them. */
const SCREENS: Readonly<Record<string, Screen>> = {
  landing: { address: (language) => `/${language}` },
  invite: { address: (language) => `/${language}`, steps: openInvite },
  login: { address: (language) => `/${language}/login` },
  registration: { address: (language) => `/${language}/registration` },
  forgot: { address: (language) => passportAddress(`/${language}/forgot`) },
  reset: { address: (language) => passportAddress(`/${language}/forgot`), steps: openReset },
  'reset-expired': { address: (language) => passportAddress(`/${language}/reset`) },
  code: { address: (language) => `/${language}/login`, steps: askForCode },
  'mails-off': {
    address: (language) => passportAddress(`/${language}/mails-off`),
    steps: openMailsOff,
  },
  'statement-check': { address: (language) => `/${language}/statement` },
  general: {
    partner: LONG_NAMES,
    address: account('general'),
    steps: (page, partner) => fillIn(page, partner!),
  },
  verification: {
    partner: {},
    address: account('passport'),
    steps: (page, partner) => fillIn(page, partner!),
  },
  security: { partner: {}, address: account('security'), steps: showPasskeys },
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
  payout: { partner: PAID, address: payout },
  payouts: { partner: RUBY, address: transactions('payouts') },
  'bonus-history': { partner: RUBY, address: transactions('bonuses') },
  'bonus-history-adjusted': { partner: RUBY, address: transactions('bonuses'), steps: adjust },
  adjustments: { partner: RUBY, address: bonus('adjustments'), steps: adjust },
  'adjustments-empty': { partner: {}, address: bonus('adjustments') },
  'explanation-adjusted': {
    partner: RUBY,
    address: bonus('adjustments'),
    steps: explainAdjusted,
  },
  'dashboard-held': { partner: RUBY, address: dashboard, steps: adjust },
  'dashboard-holds': { partner: RUBY, address: dashboard, steps: openHolds },
  'payout-held': { partner: PAID, address: payout, steps: payOutHeld },
  'payout-held-amount': { partner: PAID, address: payout, steps: enterHeld },
  statements: { partner: RUBY, address: transactions('reports') },
  profile: { partner: RUBY, address: (language) => `/${language}/profile/general` },
  notifications: { partner: {}, address: (language) => `/${language}/profile/notifications` },
  support: { partner: {}, address: (language) => `/${language}/support` },
  drawer: {
    partner: LONG_NAMES,
    address: dashboard,
    steps: (page) => page.locator('header button').first().click(),
    width: 400,
  },
  'legal-gate': { partner: { termsAccepted: false }, address: dashboard },
  blocked: { partner: { blocked: true }, address: dashboard },
}

for (const scheme of SCHEMES) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme })
    for (const language of LANGUAGES) {
      for (const [name, screen] of Object.entries(SCREENS)) {
        test(`${name} ${language}`, async ({ page, signIn }) => {
          const { partner: options, address, steps, width: only } = screen
          const partner = options === undefined ? null : await signIn({ ...options, language })
          if (only !== undefined) await page.setViewportSize({ width: only, height: 900 })
          await page.goto(address(language))
          await steps?.(page, partner)
          for (const width of only === undefined ? WIDTHS : [only]) {
            const file = `${name}-${language}-${scheme}-${width}.png`
            await takePicture(page, width, join(FOLDER, file))
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
