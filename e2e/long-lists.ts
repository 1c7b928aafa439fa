import type { PayoutTransaction, Ticket } from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { adjustment } from '../apps/office/src/testing/adjustments.ts'
import { holdAmounts } from './adjustments.ts'
import { answerCall } from './faults.ts'

const BALANCES = {
  UCHAIN_UCN_BONUS: '1250000.73698250',
  UCHAIN_UPT_BONUS: '2200556.05422000',
  SU_BONUS: '1319.463892',
}

const PAYOUT: PayoutTransaction = {
  id: 123_456,
  createdAt: Date.UTC(2026, 8, 30, 23, 59),
  address: '0x7f3a91c25be04d8863aa10f7c2e95b7d4410de8f',
  amount: '1200556.05422000',
  status: 'PENDING',
  txId: null,
  from: 'UCHAIN_UPT_BONUS',
  to: 'UPT_XRC10_WHITE',
  cancellable: true,
  cancelled: false,
}
const SENT: PayoutTransaction = {
  ...PAYOUT,
  id: 123_455,
  status: 'SUCCESS',
  txId: '7de1c93f08aab942',
}

const TICKET: Ticket = {
  id: 123_456,
  type: 3,
  bonusType: null,
  comment: `An order of my second line shows no unilevel bonus. ${'It was paid last week. '.repeat(9)}`,
  isClosed: false,
  mayReply: true,
  entries: [],
  state: 'waiting',
  createdAt: Date.UTC(2026, 8, 30, 23, 59),
  files: [{ name: 'receipt.pdf', size: 15_000_000 }],
}

const REPORTS = ['BSP', 'UCN', 'ULTIMA'].map((currency) => ({
  billingPeriod: '2026-09',
  currency,
  filename: `statement-2026-09-${currency}.pdf`,
}))

const ADJUSTMENT = adjustment({
  id: 123_456,
  amount: '-1200556.05422000',
  orderId: 12_345_678,
  reason: `Your bonus was computed with the wrong rate. ${'It was paid last week. '.repeat(9)}`,
  takesBack: 123_455,
})

const TOKENS = { tokens: [{ tokenType: 'GOOGLE_AUTHENTICATOR' }] }

/** Opens the payout page, and fills balances, holds, payouts, adjustments, tickets and statements of the page with the longest amounts and words. */
export async function answerLongLists(page: Page): Promise<void> {
  const only = { number: 0, totalPages: 1 }
  await answerCall(page, '/v1/two-fa/tokens', TOKENS)
  await answerCall(page, '/v1/balances', BALANCES)
  await answerCall(page, '/v1/payout/history', { content: [PAYOUT, SENT], ...only })
  await answerCall(page, '/v1/adjustments', { content: [ADJUSTMENT], ...only })
  await holdAmounts(page, 12_345_678)
  await answerCall(page, '/v1/support/tickets', [TICKET])
  await answerCall(page, '/v1/report/list', { content: REPORTS, ...only })
}
