import type { BrowserContext, Page } from '@playwright/test'

import { machineNow } from './clock.mjs'
import { openBackPage, PAGE_NAMES } from './drawn-pages.ts'
import { expect, expectAsWritten, test } from './fixtures.ts'
import { backPages } from './office-pages.ts'
import { makePartner, publicConfig } from './partners.ts'
import { product } from './product.ts'
import { cookieOf } from './session-cookie.ts'

const YEAR_S = 31_536_000
/** The longest time between setting a cookie and reading it. */
const SPENT_S = 300
const NAMES = ['access_token', 'referral', 'acceptCookiePolicy', 'hideBattleBullsUntil']

test('CKI-001 CKI-002 a tour of the back office leaves its own cookies, and no others', async ({
  page,
  context,
}) => {
  const { token } = await makePartner()
  await visit(page, 'abc')
  // Without the passport's page: it sets a cookie of its own, and on this machine it shares the host of the office.
  await page.goto(`/en/catch?token=${token}`)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  for (const [name, address] of backPages('en')) {
    await (PAGE_NAMES.includes(name) ? openBackPage(page, address) : page.goto(address))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  const { product: name } = await publicConfig()
  const allowed = NAMES.map((own) => `${name}_${own}`)
  const names = (await context.cookies()).map((cookie) => cookie.name)
  expect(names.filter((each) => !allowed.includes(each))).toEqual([])
  expect(names).toEqual(expect.arrayContaining([`${name}_access_token`, `${name}_referral`]))

  await page.goto('/en/logout')
  await expectAsWritten(page).toHaveURL(`${product().office}/en`)
  const left = (await context.cookies()).map((cookie) => cookie.name)
  expect(left).not.toContain(`${name}_access_token`)
  expect(left).toContain(`${name}_referral`)
})

test('CKI-003 the cookie of the session lasts a year', async ({ page, context }) => {
  const { token } = await makePartner()
  await page.goto(`/en/catch?token=${token}`)
  await expect(page).toHaveURL(`${product().office}/en/dashboard`)
  expect(await secondsLeft(context, 'access_token')).toBeLessThanOrEqual(YEAR_S)
  expect(await secondsLeft(context, 'access_token')).toBeGreaterThan(YEAR_S - SPENT_S)
})

test('CKI-004 the cookie of the referral lasts a year', async ({ page, context }) => {
  await visit(page, 'abc')
  expect(await secondsLeft(context, 'referral')).toBeLessThanOrEqual(YEAR_S)
  expect(await secondsLeft(context, 'referral')).toBeGreaterThan(YEAR_S - SPENT_S)
})

test('an unreadable cookie is ignored', async ({ page, context }) => {
  const { product: name } = await publicConfig()
  const { office: url } = product()
  for (const own of ['access_token', 'referral']) {
    await context.addCookies([{ name: `${name}_${own}`, value: '%E0%A4%A', url }])
  }
  await page.goto('/en/registration')
  await expect(page).toHaveURL(new RegExp(`^${product().passport}/en/registration`))
  expect(new URL(page.url()).searchParams.has('referral')).toBe(false)
})

async function secondsLeft(context: BrowserContext, name: string): Promise<number> {
  const { expires } = (await cookieOf(context, name))!
  return Math.floor(expires - machineNow() / 1_000)
}

/** Returns when the invitation is remembered: its heading comes with the document, before any script. */
async function visit(page: Page, referral: string): Promise<void> {
  await page.goto(`/en/partner/${referral}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => cookieOf(page.context(), 'referral')).toBeDefined()
}
