import type { BrowserContext, Cookie } from '@playwright/test'

import { publicConfig } from './partners.ts'
import { product } from './product.ts'

/** A cookie of the back office by its own name, without that of the product. */
export async function cookieOf(context: BrowserContext, name: string): Promise<Cookie | undefined> {
  const { product: prefix } = await publicConfig()
  const cookies = await context.cookies(product().office)
  return cookies.find((cookie) => cookie.name === `${prefix}_${name}`)
}

/** The session that a browser holds, if any. */
export async function sessionOf(context: BrowserContext): Promise<string | undefined> {
  return (await cookieOf(context, 'access_token'))?.value
}

/** Put a session into a browser, in place of the one it holds. */
export async function giveSession(context: BrowserContext, token: string): Promise<void> {
  const { product: prefix } = await publicConfig()
  const cookie = { name: `${prefix}_access_token`, value: token, url: product().office }
  await context.addCookies([cookie])
}
