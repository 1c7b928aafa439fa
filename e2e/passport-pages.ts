import { randomBytes } from 'node:crypto'

import type { Page } from '@playwright/test'

import { passportAddress } from './http.ts'
import { TEST_LANGUAGE } from './other-language.ts'
import { publicConfig } from './partners.ts'
import { product } from './product.ts'

type Query = Readonly<Record<string, string>>

/** The address of a passport page, in English by default. */
export const passportPage = (
  page: string,
  query: Query = {},
  locale: string = TEST_LANGUAGE,
): string => passportAddress(`/${locale}/${page}?${new URLSearchParams(query)}`)

/** The query of the back office's link to the sign-in. */
export async function signInRequest(
  locale: string = TEST_LANGUAGE,
): Promise<Record<'application' | 'backUrl' | 'challenge', string>> {
  const { product: application } = await publicConfig()
  const challenge = randomBytes(32).toString('base64url')
  return { application, backUrl: `${product().office}/${locale}/catch`, challenge }
}

/** Opens the sign-in page as the back office does. */
export async function openLogin(page: Page, locale: string = TEST_LANGUAGE): Promise<void> {
  await page.goto(passportPage('login', await signInRequest(locale), locale))
}

/** Replaces the back office, so that a sign-in ends at its address with a token. The result waits for that address. */
export async function untilBack(page: Page): Promise<() => Promise<URL>> {
  await page.route(/\/catch\?/, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'back' }),
  )
  return async () => {
    await page.waitForURL(/\/catch\?.*token=/)
    return new URL(page.url())
  }
}

/** Fills in the sign-in form, in English. */
export async function logIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}
