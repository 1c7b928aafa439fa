import type { BrowserContext, Page } from '@playwright/test'

import { answerCall } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { makeNetwork, type Member } from '../network.ts'
import { makePartner } from '../partners.ts'
import { passportAddress } from '../http.ts'
import { logIn } from '../passport-pages.ts'
import { expectAccessible, expectNoHorizontalScroll } from '../page-checks.ts'
import { consoleAddress, endSession, giveConsole, makeOperator } from './operator.ts'
import { expectSound } from './sound.ts'

const REASON = 'the partner has asked about a bonus'
const LISE: Member = { name: 'Lise Viewerova', turnover: '333.33' }

const viewed = async (name: string, language = 'en'): Promise<number> =>
  (await makePartner({ name, language, legs: [LISE] })).id

/** Opens the office of a partner as an operator does; returns the page of the office. */
async function openView(
  page: Page,
  context: BrowserContext,
  id: number,
  look = async (_page: Page): Promise<void> => {},
): Promise<Page> {
  await page.goto(consoleAddress(`/partners/${id}`))
  await page.getByRole('button', { name: 'View as the partner' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as the partner' })
  await dialog.getByRole('textbox').fill(REASON)
  await look(page)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const ready = page.getByRole('dialog', { name: 'The view is ready' })
  await expect(ready.getByText(/It works for \d+ more seconds\./)).toBeVisible()
  await look(page)
  const opened = context.waitForEvent('page')
  await ready.getByRole('link', { name: 'Open the office' }).click()
  const office = await opened
  await expect(office.locator('.view-bar')).toBeVisible()
  return office
}

test('PTR-014 PTR-016 PTR-017 an operator views as the partner: a bar on every page, read-only, and its end', async ({
  page,
  context,
}) => {
  test.slow()
  const operator = await makeOperator(['support', 'admin'])
  await giveConsole(context, operator)
  const office = await openView(page, context, await viewed('Vera Viewed'), expectSound)
  const bar = office.getByRole('complementary', { name: 'Read-only view' })
  await expect(bar).toContainText('You see the office of Vera Viewed, read-only.')
  await expect(bar).toContainText('Time left: 15 minutes')
  await expect(bar.getByRole('button')).toHaveText(['End the view'])

  for (const path of ['/en/team/my', '/en/bonuses', '/en/profile/general', '/en/statement']) {
    await office.goto(new URL(path, office.url()).href)
    await expect(office.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(bar).toBeVisible()
    await expect(bar).toBeInViewport()
  }
  // The token is the tab's alone: another tab of the browser is a visitor's.
  expect((await context.cookies()).filter(({ name }) => name.includes('access_token'))).toEqual([])

  await office.goto(new URL('/en/profile/notifications', office.url()).href)
  await office.getByRole('switch').or(office.getByRole('checkbox')).first().click()
  await expect(
    office.getByText('In a view you can read, but you cannot change anything.'),
  ).toBeVisible()
  await office.goto(new URL('/en/payout', office.url()).href)
  await expect(
    office.getByText('A view does not show documents and security data of the partner.'),
  ).toBeVisible()

  await bar.getByRole('button', { name: 'End the view' }).click()
  await expect(office.getByRole('heading', { name: 'The view has ended' })).toBeVisible()
  await expect(bar).toBeHidden()

  await page.goto(consoleAddress('/audit?command=partner+view'))
  await page
    .getByRole('row', { name: /partner view/ })
    // Other tests view partners meanwhile.
    .filter({ hasText: operator.email })
    .first()
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText(/\/team\/my/)).toBeVisible()
})

test('PTR-016 a view ends with the sign-out of its operator, and the link opens it once', async ({
  page,
  context,
}) => {
  const operator = await makeOperator(['support'])
  await giveConsole(context, operator)
  const office = await openView(page, context, await viewed('Olga Outova'))
  await expect(office.getByRole('complementary', { name: 'Read-only view' })).toBeVisible()
  await endSession(operator)
  await office.reload()
  await expect(office.getByRole('heading', { name: 'The view has ended' })).toBeVisible()
})

for (const language of ['de', 'ar']) {
  test(`PTR-014 the bar fits at each width and what sticks to the top stays below it: ${language}`, async ({
    page,
    context,
  }) => {
    const operator = await makeOperator(['support'])
    await giveConsole(context, operator)
    const office = await openView(page, context, await viewed('Wide Viewed', language))
    await expect(office).toHaveURL(new RegExp(`/${language}/dashboard`))
    await expectAccessible(office)
    for (const width of [320, 768, 1280]) {
      await office.setViewportSize({ width, height: 800 })
      await expect(office.locator('header.topbar')).toBeVisible()
      await expectNoHorizontalScroll(office)
      await office.screenshot({ path: `reports/pictures/view-${language}-${width}.png` })
      await office.evaluate(() => window.scrollTo(0, 300))
      const bar = (await office.locator('.view-bar').boundingBox())!
      const top = (await office.locator('header.topbar').boundingBox())!
      expect([Math.round(bar.y), Math.round(top.y)]).toEqual([0, Math.round(bar.height)])
      await office.evaluate(() => window.scrollTo(0, 0))
    }
  })
}

test('PTR-017 the partner sees the view in the list of sessions; the own session in the same browser stays', async ({
  page,
  context,
  signIn,
}) => {
  const partner = await signIn({ name: 'Sami Seenova', language: 'en' })
  const operator = await makeOperator(['support'])
  await giveConsole(context, operator)
  const other = await viewed('Ona Otherova')
  const office = await openView(page, context, other)
  await expect(office.locator('.view-bar')).toContainText('Ona Otherova')
  await page.goto('/en/dashboard')
  await expect(page.getByRole('link', { name: /Sami Seenova/ }).first()).toBeVisible()
  await expect(page.locator('.view-bar')).toHaveCount(0)
  await openView(page, context, partner.id)
  await page.goto(passportAddress('/en/profile/security'))
  await logIn(page, partner)
  await expect(page.getByText('Support looked at your account')).toBeVisible()
  await expectAccessible(page)
})

test('PTR-014 the link says when it has expired', async ({ page, context }) => {
  const operator = await makeOperator(['support'])
  await giveConsole(context, operator)
  const id = await makeNetwork({ name: 'Late Viewed' })
  await page.goto(consoleAddress(`/partners/${id}`))
  await answerCall(page, `/console/v1/partners/${id}/views`, {
    url: 'https://office.example/en/catch?token=view-late',
    goodUntil: 0,
  })
  await page.getByRole('button', { name: 'View as the partner' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(REASON)
  await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
  await expect(
    page.getByText('The link has expired. Close this and make another view.'),
  ).toBeVisible()
})
