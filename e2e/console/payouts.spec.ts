import { getPayoutTotals, getQueue } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall, slowCall } from '../faults.ts'
import { expectAsWritten as expect, test } from '../fixtures.ts'
import { COULD_NOT, expectAccessible } from '../page-checks.ts'
import { makePartner } from '../partners.ts'
import { product } from '../product.ts'
import { consoleAddress, giveConsole, makeOperator, type Operator } from './operator.ts'
import { pay, RICH } from './pay.ts'
import { expectSound } from './sound.ts'

const REASON = 'The colleague is ill today.'
/** All tests of this file look at pages of the same operator. */
let operator: Operator
test.beforeAll(async () => {
  operator = await makeOperator(['finance', 'admin'])
})
test.beforeEach(({ context }) => giveConsole(context, operator))

const txIdOf = (id: number): string => `0x${id.toString(16).padStart(64, '0')}`

const openPayout = (page: Page, id: number) => page.goto(consoleAddress(`/payouts/${id}`))

test('PQU-001 PQU-002 PQU-003 PQU-004 PQU-006 PQU-017 a payout from the queue to its approval, with the keyboard', async ({
  page,
}) => {
  const partner = await makePartner(RICH)
  const id = await pay(partner)
  await page.goto(consoleAddress(`/payouts?partner=${partner.id}`))
  const row = page.getByRole('row').filter({ hasText: String(id) })
  await expect(row.getByText('First payout')).toBeVisible()
  await expect(row.getByText('Waiting')).toBeVisible()
  await expectSound(page)
  await row.getByRole('link', { name: String(id), exact: true }).click()
  await expect(page.getByText('No payout of this partner was sent before.')).toBeVisible()
  const before = page
    .getByText('Balance before this payout')
    .locator('xpath=following-sibling::dd[1]')
  await expect(before).toHaveText('8,000.00000000 UPT')
  await expect(
    page.getByRole('table', { name: 'Transfers of this payout' }).getByRole('row'),
  ).toHaveCount(3)
  await expectSound(page)
  await page.keyboard.press('t')
  await expect(page.getByText('The payout was taken up')).toBeVisible()
  await page.getByRole('button', { name: 'Approve as sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve the payout as sent?' })
  await dialog.getByLabel('Transaction id').fill('deed')
  await dialog.getByRole('button', { name: 'Approve as sent' }).click()
  await expect(dialog.getByText('This does not have the right form.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Transaction id').fill(txIdOf(id))
  await dialog.getByRole('button', { name: 'Approve as sent' }).click()
  await expect(page.getByText('Not checked on the chain')).toBeVisible()
  await expect(page.getByText(txIdOf(id))).toBeVisible()
})

test('D-163 PQU-007 a second operator takes over, and rejects what a batch has not sent', async ({
  page,
  browser,
}) => {
  const id = await pay(await makePartner(RICH))
  const other = await makeOperator(['finance'])
  const second = await browser.newContext()
  await giveConsole(second, other)
  const theirs = await second.newPage()
  await theirs.goto(consoleAddress('/payouts'))
  await theirs.getByRole('checkbox', { name: `Select Payout ${id}` }).check()
  await theirs.getByRole('button', { name: 'Hand over one payout' }).click()
  const give = theirs.getByRole('dialog', { name: 'Hand over as a batch' })
  await expect(give.getByText('One payout goes')).toBeVisible()
  await expectAccessible(theirs)
  const download = theirs.waitForEvent('download')
  await give.getByRole('button', { name: 'Hand over one payout' }).click()
  expect((await download).suggestedFilename()).toMatch(/^batch-\d+\.csv$/)
  await second.close()

  await openPayout(page, id)
  await page.getByRole('button', { name: 'Take over' }).click()
  const over = page.getByRole('dialog', { name: 'Take the payout over?' })
  await expect(over.getByText(other.email)).toBeVisible()
  await over.getByLabel('Reason').fill(REASON)
  await over.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  const reject = page.getByRole('dialog', { name: 'Reject the payout?' })
  await expect(reject.getByText('This payout is in a batch. Was it sent?')).toBeVisible()
  await reject.getByLabel('Reason').fill('The sender failed')
  await expectAccessible(page)
  await reject.getByLabel('It was not sent').check()
  await reject.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('The payout was rejected')).toBeVisible()
})

test('PQU-008 PQU-009 PQU-010 PQU-011 a batch is handed over, downloaded again and settled by a file', async ({
  page,
}) => {
  const partner = await makePartner(RICH)
  const ids = [await pay(partner), await pay(partner, '50')]
  await page.goto(consoleAddress(`/payouts?partner=${partner.id}`))
  await expect(page.getByRole('link', { name: String(ids[1]), exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown rows' }).check()
  await page.getByRole('button', { name: 'Hand over 2 payouts' }).click()
  const give = page.getByRole('dialog', { name: 'Hand over as a batch' })
  await expect(
    give.getByText('2 payouts: 150.00000000 UPT, to send 147.00000000 UPT'),
  ).toBeVisible()
  const first = page.waitForEvent('download')
  await give.getByRole('button', { name: 'Hand over 2 payouts' }).click()
  const [, batch = ''] = /^batch-(\d+)/.exec((await first).suggestedFilename()) ?? []
  await page.goto(consoleAddress(`/payouts/batches?open=${batch}`))
  const panel = page.getByRole('complementary', { name: `Batch ${batch}` })
  const again = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download the file again' }).click()
  expect((await again).suggestedFilename()).toBe(`batch-${batch}.csv`)
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Settle a file' }).click()
  const settle = page.getByRole('dialog', { name: 'Settle a file' })
  const right = ids.map((id) => `${id},${txIdOf(id)}`)
  const csv = (lines: readonly string[]) => ['id,txId', ...lines].join('\n')
  await settle.getByLabel('Lines').fill(csv([...right, '999999,deed']))
  await settle.getByRole('button', { name: 'Show what it does' }).click()
  await expect(settle.getByText('there is no payout 999999')).toBeVisible()
  await expectAccessible(page)
  const file = { name: 'answer.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(right)) }
  await settle.getByLabel('CSV file').setInputFiles(file)
  await settle.getByRole('button', { name: 'Show what it does' }).click()
  await settle.getByRole('button', { name: 'Approve 2 payouts' }).click()
  await expect(page.getByText('2 payouts were approved')).toBeVisible()
})

test('PQU-012 a stop shows its reason in the console, and the way to ask in the office', async ({
  page,
  signIn,
}) => {
  const partner = await signIn(RICH)
  const id = await pay(partner)
  await openPayout(page, id)
  await page.getByRole('button', { name: 'Stop all payouts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop all payouts of this partner?' })
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'Stop all payouts' }).click()
  await expect(page.getByText(`The payouts of the partner are stopped: ${REASON}`)).toBeVisible()
  await page.goto(`${product().office}/en/payout`)
  await expect(page.getByText('Payouts are stopped')).toBeVisible()
  await expect(page.getByText(/Support can tell you what to do next/)).toBeVisible()
  await expect(page.getByText(REASON)).toHaveCount(0)
  await expectAccessible(page)
})

test('PQU-013 PQU-014 a route: the costs before and after, and addresses that are tried', async ({
  page,
}) => {
  await page.goto(consoleAddress('/payouts/routes'))
  await expectSound(page)
  await page.getByRole('button', { name: 'Change' }).first().click()
  const form = page.getByRole('dialog', { name: /^UCHAIN_UCN_BONUS/ })
  await form.getByLabel('Fee, percent').fill('3')
  const costs = form.getByRole('table', { name: 'What five amounts cost, before and after' })
  await expect(costs.getByRole('row').filter({ hasText: '1,000.00000000 UCN' })).toContainText(
    '970.00000000',
  )
  await form.getByLabel('Pattern of addresses').fill('^0x[0-9a-f]{40}$')
  await form.getByLabel('Addresses', { exact: true }).fill(`0x${'7'.repeat(40)}\nnone`)
  await form.getByRole('button', { name: 'Try the pattern' }).click()
  await expect(form.getByText('Accepted')).toBeVisible()
  await expect(form.getByText('Refused', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('SCR-001 SCR-002 payouts: loading, none, error', async ({ page }) => {
  const arrive = await slowCall(page, getQueue.path)
  await page.goto(consoleAddress('/payouts'))
  await expect(page.locator('table[aria-busy]').first()).toBeVisible()
  await expectAccessible(page)
  await arrive()
  const fill = await answerCall(page, getQueue.path, { content: [], rates: [] })
  await page.goto(consoleAddress('/payouts'))
  await expect(page.getByText('No payout matches.').first()).toBeVisible()
  await expectSound(page)
  await fill()
  await failCall(page, getQueue.path, 'down')
  await page.goto(consoleAddress('/payouts'))
  await expect(page.getByText(COULD_NOT).first()).toBeVisible()
  await failCall(page, getPayoutTotals.path, 'down')
  await expectAccessible(page)
})
