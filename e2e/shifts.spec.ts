import { expectDrawn, PAGE_NAMES } from './drawn-pages.ts'
import { expect, test } from './fixtures.ts'
import { as, officeAddress, passportAddress } from './http.ts'
import { backPages } from './office-pages.ts'
import { layoutShift } from './page-checks.ts'
import type { Partner, PartnerOptions } from './partners.ts'

const MOST_SHIFT = 0.02

/** So late that every page is painted before its data, and the data of one part before that of another. */
const LATE_MS = [40, 160, 100]

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

async function inviteOf(partner: Partner): Promise<string> {
  const { invite } = (await as(partner)('GET', officeAddress('/v1/profile'))) as { invite: string }
  return invite
}

for (const width of [400, 1280]) {
  test(`no page moves while it loads, at ${width} px`, async ({ page, context, signIn }) => {
    test.setTimeout((OWN.length + 8) * 10_000)
    await page.setViewportSize({ width, height: 900 })
    let calls = 0
    await page.route('**/v1/**', async (route) => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve, LATE_MS[calls % LATE_MS.length]))
      await route.continue().catch(() => {})
    })
    const moved: string[] = []
    const shiftOf = async (address: string): Promise<number> => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expectDrawn(page)
      return layoutShift(page)
    }
    const measure = async (name: string, address: string): Promise<void> => {
      // On a busy machine a font or the profile may arrive after the first paint: what moved is opened once more.
      if ((await shiftOf(address)) <= MOST_SHIFT) return
      const shift = await shiftOf(address)
      if (shift > MOST_SHIFT) moved.push(`${name}: ${shift.toFixed(3)}`)
    }
    const invite = await inviteOf(await signIn(PARTNER))
    for (const [name, address] of OWN) {
      await measure(name, address)
      await expect(page.getByRole('contentinfo')).toBeVisible()
    }
    await context.clearCookies({ name: /access_token/ })
    for (const [name, address] of Object.entries(publicPages(invite))) await measure(name, address)
    expect(moved).toEqual([])
  })
}
