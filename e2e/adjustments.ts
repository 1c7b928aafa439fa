import type {
  BonusExplanation,
  BonusTransaction,
  CallReply,
  getBonusHistory,
  getPayoutStanding,
  OwnAdjustment,
} from '@partner-office/contracts'
import type { Page } from '@playwright/test'

import { adjustment, hold } from '../apps/office/src/testing/adjustments.ts'
import { answerCall, changeCall } from './faults.ts'

export const REASON =
  'We have checked the order of Grace Hopper again. It was counted on a wrong line, so we credit the difference.'

/** A credit for a bonus, its reversal, a debit for an order, and one in another account about nothing. */
const adjustmentsOf = (recordId: number, orderId: number): OwnAdjustment[] => [
  adjustment({
    id: 14,
    amount: '-1250.12345678',
    orderId,
    reason: 'The order was paid twice by mistake.',
  }),
  adjustment({
    id: 13,
    amount: '-25.50000000',
    recordId,
    reason: 'The correction was a mistake.',
    takesBack: 12,
  }),
  adjustment({ recordId, reason: REASON, takenBackBy: 13 }),
  adjustment({
    id: 11,
    account: 'SU_BONUS',
    currency: 'ULTIMA',
    amount: '3.500000',
    reason: 'A gift.\nThank you for ten years.',
  }),
]

type History = CallReply<typeof getBonusHistory>

/**
 * Adjusts the partner's newest bonus on every page: the list of adjustments is an answer of the test, the history and the explanation
 * are those of the service with the adjustments in them.
 */
export async function adjustBonuses(page: Page, newest: BonusTransaction): Promise<void> {
  const all = adjustmentsOf(newest.id, newest.orderId)
  await answerCall(page, '/v1/adjustments', { content: all, number: 0, totalPages: 1 })
  await changeCall<History>(page, '/v1/bonus/history', (history) => ({
    ...history,
    content: [...all.slice(1).map(inHistory), ...history.content],
  }))
  const explained = all.filter(({ recordId }) => recordId !== null).toReversed()
  await changeCall<BonusExplanation[]>(page, '/v1/bonus/explain', ([first, ...others]) => [
    { ...first!, adjustments: explained },
    ...others,
  ])
}

const inHistory = ({ postedAt, amount, ...row }: OwnAdjustment): BonusTransaction => ({
  id: row.id,
  orderId: 0,
  paidAt: postedAt,
  referralFirstName: null,
  referralLastName: null,
  level: 0,
  orderAmount: '0.00',
  bonusType: 'ADJUSTMENT',
  bonusAmount: amount,
  currency: row.currency,
  bonusPeriod: null,
  recordId: row.recordId,
  reason: row.reason,
})

/** Holds two amounts of the UPT balance, and lets a third wait for its holding period. */
export const holdAmounts = (page: Page, recordId: number): Promise<void> =>
  changeCall<CallReply<typeof getPayoutStanding>>(page, '/v1/payout/standing', (standing) => ({
    ...standing,
    held: [
      hold({ amount: '1000.00000000', recordId, reason: 'We check the order behind this bonus.' }),
      hold({ amount: '250.50000000', until: null, reason: REASON }),
    ],
    waiting: [
      {
        from: 'UCHAIN_UPT_BONUS',
        to: 'UPT_XRC10_WHITE',
        at: Date.UTC(2026, 11, 1),
        amount: '500.00000000',
      },
    ],
  }))
