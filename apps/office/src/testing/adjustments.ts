import type { HeldAmount, OwnAdjustment } from '@partner-office/contracts'

/** For tests: an adjustment as the service answers it. */
export const adjustment = (facts: Partial<OwnAdjustment> = {}): OwnAdjustment => ({
  id: 12,
  postedAt: Date.UTC(2026, 10, 12, 14, 5),
  account: 'UCHAIN_UPT_BONUS',
  currency: 'UPT',
  amount: '25.50000000',
  reason: 'Your bonus was computed with the wrong rate.',
  recordId: null,
  orderId: null,
  takesBack: null,
  takenBackBy: null,
  disputeId: null,
  ...facts,
})

/** For tests: a hold as the service answers it. */
export const hold = (facts: Partial<HeldAmount> = {}): HeldAmount => ({
  account: 'UCHAIN_UPT_BONUS',
  amount: '100.00000000',
  recordId: null,
  since: Date.UTC(2026, 10, 12, 14, 5),
  until: Date.UTC(2026, 10, 30),
  reason: 'We check an order of your team.',
  ...facts,
})
