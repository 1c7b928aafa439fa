import type { BonusExplanation } from '@partner-office/contracts'

/** For tests: the explanation of a direct bonus as the service answers it. */
export const explanation = (facts: Partial<BonusExplanation> = {}): BonusExplanation => ({
  bonusType: 'DIRECT',
  state: 'BOOKED',
  paidAt: Date.UTC(2026, 10, 1),
  period: null,
  planVersion: 1,
  planValidFrom: 0,
  order: {
    orderId: 5,
    paidAt: Date.UTC(2026, 10, 1),
    amount: '1000.00',
    firstName: 'Grace',
    lastName: 'Hopper',
    isCancelled: false,
  },
  path: [],
  rang: null,
  target: null,
  counting: null,
  legs: [],
  pool: null,
  windowStart: null,
  windowEnd: null,
  amounts: [],
  adjustments: [],
  ...facts,
})
