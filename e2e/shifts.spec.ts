import type { Language } from '@partner-office/locales'
import type { Page } from '@playwright/test'

import { expectDrawn, PAGE_NAMES } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress, passportAddress } from './http.ts'
import { backPages } from './office-pages.ts'
import { layoutShift } from './page-checks.ts'
import { makePartner, type Partner, type PartnerOptions } from './partners.ts'

/** Every page in both widths takes a minute and a half: `npm run shifts`. */
const IS_FULL = process.env['SHIFTS'] === 'full'

const MOST_SHIFT = 0.02
const WIDTHS = [400, 1280]

/** So late that every page is painted before its code and data, and the data of one part before that of another. */
const LATE_MS = [40, 160, 100]

/** So late that pages are painted before their letters, as on a slow phone. */
const LATE_LETTERS_MS = 600

const PARTNER: PartnerOptions = {
  name: 'Ada Lovelace',
  active: true,
  sponsor: { name: 'Annie Easley', contacts: { telegram: 'annie', phone: '+49 30 123456' } },
  legs: [
    { name: 'Grace Hopper', turnover: '60000.00', active: true, below: [{ turnover: '1250.50' }] },
    { name: 'Katherine Johnson', turnover: '30000.00', active: true },
    { name: 'Mary Jackson', turnover: '8000.00' },
  ],
}

/** The pages of visitors; `invite` is the code of a partner. */
const publicPages = (invite: string) => ({
  landing: '/en',
  invite: `/en/partner/${invite}`,
  registration: `/en/registration/${invite}`,
  notFound: '/en/nowhere',
  statement: '/en/statement',
  passportLogin: passportAddress('/en/login'),
  passportForgot: passportAddress('/en/forgot'),
})

const OWN = backPages('en').filter(([name]) => PAGE_NAMES.includes(name))

/** The pages whose wide layout is another one, whose parts load apart from each other, or that most visitors see first. */
const IN_BOTH = new Set([
  'dashboard',
  'myRank',
  'teamMy',
  'teamTree',
  'bonusRank',
  'transactionsBonuses',
  'landing',
  'passportLogin',
])

/** The pages that the test opens at a width. Pages that both widths draw alike take turns. */
const inWidth = <Address extends string>(
  pages: readonly (readonly [name: string, address: Address])[],
  width: number,
): readonly (readonly [name: string, address: Address])[] => {
  const turn = WIDTHS.indexOf(width)
  const isOpen = (name: string, at: number) => IS_FULL || IN_BOTH.has(name) || at % 2 === turn
  return pages.filter(([name], at) => isOpen(name, at))
}

async function inviteOf(partner: Partner): Promise<string> {
  const { invite } = (await as(partner)('GET', officeAddress('/v1/profile'))) as { invite: string }
  return invite
}

for (const width of WIDTHS) {
  test(`no page moves while it loads, at ${width} px`, async ({ page, context, signIn }) => {
    test.setTimeout((OWN.length + 8) * 10_000)
    await page.setViewportSize({ width, height: 900 })
    await delayData(page)
    const moved: string[] = []
    const measure = async (name: string, address: string): Promise<void> => {
      // On a busy machine the profile may arrive after the first paint: what moved is opened once more.
      if ((await shiftOf(page, address)) <= MOST_SHIFT) return
      const shift = await shiftOf(page, address)
      if (shift > MOST_SHIFT) moved.push(`${name}: ${shift.toFixed(3)}`)
    }
    const invite = await inviteOf(await signIn(PARTNER))
    for (const [name, address] of inWidth(OWN, width)) {
      await measure(name, address)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
    await context.clearCookies({ name: /access_token/ })
    for (const [name, address] of inWidth(Object.entries(publicPages(invite)), width)) {
      await measure(name, address)
    }
    expect(moved).toEqual([])
  })
}

/** Lines of these pages break differently without their data or in other letters. The browser keeps letters for the next page. */
const NARROW = [
  ['en', 400, 'bonusRank'],
  ['en', 320, 'dashboard'],
  ['bn', 400, 'dashboard'],
] as const satisfies readonly (readonly [Language, number, string])[]

test('letters and data that come late move nothing on a phone', async ({
  page,
  context,
  signIn,
}) => {
  await delayData(page)
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_LETTERS_MS))
    await route.continue().catch(() => {})
  })
  const moved: string[] = []
  const measure = async (address: string, width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 900 })
    const shift = await shiftOf(page, address)
    if (shift > MOST_SHIFT) moved.push(`${address} at ${width} px: ${shift.toFixed(3)}`)
  }
  for (const [language, width, name] of NARROW) {
    await signIn({ ...PARTNER, language })
    const [, address] = backPages(language).find(([known]) => known === name)!
    await measure(address, width)
  }
  await context.clearCookies({ name: /access_token/ })
  await measure(`/de/partner/${await inviteOf(await makePartner(PARTNER))}`, 320)
  expect(moved).toEqual([])
})

async function delayData(page: Page): Promise<void> {
  let calls = 0
  await page.route(/\/v1\/|\/assets\/.+\.js/, async (route) => {
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, LATE_MS[calls % LATE_MS.length]))
    await route.continue().catch(() => {})
  })
}

/** How far a page moves until its data and its letters are there. */
async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectDrawn(page)
  await page.evaluate(async () => void (await document.fonts.ready))
  return layoutShift(page)
}
