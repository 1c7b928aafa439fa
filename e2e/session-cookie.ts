import type { BrowserContext, Cookie } from '@playwright/test'

import { publicConfig } from './partners.ts'
import { product } from './product.ts'

/** A cookie of the back office by its name, without the product's prefix. */
export async function cookieOf(context: BrowserContext, name: string): Promise<Cookie | undefined> {
  const { product: prefix } = await publicConfig()
  const cookies = await context.cookies(product().office)
  return cookies.find((cookie) => cookie.name === `${prefix}_${name}`)
}

/** The session token of a browser, if any. */
export async function sessionOf(context: BrowserContext): Promise<string | undefined> {
  return (await cookieOf(context, 'access_token'))?.value
}

/** Replaces the session token of a browser. */
export async function giveSession(context: BrowserContext, token: string): Promise<void> {
  const { product: prefix } = await publicConfig()
  const cookie = { name: `${prefix}_access_token`, value: token, url: product().office }
  await context.addCookies([cookie])
}
