import { type CallReply, getToday } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { expectAsWritten as expect, test } from '../fixtures.ts'
import { expectAccessible } from '../page-checks.ts'
import { makePartner } from '../partners.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'
import { pay, RICH } from './pay.ts'

type Waiting = CallReply<typeof getToday>['waiting'][number]

/** Rows of the list that a page opens with, all of its pages. */
async function listed(page: Page, kind: Waiting['kind']): Promise<number> {
  await expect(page.locator('main table')).not.toHaveCount(0)
  await expect(page.locator('main tbody[aria-busy], main table[aria-busy]')).toHaveCount(0)
  const more = page.getByRole('button', { name: 'Show more' })
  while (await more.isVisible()) await more.click()
  // Below the list of disputes is a table of their numbers.
  const list = page.getByRole('main').getByRole('table').first()
  const rows = list.getByRole('row').filter({ has: page.getByRole('link') })
  return kind === 'monthsDue' ? rows.filter({ hasText: 'Due' }).count() : rows.count()
}

test('SCR-006 each figure of what waits leads with one click to the list that it counts, and the totals are equal', async ({
  page,
  context,
}) => {
  await giveConsole(context, await makeOperator(['finance', 'support', 'admin']))
  const partner = await makePartner(RICH)
  for (const amount of ['100', '200']) await pay(partner, amount)
  const today = consoleAddress('/today')
  const answered = () =>
    page.waitForResponse((one) => new URL(one.url()).pathname === getToday.path)
  const read = async (): Promise<readonly Waiting[]> => {
    const [response] = await Promise.all([answered(), page.goto(today)])
    return ((await response.json()) as { data: CallReply<typeof getToday> }).data.waiting
  }
  const first = await read()
  expect(first.find(({ kind }) => kind === 'payoutsToTake')!.count).toBeGreaterThan(1)
  const kinds = first.map(({ kind }) => kind)
  expect(kinds.length).toBeGreaterThan(4)
  for (const [place, kind] of kinds.entries()) {
    // Others work at the same time: a list that has grown meanwhile is compared again.
    await expect(async () => {
      const { count } = (await read()).find((one) => one.kind === kind)!
      const row = page.locator('.work-list > li').nth(place)
      await row.getByRole('link').click()
      await expect(page).not.toHaveURL(today)
      expect(await listed(page, kind), kind).toBe(count)
    }).toPass({ timeout: 20_000 })
  }
  // The menu counts them, too: with words, and as a rail of icons.
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('link', { name: /^Payouts [\d,]+ wait for you$/ })).toBeVisible()
    await expectAccessible(page)
  }
})
