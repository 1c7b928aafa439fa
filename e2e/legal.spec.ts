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

test('STA-022 LEG-001 LEG-002 LEG-003 LEG-004 LEG-005 the gate: eight documents, a switch for all, an agreement, and accepting waits for each', async ({
  page,
  openGate,
}) => {
  await openGate()
  const { title, documents, all, agreement, accept } = gateOf(page)
  const calls = recordCalls(page)
  const expectDocuments = async (checked: boolean) => {
    for (const box of await documents.all()) await expect(box).toBeChecked({ checked })
  }
  await test.step('begins with the focus on its heading', async () => {
    await expect(title).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(all).toBeFocused()
  })
  await test.step('has a box for each of the eight documents, and the documents', async () => {
    await expect(documents).toHaveCount(EIGHT)
    await expect(page.getByRole('link', { name: /^Read: / })).toHaveCount(EIGHT)
    await expectDocuments(false)
    const wide = page.viewportSize()!
    await expectUsable(page)
    await page.setViewportSize(wide)
  })
  await test.step('the switch sets and clears all eight, not the agreement', async () => {
    await all.click()
    await expectDocuments(true)
    await expect(agreement).not.toBeChecked()
    await expect(accept).toBeDisabled()
    await accept.press('Enter')
    await agreement.click()
    await expect(accept).toBeEnabled()
    await all.click()
    await expectDocuments(false)
    await expect(agreement).toBeChecked()
  })
  await test.step('accepting waits for the last box, which the switch follows', async () => {
    for (const box of await documents.all()) {
      await expect(accept).toBeDisabled()
      await box.click()
    }
    await expect(accept).toBeEnabled()
    await expect(all).toBeChecked()
    await documents.nth(3).click()
    await expect(accept).toBeDisabled()
    await expect(all).not.toBeChecked()
  })
  expect(calls).toEqual([])
  await test.step('the way out is logging out', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expectAsWritten(page).toHaveURL(/\/en$/)
    await expect(
      page.getByRole('banner').getByRole('link', { name: asWritten('Log in') }),
    ).toBeVisible()
  })
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

test('LEG-006 LEG-007 LEG-009 accepting sends one request without a body, waits for it, and the page reloads', async ({
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
  const loaded = page.waitForEvent('load')
  await release()
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

test('the language of the gate can be changed', async ({ page, openGate }) => {
  await openGate()
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(gateOf(page, 'ar').title).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('LEG-011 another error is shown in the language of the partner, and can be retried; the gate is accessible from empty to refused', async ({
  page,
  openGate,
}) => {
  const language = LANGUAGES.at(-1)!
  await openGate(language)
  const { documents, all, agreement, accept } = gateOf(page, language)
  await expectUsable(page)

  await documents.first().click()
  await agreement.click()
  await expectUsable(page)

  await all.click()
  await expect(accept).toBeEnabled()
  await expectUsable(page)

  const stop = await failCall(page, await legalsPath(), { code: 'not_found' })
  await accept.click()
  await expect(
    page.getByRole('alert').getByText(officeText(language, 'errors.not_found')),
  ).toBeVisible()
  await expect(all).toBeChecked()
  await expectUsable(page)

  await stop()
  await accept.click()
  const title = officeText(language, 'dashboard.title')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})
