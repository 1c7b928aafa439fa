import { expect as baseExpect, test as base } from '@playwright/test'

import { SHIFT_MS, shiftClock } from './clock.mjs'
import { reasonToStayEnglish } from './english-only.ts'
import { expectEnglish, speakEnglish, TEST_LANGUAGE } from './other-language.ts'
import { makePartner, type Partner, type PartnerOptions, publicConfig } from './partners.ts'
import { product } from './product.ts'
import { watch } from './secrets.ts'

type Fixtures = {
  /** Leaves out what cannot be tested in another language. */
  readonly inEnglish: void
  /** Creates a partner with a network of their own, and signs the page in as that partner. */
  readonly signIn: (options?: PartnerOptions) => Promise<Partner>
}

/**
 * A test in the browser: `page.goto` takes paths of the back office. Other helpers: `partners.ts` (`makePartner`,
 * `register`, `tokenOf`), `http.ts` (`as`), `operators.ts` (`office`), `mail.ts` (`latestMail`), `faults.ts` (`failCall`,
 * `answerCall`, `slowCall`), `page-checks.ts` (`expectAccessible`, `expectNoHorizontalScroll`, `layoutShift`).
 */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(product().office),
  inEnglish: [
    async ({}, use, info) => {
      const reason = TEST_LANGUAGE === 'en' ? null : reasonToStayEnglish(info.title)
      test.skip(reason !== null, reason ?? '')
      await use()
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await context.addInitScript(shiftClock, SHIFT_MS)
    watch(context)
    // The notice lies above the pages.
    const { product: name } = await publicConfig()
    const accepted = { name: `${name}_acceptCookiePolicy`, value: 'true', url: product().office }
    await context.addCookies([accepted])
    await use(context)
    // What Playwright does not reset when it reuses the context.
    await context.clearPermissions()
    await context.setOffline(false)
  },
  page: async ({ context, page }, use) => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Page.resetNavigationHistory')
    await cdp.detach()
    speakEnglish(page)
    await use(page)
  },
  signIn: async ({ context }, use) => {
    await use(async (options) => {
      const partner = await makePartner(options)
      const { product: name } = await publicConfig()
      const cookie = { name: `${name}_access_token`, value: partner.token, url: product().office }
      await context.addCookies([cookie])
      return partner
    })
  },
})

export const expect = expectEnglish(baseExpect)

/** `expect` whose texts and addresses are as written, in a run in another language, too: for pages in the default language. */
export const expectAsWritten = baseExpect
