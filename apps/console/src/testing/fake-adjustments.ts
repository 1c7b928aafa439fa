import type { Adjustment, Hold } from '@partner-office/contracts'

import { type FakeService, NOW } from './fake-service.ts'

const MINUTE_MS = 60_000

const adjustment = (id: number, changes: Partial<Adjustment> = {}): Adjustment => ({
  id,
  proposalId: 40 + id,
  transferId: 900 + id,
  partnerId: 7,
  partnerName: 'Ada Own',
  account: 'UCHAIN_UPT_BONUS',
  currency: 'UPT',
  amount: '5.00000000',
  kind: 'mistake',
  reason: 'The order was recorded twice.',
  internalReason: 'agreed in the meeting',
  recordId: 31,
  orderId: null,
  rankId: null,
  takesBack: null,
  takenBackBy: null,
  disputeId: null,
  holdId: null,
  postedAt: NOW - id * MINUTE_MS,
  hash: 'ab'.repeat(32),
  proposer: 'fin@example.com',
  approver: 'fay@example.com',
  ...changes,
})

const hold = (id: number, changes: Partial<Hold> = {}): Hold => ({
  id,
  partnerId: 7,
  partnerName: 'Ada Own',
  account: 'CASH',
  currency: 'EUR',
  amount: '7.00',
  recordId: null,
  reason: 'We check order 11.',
  internalReason: 'two orders with one invoice',
  placedBy: 'fin@example.com',
  placedAt: NOW - 10 * MINUTE_MS,
  until: null,
  state: 'OPEN',
  endedAt: null,
  endedBy: null,
  needsSecond: false,
  version: 1,
  ...changes,
})

/** For tests: gives adjustments and holds, and the look at a proposal, to a service. */
export function giveAdjustments({ data }: FakeService): void {
  const adjustments = [
    adjustment(3, { amount: '-5.00000000', takesBack: 2 }),
    adjustment(2, { takenBackBy: 3 }),
    adjustment(1, { kind: 'goodwill', recordId: null, orderId: 11 }),
  ]
  let holds = [hold(2), hold(1, { state: 'RELEASED', endedAt: NOW, endedBy: 'fay@example.com' })]
  data.set('GET /console/v1/adjustments', () => ({ content: adjustments }))
  data.set('GET /console/v1/adjustments/1', () => adjustments[2])
  data.set('GET /console/v1/adjustments/2', () => adjustments[1])
  data.set('GET /console/v1/holds', () => ({ content: holds }))
  data.set('POST /console/v1/holds', () => {
    holds = [hold(3), ...holds]
    return holds[0]
  })
  data.set('POST /console/v1/proposals/preview', () => ({
    preview: [{ name: 'partner 7, UPT: balance', before: '10', after: '15', difference: '5' }],
    basis: 'cd'.repeat(32),
    isNeeded: true,
    approvers: 1,
  }))
}
