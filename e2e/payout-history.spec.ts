import type { PayoutTransaction } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { answerCall, failCall } from './faults.ts'
import { expect, test } from './fixtures.ts'
import { COULD_NOT, expectAccessible, expectNoHorizontalScroll } from './page-checks.ts'
import { instantShown } from './shown.ts'

const HISTORY = '/en/transactions/payouts'
const CALL = '/v1/payout/history'
const ADDRESS = '0x7f3a91c25be04d8863aa10f7c2e95b7d4410de8f'

const payout = (id: number, changes: Partial<PayoutTransaction> = {}): PayoutTransaction => ({
  id,
  createdAt: Date.UTC(2026, 9, id, 9, 41),
  address: ADDRESS,
  amount: '1250.00000000',
  status: 'PENDING',
  txId: null,
  from: 'UCHAIN_UCN_BONUS',
  to: 'UCN_XRC10_WHITE',
  cancellable: true,
  cancelled: false,
  ...changes,
})
const PENDING = payout(3)
const SENT = payout(2, { status: 'SUCCESS', txId: '7de1c93f08aab942', cancellable: false })
const REJECTED = payout(1, { status: 'REJECTED', cancellable: false, from: 'UCHAIN_UPT_BONUS' })
const CANCELLED = payout(4, { status: 'REJECTED', cancellable: false, cancelled: true })
const ROWS = [CANCELLED, PENDING, SENT, REJECTED]

/** A row of the table by the number of its payout. */
const row = (page: Page, id: number) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Payout ${id}` }) })

async function openAt(page: Page, width: number, address = HISTORY): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
}

/** The query of the next history call. */
async function asked(page: Page, act: () => Promise<unknown>): Promise<Record<string, string>> {
  const waiting = page.waitForRequest((request) => new URL(request.url()).pathname === CALL)
  await act()
  return Object.fromEntries(new URL((await waiting).url()).searchParams)
}

const answer = (page: Page, content: readonly PayoutTransaction[], totalPages = 1) =>
  answerCall(page, CALL, { content, number: 0, totalPages })

test.describe('the payout history', () => {
  test('TRX-023 TRX-024 TRX-033 TRX-034 TRX-035 a row shows number, date, address, amount, state and hash', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await answer(page, ROWS)
    await openAt(page, 1280)
    const sent = row(page, SENT.id).getByRole('cell')
    await expect(sent.nth(0)).toHaveText('2')
    await expect(sent.nth(1)).toHaveText(/^02\.10\.2026 \d\d:\d\d UTC$/)
    await expect(sent.locator('time')).toHaveAttribute('title', instantShown(SENT.createdAt))
    await expect(sent.nth(2)).toHaveText('0x7f3a…de8f')
    await expect(sent.nth(3)).toHaveText('1,250.00000000 UCN')
    await expect(row(page, REJECTED.id).getByRole('cell').nth(3)).toContainText('UPT')
    const state = (id: number) => row(page, id).locator('.chip')
    await expect(state(SENT.id)).toHaveText('Sent')
    await expect(state(SENT.id)).toHaveClass(/green/)
    await expect(state(PENDING.id)).toHaveText('Pending')
    await expect(state(PENDING.id)).toHaveClass(/orange/)
    await expect(state(REJECTED.id)).toHaveText('Rejected')
    await expect(state(REJECTED.id)).toHaveClass(/red/)
    await expect(state(CANCELLED.id)).toHaveText('Cancelled')
    await expect(state(CANCELLED.id)).toHaveClass(/grey/)
    // Without a template of the operators a hash is a text.
    await expect(sent.nth(5).getByTitle(SENT.txId!)).toBeVisible()
    await expect(sent.nth(5).getByRole('link')).toHaveCount(0)
    await expect(row(page, PENDING.id).getByRole('cell').nth(5)).toHaveText('–')
    await expectAccessible(page)
    await page.setViewportSize({ width: 400, height: 900 })
    await expect(page.getByRole('list', { name: 'Payouts' }).getByRole('listitem')).toHaveCount(4)
    await expect(page.getByRole('button', { name: 'Payout 2' })).toHaveText('Payout 2')
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
  })

  test('TRX-039 TRX-040 TRX-042 a failure says so and can be retried; older payouts are loaded on request', async ({
    page,
    signIn,
  }) => {
    await signIn()
    const repair = await failCall(page, CALL, { code: 'internal_server_error', status: 500 })
    await openAt(page, 1280)
    await expect(page.getByText(COULD_NOT)).toBeVisible()
    await repair()
    await answer(page, ROWS, 2)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(row(page, PENDING.id)).toBeVisible()
    const more = await asked(page, () => page.getByRole('button', { name: 'Load more' }).click())
    expect(more).toMatchObject({ page: '1' })
  })

  test('PAY-079 the details show the steps and the whole address; a pending payout is cancelled after a question', async ({
    page,
    signIn,
  }) => {
    await signIn()
    await answer(page, ROWS)
    const steps = {
      fee: '12.50000000',
      receive: '1237.50000000',
      requestedAt: PENDING.createdAt - 60_000,
    }
    const open = { takenAt: null, endedAt: null, reason: null }
    await answerCall(page, '/v1/payout/3', { ...PENDING, ...steps, ...open })
    await answerCall(page, '/v1/payout/3/cancel', { id: 3, status: 'REJECTED' })
    await openAt(page, 1280)
    await row(page, PENDING.id).getByRole('button', { name: 'Payout 3' }).click()
    await expect(page).toHaveURL(/payout=3$/)
    const panel = page.getByRole('dialog', { name: 'Payout 3' })
    await expect(panel.getByLabel(ADDRESS)).toContainText('91c2')
    await expect(panel.getByRole('listitem')).toHaveText([
      /^Requested.*09:40/,
      /^Confirmed with your code.*09:41/,
      /^Taken up for sending.*You can still cancel/,
      /^Sent$/,
    ])
    await expect(panel).toContainText('1,237.50000000 UCN')
    await expectAccessible(page)

    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    await expect(panel).toContainText('The whole amount, with its fee, goes back to your balance.')
    await panel.getByRole('button', { name: 'Keep it' }).click()
    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    await expectAccessible(page)
    const ended = {
      status: 'REJECTED',
      cancellable: false,
      endedAt: PENDING.createdAt,
      cancelled: true,
      reason: 'cancelled',
    }
    await answerCall(page, '/v1/payout/3', { ...PENDING, ...steps, ...open, ...ended })
    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    await expect(panel.getByRole('listitem').last()).toContainText('Cancelled by you')
    await expect(panel.getByRole('button', { name: 'Cancel payout' })).toHaveCount(0)
    await expect(panel.locator('.chip')).toHaveText('Cancelled')
    // No money has come, so nothing says that the partner receives some, and the end has no tick.
    await expect(panel).not.toContainText(/You receive|You send|1,237/)
    await expect(panel.getByRole('listitem').last().locator('.check-mark')).toHaveClass(/is-bad/)
    await expectAccessible(page)
  })

  test('a rejected payout says why, and where the whole amount is', async ({ page, signIn }) => {
    await signIn()
    await answer(page, ROWS)
    const ended = { endedAt: REJECTED.createdAt + 3_600_000, reason: 'cancelled' }
    const steps = { requestedAt: REJECTED.createdAt, takenAt: REJECTED.createdAt + 60_000 }
    const amounts = { fee: '12.50000000', receive: '1237.50000000' }
    await answerCall(page, '/v1/payout/1', { ...REJECTED, ...steps, ...ended, ...amounts })
    await openAt(page, 400, `${HISTORY}?payout=1`)
    const panel = page.getByRole('dialog', { name: 'Payout 1' })
    await expect(panel.locator('.chip')).toHaveText('Rejected')
    await expect(panel.getByRole('listitem').last()).toHaveText(
      /^Rejected.*cancelled\. The whole amount is back on your balance\./,
    )
    await expect(panel).toContainText('1,250.00000000 UPT')
    await expect(panel).not.toContainText(/You receive|1,237/)
    const mark = panel.getByRole('listitem').last().locator('.check-mark')
    await expect(mark).toHaveClass(/is-bad/)
    await expect(mark).not.toHaveClass(/is-met/)
    await expectAccessible(page)
  })
})
