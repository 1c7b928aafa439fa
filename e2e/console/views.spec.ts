import type { BrowserContext, Page } from '@playwright/test'

import { answerCall } from '../faults.ts'
import { expect, test } from '../fixtures.ts'
import { makeNetwork, type Member } from '../network.ts'
import { expectAccessible, expectNoHorizontalScroll } from '../page-checks.ts'
import { consoleAddress, endSession, giveConsole, makeOperator } from './operator.ts'
import { expectSound } from './sound.ts'

const REASON = 'the partner has asked about a bonus'
const LISE: Member = { name: 'Lise Viewerova', turnover: '333.33' }

/** Opens the office of a partner as an operator does; returns the page of the office. */
async function openView(page: Page, context: BrowserContext, member: Member): Promise<Page> {
  const id = await makeNetwork({ ...member, below: [LISE] })
  await page.goto(consoleAddress(`/partners/${id}`))
  await page.getByRole('button', { name: 'View as the partner' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as the partner' })
  await dialog.getByRole('textbox').fill(REASON)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const ready = page.getByRole('dialog', { name: 'The view is ready' })
  await expect(ready.getByText(/It works for \d+ more seconds\./)).toBeVisible()
  await expectSound(page)
  const opened = context.waitForEvent('page')
  await ready.getByRole('link', { name: 'Open the office' }).click()
  return opened
}

test('PTR-014 PTR-016 PTR-017 an operator views as the partner: a bar on every page, read-only, and its end', async ({
  page,
  context,
}) => {
  test.slow()
  const operator = await makeOperator(['support', 'admin'])
  await giveConsole(context, operator)
  const office = await openView(page, context, { name: 'Vera Viewed', language: 'en' })
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
    .getByRole('link', { name: /partner view/ })
    .or(page.getByText('partner view'))
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
  const office = await openView(page, context, { name: 'Olga Outova', language: 'en' })
  await expect(office.getByRole('complementary', { name: 'Read-only view' })).toBeVisible()
  await endSession(operator)
  await office.reload()
  await expect(office.getByRole('heading', { name: 'The view has ended' })).toBeVisible()
})

test('PTR-014 the bar fits at each width, in German and Arabic too, and moves nothing', async ({
  page,
  context,
}) => {
  test.slow()
  const operator = await makeOperator(['support'])
  await giveConsole(context, operator)
  const office = await openView(page, context, { name: 'Wide Viewed', language: 'en' })
  const bar = office.locator('.view-bar')
  for (const language of ['en', 'de', 'ar']) {
    await office.goto(new URL(`/${language}/team/my`, office.url()).href)
    await office.evaluate((path) => history.replaceState(null, '', path), `/${language}/team/my`)
    for (const width of [320, 768, 1280]) {
      await office.setViewportSize({ width, height: 800 })
      await expect(bar).toBeVisible()
      await expectNoHorizontalScroll(office)
      await office.screenshot({ path: `reports/pictures/view-${language}-${width}.png` })
    }
  }
  await expectAccessible(office)
  await office.setViewportSize({ width: 320, height: 700 })
  await office.evaluate(() => window.scrollTo(0, 400))
  const [barBox, topBox] = [await bar.boundingBox(), await office.locator('.topbar').boundingBox()]
  expect(Math.round(topBox!.y)).toBe(Math.round(barBox!.y + barBox!.height))
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
