import type { Page } from '@playwright/test'

import { configure } from './configure.ts'
import { expect, test } from './fixtures.ts'
import { answerFeed, feedOf } from './news.ts'
import { expectAbove, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { product } from './product.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^News/ })
const list = (page: Page) => page.getByRole('dialog', { name: /^News/ })
const popup = (page: Page, title: string) => page.getByRole('dialog', { name: title })

test('NEW-001 NEW-004 NEW-007 NEW-013 NAV-016 the bell opens the news of the language, and the unread count falls as items are read', async ({
  page,
  signIn,
}) => {
  await signIn()
  const asked = await answerFeed(page, feedOf('Rates', 'Wallet', 'Event'))
  await configure(page, { newsfeedPopup: 'FALSE' })
  await page.goto('/en/partner/K7M2QX')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
  expect(asked).toEqual([])

  await page.goto('/en/dashboard')
  await expect(bell(page)).toHaveAccessibleName('News, 3 unread')
  expect(asked).toEqual([`${product().office}/blog/en/feed`])
  await bell(page).click()
  await expect(list(page).getByRole('listitem')).toHaveText([/Rates/, /Wallet/, /Event/])
  await expectAccessible(page)
  await list(page)
    .getByRole('button', { name: /Wallet/ })
    .click()
  await expect(list(page)).toContainText('Text of Wallet')
  await expect(list(page).getByRole('img')).toHaveCount(0)
  // The other two are read by being visible.
  await expect(list(page).getByText('Unread:')).toHaveCount(0)
  await list(page).getByRole('button', { name: 'Close' }).click()
  await expect(list(page)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('News')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('News')

  await page.setViewportSize({ width: 320, height: 640 })
  await bell(page).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(3)
  await expectNoHorizontalScroll(page)
})

test('NEW-002 NEW-003 NEW-012 CFG-002 two flags show the news and their popup, which comes once a day', async ({
  page,
  signIn,
}) => {
  const { id } = await signIn()
  const asked = await answerFeed(page, feedOf('Rates', 'Wallet'))
  for (const newsfeed of ['FALSE', 'true']) {
    await configure(page, { newsfeed, newsfeedPopup: 'TRUE' })
    await page.goto('/en/dashboard')
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(bell(page)).toHaveCount(0)
    await expect(popup(page, 'Rates')).toHaveCount(0)
  }
  expect(asked).toEqual([])

  await configure(page, { newsfeed: 'TRUE', newsfeedPopup: 'TRUE' })
  await page.reload()
  await expect(popup(page, 'Rates')).toContainText('and one more')
  await expectAccessible(page)
  await popup(page, 'Rates').getByRole('button', { name: 'Close' }).click()
  await expect(popup(page, 'Rates')).toHaveCount(0)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('News, 2 unread')
  await expect(popup(page, 'Rates')).toHaveCount(0)

  // The popup was closed on an earlier day.
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '') as object
    localStorage.setItem(key, JSON.stringify({ ...stored, closedOn: '2020-01-01' }))
  }, `partner_news_${id}_en`)
  await page.reload()
  await popup(page, 'Rates').getByRole('button', { name: 'Read' }).click()
  await expect(list(page)).toContainText('Text of Rates')
})

test('the popup waits while a partner fills in a form or a message is shown, at every width', async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  await answerFeed(page, feedOf('Rates', 'Wallet'))
  const notice = page.locator('.news-popup')
  await page.goto('/en/profile/general')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await expect(notice).toHaveCount(1)
  for (const width of [320, 400, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(notice).toBeHidden()
  }
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto('/en/dashboard')
  await expect(popup(page, 'Rates')).toBeVisible()
  const copied = page.locator('.toast').getByText('Copied')
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(copied).toBeVisible()
  await expect(notice).toBeHidden()
  await expect(copied).toHaveCount(0)
  await expect(popup(page, 'Rates')).toBeVisible()
})

test('the end of the page and the focused element stay above the popup', async ({
  page,
  signIn,
}) => {
  await signIn()
  await answerFeed(page, feedOf('Rates', 'Wallet'))
  await page.goto('/en/dashboard')
  const last = page.getByRole('contentinfo').getByRole('link').last()
  for (const width of [320, 400, 800, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    await expect(popup(page, 'Rates')).toBeVisible()
    await last.blur()
    await last.focus()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectAbove(last, popup(page, 'Rates'), `at ${width} px`)
  }
})

test('far down on a phone, the button to the top leaves the popup free', async ({
  page,
  signIn,
}) => {
  await signIn()
  await answerFeed(page, feedOf('Rates'))
  await page.setViewportSize({ width: 400, height: 640 })
  await page.goto('/en/dashboard')
  const toTop = page.getByRole('button', { name: 'To the top of the page', includeHidden: true })
  await expect(popup(page, 'Rates')).toBeVisible()
  await page.evaluate(() => scrollBy(0, 1_500))
  await expect(toTop).toHaveCount(1)
  await expect(toTop).toBeHidden()
  await popup(page, 'Rates').getByRole('button', { name: 'Read' }).click()
  await page.keyboard.press('Escape')
  await expect(toTop).toBeVisible()
})
