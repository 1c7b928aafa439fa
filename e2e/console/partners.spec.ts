import { getPartners } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { emailOf, makeNetwork, type Member } from '../network.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { expectSound } from './sound.ts'

const REASON = 'the partner has asked for it'
const LISE: Member = { name: 'Lise Meitnerova', turnover: '333.33' }
const GRACE: Member = { name: 'Grace Hopperova', active: true, below: [LISE] }
const ADA: Member = { name: 'Ada Lovelaceova', below: [GRACE] }

/** All tests of this file look at pages of the same operator. */
let operator: Operator
let grace: number
test.beforeAll(async () => {
  operator = await makeOperator(['support'])
  grace = await makeNetwork(ADA, GRACE)
})
test.beforeEach(({ context }) => giveConsole(context, operator))

const openPartner = async (page: Page, tab = 'overview'): Promise<void> => {
  await page.goto(consoleAddress(`/partners/${grace}?tab=${tab}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopperova' })).toBeVisible()
}

test('PTR-001 PTR-003 SCR-004 a partner is found by a part of the name; search and filters are in the address', async ({
  page,
}) => {
  await page.goto(consoleAddress('/partners'))
  await page.getByRole('searchbox').fill('hopperov')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=hopperov/)
  const row = page.getByRole('row', { name: new RegExp(`Grace Hopperova ${grace}`) })
  await expect(row).toContainText('Name')
  await expect(row).not.toContainText(emailOf(grace))
  await page.getByRole('button', { name: 'Blocked' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/isBlocked=true/)
  await expect(page.getByText('No partner was found.')).toBeVisible()
  await page.goBack()
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopperova' })).toBeVisible()
  await expectSound(page)
})

test('PTR-004 PTR-010 contacts are masked until a reason is given', async ({ page }) => {
  await openPartner(page)
  await expect(page.getByText('p•••@e•••.com')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ada Lovelaceova' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the contacts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Show the contacts' })
  await dialog.getByRole('textbox').fill(REASON)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Show the contacts' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(emailOf(grace))).toBeVisible()
})

test('PTR-006 the ledger has the balance after each transfer, and its chain is checked', async ({
  page,
}) => {
  await openPartner(page, 'ledger')
  const table = page.getByRole('table', { name: /^Transfers of UCHAIN_UPT/ })
  await expect(table.getByRole('row', { name: /266\.66400000 UPT/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await expect(page.getByText(/^The chain holds: \d+ transfers?/)).toBeVisible()
  await expectSound(page)
})

test('PTR-005 PTR-007 each tab lists what concerns the partner; an amount is explained', async ({
  page,
}) => {
  await openPartner(page, 'bonuses')
  await page
    .getByRole('link', { name: /^Record/ })
    .first()
    .click()
  await expect(page.getByText('Credited before').first()).toBeVisible()
  await expectSound(page)
  for (const [tab, table] of Object.entries({
    payouts: 'Payouts',
    orders: 'Orders',
    audit: 'Audit',
  })) {
    await openPartner(page, tab)
    await expect(page.getByRole('table', { name: table })).toBeVisible()
    await expectSound(page)
  }
  await openPartner(page, 'security')
  await expect(page.getByText('no authenticator')).toBeVisible()
  await expectSound(page)
})

test('PTR-008 PTR-009 a block says before what follows, and afterwards since when, by whom and why', async ({
  page,
}) => {
  await openPartner(page)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Block' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block' })
  await expect(dialog.getByText(/Shares of direct, team and infinity bonus/)).toBeVisible()
  await dialog.getByRole('textbox').fill(REASON)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`by ${operator.email}`)).toBeVisible()
  await expect(page.getByText(REASON)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(REASON)
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText('Blocked since')).toHaveCount(0)
})

test('SCR-001 SCR-002 partners: loading, none, error, and an unknown one', async ({ page }) => {
  const arrive = await slowCall(page, getPartners.path)
  await page.goto(consoleAddress('/partners'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fill = await answerCall(page, getPartners.path, { content: [] })
  await page.goto(consoleAddress('/partners'))
  await expect(page.getByText('No partners.')).toBeVisible()
  await expectSound(page)
  await fill()
  await failCall(page, getPartners.path, 'down')
  await page.goto(consoleAddress('/partners'))
  await expect(page.getByText(COULD_NOT)).toBeVisible()
  await page.goto(consoleAddress('/partners/999999999999'))
  await expect(page.getByText('There is no partner with this number.')).toBeVisible()
  await expectSound(page)
})
