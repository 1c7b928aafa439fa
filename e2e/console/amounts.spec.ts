import { type CallReply, getTodayFigures } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { changeCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makeNetwork, type Member } from '../network.ts'
import { consoleAddress, giveConsole, makeOperator } from './operator.ts'

type Figures = CallReply<typeof getTodayFigures>

const MARY: Member = { name: 'Mary Coinova', turnover: '3333.33' }
const ADA: Member = { name: 'Ada Coinova', active: true, below: [MARY] }
const SET_AT = Date.UTC(2026, 9, 1, 9, 42)

/** Balances and payouts in coins, with their value in EUR. */
const COINS: Partial<Figures> = {
  balances: [{ currency: 'UPT', amount: '1234567.00000001', eur: '308641.75' }],
  pendingPayouts: [{ currency: 'UPT', amount: '1000.00000000', eur: '250.00', count: 1 }],
  credited: [
    { programme: 'DIRECT', currency: 'UPT', amount: '2666.00000000', eur: '666.50', records: 3 },
  ],
  rates: [{ currency: 'UPT', rate: '0.25', setAt: SET_AT }],
}

/** Each amount that the page shows names its currency; there is at least one. */
async function expectCurrencies(page: Page): Promise<void> {
  await expect(page.locator('main .money').first()).toBeVisible()
  const bare = await page
    .locator('main .money:not(:has(.currency))')
    .evaluateAll((amounts) => amounts.map(({ textContent }) => textContent))
  expect(bare, `amounts without a currency on ${page.url()}`).toEqual([])
}

/** What is copied when an element is selected. */
async function copied(page: Page, selector: string): Promise<string> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      getSelection()!.selectAllChildren(element)
    })
  await page.keyboard.press('Control+c')
  return page.evaluate(() => navigator.clipboard.readText())
}

test('SCR-007 every amount shows its currency, values of coins name rate and instant, and amounts are copied as plain decimals', async ({
  page,
  context,
}) => {
  await giveConsole(context, await makeOperator(['finance', 'support', 'plan', 'admin']))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mary = await makeNetwork(ADA, MARY)
  await changeCall<Figures>(page, getTodayFigures.path, (read) => ({ ...read, ...COINS }))
  await page.goto(consoleAddress('/today'))
  const owed = page.locator('section').filter({ hasText: 'The company owes' })
  await expect(owed.getByText('308,641.75 EUR')).toBeVisible()
  await expect(owed).toContainText('1 UPT = 0.25 EUR, set')
  await expect(owed.locator('time')).toContainText('09:42 UTC')
  await expectCurrencies(page)
  const row = 'table:has(caption:text-is("The company owes")) tbody tr'
  expect(await copied(page, `${row} .money`)).toBe('1234567.00000001 UPT')
  const whole = await copied(page, row)
  expect(whole).toContain('1234567.00000001 UPT')
  expect(whole).toContain('308641.75 EUR')
  expect(whole).toContain('1000.00000000 UPT')
  expect(whole).not.toContain(',')

  const pages = [`/orders?partner=${mary}`, `/partners/${mary}`, `/partners/${mary}?tab=orders`]
  for (const path of pages) {
    await page.goto(consoleAddress(path))
    await expectCurrencies(page)
  }
  await page.goto(consoleAddress(`/orders?partner=${mary}`))
  await expect(page.getByRole('row', { name: /Mary Coinova/ })).toContainText('3,333.33 EUR')
  expect(await copied(page, 'tbody tr .money')).toBe('3333.33 EUR')
  await page
    .getByRole('row', { name: /Mary Coinova/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('table', { name: 'Levels above the buyer' })).toBeVisible()
  await expectCurrencies(page)
})
