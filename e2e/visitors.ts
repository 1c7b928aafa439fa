import type { Browser, BrowserContext } from '@playwright/test'

import { SHIFT_MS, shiftClock } from './clock.mjs'
import { publicConfig } from './partners.ts'
import { product } from './product.ts'

type Visitor = {
  /** The access token; null: signed out. */
  readonly token: string | null
  readonly width: number
}

/** A visitor who has accepted cookies, in a browser of a test's own, without anything of the product in the cache. */
export async function newVisitor(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const { office: url } = product()
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: visitor.width, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.addInitScript(shiftClock, SHIFT_MS)
  const { product: name } = await publicConfig()
  await context.addCookies([{ name: `${name}_acceptCookiePolicy`, value: 'true', url }])
  if (visitor.token !== null) {
    await context.addCookies([{ name: `${name}_access_token`, value: visitor.token, url }])
  }
  return context
}
