import type { Language } from '@partner-office/locales'
import type { Page } from '@playwright/test'

import { recordCalls, pathOf } from './calls.ts'
import { openBackPage } from './drawn-pages.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, expectAsWritten, test as base } from './fixtures.ts'
import { as, officeAddress } from './http.ts'
import { backPages } from './office-pages.ts'
import { LANGUAGES, officeText } from './office-texts.ts'
import { asWritten, TEST_LANGUAGE } from './other-language.ts'
import { type Partner, publicConfig } from './partners.ts'
import { expectUsable } from './usable.ts'

/** The parts of the gate, by their names in a language. */
const gateOf = (page: Page, language: Language = TEST_LANGUAGE) => ({
  title: page.getByRole('heading', { name: officeText(language, 'legal.title') }),
  documents: page.getByRole('checkbox'),
  all: page.getByRole('switch', { name: officeText(language, 'legal.all') }),
  agreement: page.getByRole('switch', { name: officeText(language, 'legal.agree') }),
  accept: page.getByRole('button', { name: officeText(language, 'legal.accept') }),
})

const test = base.extend<{ openGate: (language?: Language) => Promise<Partner> }>({
  openGate: async ({ page, signIn }, use) =>
    use(async (language = TEST_LANGUAGE) => {
      const partner = await signIn({ termsAccepted: false, language })
      await page.goto(`/${language}/dashboard`)
      await expect(gateOf(page, language).title).toBeVisible()
      return partner
    }),
})

const EIGHT = 8
const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const legalsPath = async () => `/v1/legals/${(await publicConfig()).product}`

test('STA-022 LEG-001 the gate has a box for each of the eight documents, and the documents', async ({
  page,
  openGate,
}) => {
  await openGate()
  const { documents } = gateOf(page)
  await expect(documents).toHaveCount(EIGHT)
  await expect(page.getByRole('link', { name: /^Read: / })).toHaveCount(EIGHT)
  for (const box of await documents.all()) await expect(box).not.toBeChecked()
})

test('the gate begins with the focus on its heading', async ({ page, openGate }) => {
  await openGate()
  await expect(gateOf(page).title).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(gateOf(page).all).toBeFocused()
})

test('ACC-003 without accepted terms every page of the back office is the gate', async ({
  page,
  signIn,
}) => {
  await signIn({ termsAccepted: false })
  for (const [name, address] of backPages('en')) {
    await openBackPage(page, address)
    await expect(gateOf(page).title, name).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Menu' }), name).toBeHidden()
  }
})

test('LEG-002 the master switch sets and clears all eight', async ({ page, openGate }) => {
  await openGate()
  const { documents, all } = gateOf(page)
  await all.click()
  for (const box of await documents.all()) await expect(box).toBeChecked()
  await all.click()
  for (const box of await documents.all()) await expect(box).not.toBeChecked()
})

test('LEG-002 the master switch follows the boxes', async ({ page, openGate }) => {
  await openGate()
  const { documents, all } = gateOf(page)
  for (const box of await documents.all()) await box.click()
  await expect(all).toBeChecked()
  await documents.last().click()
  await expect(all).not.toBeChecked()
})

test('LEG-003 the master switch does not set the agreement', async ({ page, openGate }) => {
  await openGate()
  const { all, agreement } = gateOf(page)
  await all.click()
  await expect(agreement).not.toBeChecked()
  await agreement.click()
  await all.click()
  await expect(agreement).toBeChecked()
})

test('LEG-004 accepting is disabled until the last document is checked', async ({
  page,
  openGate,
}) => {
  await openGate()
  const { documents, agreement, accept } = gateOf(page)
  await agreement.click()
  for (const box of await documents.all()) {
    await expect(accept).toBeDisabled()
    await box.click()
  }
  await expect(accept).toBeEnabled()
  await documents.nth(3).click()
  await expect(accept).toBeDisabled()
})

test('LEG-005 accepting is disabled until the agreement is checked', async ({ page, openGate }) => {
  await openGate()
  const { all, agreement, accept } = gateOf(page)
  const calls = recordCalls(page)
  await all.click()
  await expect(accept).toBeDisabled()
  await accept.press('Enter')
  await agreement.click()
  await expect(accept).toBeEnabled()
  expect(calls).toEqual([])
})

test('LEG-006 LEG-007 accepting sends one request without a body, and waits for it', async ({
  page,
  openGate,
}) => {
  await openGate()
  const { all, agreement, accept } = gateOf(page)
  await all.click()
  await agreement.click()
  const path = await legalsPath()
  const release = await slowCall(page, path)
  const calls = recordCalls(page)
  await accept.click()

  const busy = page.getByRole('button', { name: 'Accepting' })
  await expect(busy).toBeDisabled()
  await busy.press('Enter')
  await busy.press(' ')
  expect(calls.map((call) => [call.method(), pathOf(call), call.postData()])).toEqual([
    ['POST', path, null],
  ])
  await release()
  await expect(dashboard(page)).toBeVisible()
})

test('LEG-009 the page reloads after the terms are accepted', async ({ page, openGate }) => {
  await openGate()
  const { all, agreement, accept } = gateOf(page)
  await all.click()
  await agreement.click()
  const calls = recordCalls(page)
  const loaded = page.waitForEvent('load')
  await accept.click()
  await loaded
  await expect(dashboard(page)).toBeVisible()
  expect(calls.map(pathOf)).toContain('/config')
})

test('LEG-010 documents accepted on another device count as accepted', async ({
  page,
  openGate,
}) => {
  const partner = await openGate()
  const { all, agreement, accept } = gateOf(page)
  await all.click()
  await agreement.click()
  const path = await legalsPath()
  await as(partner)('POST', officeAddress(path))

  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await accept.click()
  expect(await (await answered).json()).toMatchObject({
    errors: [{ code: 'legals_already_accepted' }],
  })
  await expect(dashboard(page)).toBeVisible()
})

test('LEG-011 another error is shown in the language of the partner, and can be retried', async ({
  page,
  openGate,
}) => {
  await openGate('ar')
  const { all, agreement, accept } = gateOf(page, 'ar')
  await all.click()
  await agreement.click()
  const stop = await failCall(page, await legalsPath(), { code: 'not_found' })
  await accept.click()
  await expect(
    page.getByRole('alert').getByText(officeText('ar', 'errors.not_found')),
  ).toBeVisible()
  await expect(all).toBeChecked()

  await stop()
  await accept.click()
  const title = page.getByRole('heading', { name: officeText('ar', 'dashboard.title'), level: 1 })
  await expect(title).toBeVisible()
})

test('the way out of the gate is logging out', async ({ page, openGate }) => {
  await openGate()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expectAsWritten(page).toHaveURL(/\/en$/)
  await expect(
    page.getByRole('banner').getByRole('link', { name: asWritten('Log in') }),
  ).toBeVisible()
})

test('the language of the gate can be changed', async ({ page, openGate }) => {
  await openGate()
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(gateOf(page, 'ar').title).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

for (const language of LANGUAGES) {
  test(`the gate is accessible from empty to refused, ${language}`, async ({ page, openGate }) => {
    await openGate(language)
    const { documents, all, agreement, accept } = gateOf(page, language)
    await expectUsable(page)

    await documents.first().click()
    await agreement.click()
    await expectUsable(page)

    await all.click()
    await expect(accept).toBeEnabled()
    await expectUsable(page)

    await failCall(page, await legalsPath(), 'down')
    await accept.click()
    await expect(page.getByRole('alert').getByText(/./)).toBeVisible()
    await expectUsable(page)
  })
}
