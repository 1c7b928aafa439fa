import type { Page } from '@playwright/test'

import { pathOf, recordCalls } from './calls.ts'
import { failCall, slowCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { expectUsable } from './usable.ts'

const PATH = '/v1/notification-settings'
const ADDRESS = '/en/profile/notifications'
const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const toast = (page: Page, name: string) => page.locator('.toast').filter({ hasText: name })

test('RTE-025 NOT-001 NOT-002 NOT-003 NOT-006 NOT-007 NOT-008 one switch for all, one for the newsletter', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(ADDRESS)
  const all = switchOf(page, 'All emails')
  const newsletter = switchOf(page, 'Newsletter')
  const invoices = switchOf(page, 'Invoices')
  // 17 of mails; 14 of messages to this device, their details and the kept dashboard (PWA-003, PWA-006).
  await expect(page.getByRole('switch')).toHaveCount(33)
  await expect(all).not.toBeChecked()
  await expect(invoices).toBeChecked()
  await expect(invoices).toBeDisabled()
  const hint = (text: string) => page.getByText(text)
  await expect(hint('14 of 16 are on. Turn this on to get all of them.')).toBeVisible()
  await expectUsable(page)

  const release = await slowCall(page, PATH)
  const asked = page.waitForRequest((request) => request.method() === 'PUT')
  await all.click()
  for (const one of [all, newsletter]) await expect(one).toBeDisabled()
  await release()
  await expect(toast(page, 'Your choice is saved')).toBeVisible()
  for (const one of [all, newsletter]) {
    await expect(one).toBeEnabled()
    await expect(one).toBeChecked()
  }
  await expect(
    hint('16 of 16 are on. Turn this off to get only the emails that are always on.'),
  ).toBeVisible()
  const put = await asked
  expect(pathOf(put)).toBe(PATH)
  const sent = put.postDataJSON() as Record<string, boolean>
  expect(Object.keys(sent)).toHaveLength(14)
  expect(new Set(Object.values(sent))).toEqual(new Set([true]))
  expect(sent).not.toHaveProperty('invoices')

  await newsletter.click()
  await expect(newsletter).not.toBeChecked()
  await expect(all).not.toBeChecked()
  await page.reload()
  await expect(newsletter).not.toBeChecked()
  await expect(switchOf(page, 'Daily income')).toBeChecked()
})

test('NOT-009 NOT-010 ERR-032 failures show the generic notification; a failed save reads the settings again', async ({
  page,
  signIn,
}) => {
  await signIn()
  const generic = toast(page, 'Data could not be loaded.')
  const fixed = await failCall(page, PATH, { code: 'access_denied', status: 403 })
  await page.goto(ADDRESS)
  await expect(generic.first()).toBeVisible()
  await fixed()
  await page.getByRole('button', { name: 'Retry' }).click()
  const newsletter = switchOf(page, 'Newsletter')
  await expect(newsletter).toBeVisible()

  await expect(generic).toHaveCount(0)
  const broken = await failCall(page, PATH, { code: 'validation_error' })
  const calls = recordCalls(page)
  await newsletter.click()
  await expect(generic.first()).toBeVisible()
  await broken()
  expect(calls.map((call) => call.method()).slice(0, 2)).toEqual(['PUT', 'GET'])
})
