import { getOrderEffect, getOrderMonth, getOrders } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { makeNetwork, type Member } from '../network.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

/** Mary orders for 333.33 EUR: Grace gets 40 % of it, and Ada, who is active, 7 %. */
const MARY: Member = { name: 'Mary Jackson', turnover: '333.33' }
const ADA: Member = {
  name: 'Ada Lovelace',
  active: true,
  below: [{ name: 'Grace Hopper', below: [MARY] }],
}

/** All tests of this file look at pages of the same operator. */
let operator: Operator
let mary: number
test.beforeAll(async () => {
  operator = await makeOperator(['finance'])
  mary = await makeNetwork(ADA, MARY)
})
test.beforeEach(({ context }) => giveConsole(context, operator))

/** Opens the order by the list of its buyer's orders. */
async function openOrder(page: Page): Promise<void> {
  await page.goto(consoleAddress(`/orders?partner=${mary}`))
  const row = page.getByRole('row', { name: /Mary Jackson/ })
  await expect(row).toContainText('333.33 EUR')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'Levels above the buyer' })).toBeVisible()
}

test('ORC-001 SCR-004 filters are in the address, and an order is found by them', async ({
  page,
}) => {
  await page.goto(consoleAddress('/orders'))
  await page.getByRole('button', { name: 'Partner' }).click()
  await page.getByRole('textbox', { name: 'Partner' }).fill(String(mary))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`partner=${mary}`))
  await expect(page.getByRole('row', { name: /Mary Jackson/ })).toHaveCount(1)
  await expectSound(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/partner=/)
})

test('ORC-002 ORC-003 ORC-004 the page shows what the order has brought, to whom and why', async ({
  page,
}) => {
  await openOrder(page)
  const way = page.getByRole('table', { name: 'Levels above the buyer' })
  await expect(way.getByRole('row')).toHaveCount(16)
  await expect(way.getByRole('row', { name: /Grace Hopper/ })).toContainText('266.66400000 UPT')
  await expect(way.getByRole('row', { name: /Ada Lovelace/ })).toContainText('46.66620000 UPT')
  await expect(way.getByText('There is no partner at this level.')).toHaveCount(13)
  await expect(page.getByText('2 transfers, UPT')).toBeVisible()
  const programmes = page.getByRole('table', { name: 'Programmes of its month' })
  await expect(programmes.getByRole('row', { name: /Grace Hopper.*Winner/ })).toBeVisible()
  await expectSound(page)
})

test('ORC-005 ORC-006 SCR-003 an order is cancelled with a reason, by the keyboard alone', async ({
  page,
}) => {
  await openOrder(page)
  await page.getByRole('button', { name: 'Cancel this order' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  const taken = dialog.getByRole('table', { name: 'Taken back' })
  await expect(taken.getByRole('row', { name: /Grace Hopper/ })).toContainText('-266.66400000 UPT')
  await expectSound(page)
  await dialog.getByRole('textbox').focus()
  await page.keyboard.type('the goods came back')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Do it now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('the goods came back')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toHaveCount(0)
  await expect(page.getByText('4 transfers, UPT')).toBeVisible()
  await expectSound(page)
})

test('SCR-001 SCR-002 orders: loading, none, error', async ({ page }) => {
  const arrive = await slowCall(page, getOrders.path)
  await page.goto(consoleAddress('/orders'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fill = await answerCall(page, getOrders.path, { content: [] })
  await page.goto(consoleAddress('/orders'))
  await expect(page.getByText('No orders.')).toBeVisible()
  await expectSound(page)
  await fill()
  await failCall(page, getOrders.path, 'down')
  await page.goto(consoleAddress('/orders'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await expectAccessible(page)
})

test('SCR-002 one order: its parts load and fail on their own, and an unknown one says so', async ({
  page,
}) => {
  await openOrder(page)
  const address = page.url()
  const id = address.split('/').at(-1)!
  for (const { path } of [getOrderEffect, getOrderMonth]) {
    await failCall(page, path.replace(':id', id), 'down')
  }
  await page.goto(address)
  await expect(page.getByText(COULD_NOT).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Transfers' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(consoleAddress('/orders/999999999999'))
  await expect(page.getByText('There is no order with this number.')).toBeVisible()
  await expectSound(page)
})
