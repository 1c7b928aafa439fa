import { expect, test } from 'vitest'

import type { BookedAdjustment } from './adjustment-text.ts'
import { buildStatement } from './build-statement.ts'
import type { Movement } from './read-movements.ts'
import type { StatementSeal } from './statement.ts'

const AT = Date.UTC(2026, 9, 12, 8)

const movement = (transferId: number, units: bigint, facts: Partial<Movement>): Movement => ({
  transferId,
  units: units * 100_000_000n,
  kind: 'PAYOUT',
  reference: 'payout 4',
  createdAt: AT + transferId,
  recordId: null,
  ...facts,
})

const adjustment = (id: number, facts: Partial<BookedAdjustment> = {}): BookedAdjustment => ({
  id,
  reason: 'a gift.',
  recordId: null,
  orderId: null,
  takesBack: null,
  ...facts,
})

/** The statement of a month whose movements no bonus explains. */
function statementOf(
  movements: readonly Movement[],
  adjustments: readonly BookedAdjustment[] = [],
) {
  return buildStatement({
    period: '2026-10',
    issuedAt: AT,
    holder: {
      partnerId: 7,
      name: 'Ada Lovelace',
      isNameVerified: false,
      address: [],
      isAddressVerified: false,
      language: 'en',
    },
    month: { partnerId: 7, account: 'UPT', currency: 'UPT', opening: 500_000_000n, movements },
    records: new Map(),
    payouts: new Map([['payout 4', { id: 4, address: 'TWallet' }]]),
    adjustments: new Map(adjustments.map((one, at) => [movements[at]!.transferId, one])),
    disputes: [],
    rankCode: String,
    seal: {} as StatementSeal,
  })
}

test('a payout, its fee and what comes back are lines of the payouts, with their times and no calculation', () => {
  const statement = statementOf([
    movement(1, -3n, {}),
    movement(2, -1n, { kind: 'PAYOUT_FEE' }),
    movement(3, 3n, { kind: 'PAYOUT_REFUND' }),
    movement(4, 1n, { kind: 'PAYOUT_FEE_REFUND' }),
    movement(5, -2n, { reference: 'payout 9' }),
    movement(6, -2n, { kind: 'OTHER' }),
  ])
  expect(statement.entries.map(({ section, text }) => [section, text])).toEqual([
    ['payout', 'Payout 4 to TWallet.'],
    ['payout', 'Fee of payout 4.'],
    ['payout', 'Payout 4 to TWallet was not sent: its amount came back.'],
    ['payout', 'Payout 4 was not sent: its fee came back.'],
    ['payout', 'PAYOUT payout 9.'],
    ['payout', 'OTHER payout 4.'],
  ])
  expect(statement.entries[0]).toMatchObject({
    at: AT + 1,
    bookedAt: AT + 1,
    amount: '-3.00000000',
    bonusType: null,
    orderId: null,
    level: null,
    period: null,
    calculation: null,
  })
  expect([statement.opening, statement.paidOut, statement.closing]).toEqual([
    '5.00000000',
    '-4.00000000',
    '1.00000000',
  ])
})

test('ADJ-007 adjustments are a section of their own, each with what it is about', () => {
  const statement = statementOf(
    [1, 2, 3, 4].map((id) => movement(id, 2n, { kind: 'ADJUSTMENT', reference: `a ${id}` })),
    [
      adjustment(1),
      adjustment(2, { orderId: 5, recordId: 71 }),
      adjustment(3, { recordId: 71 }),
      adjustment(4, { orderId: 5, takesBack: 2 }),
    ],
  )
  expect(statement.entries.map(({ section, text }) => [section, text])).toEqual([
    ['adjustment', 'Adjustment 1: a gift.'],
    ['adjustment', 'Adjustment 2 for order 5: a gift.'],
    ['adjustment', 'Adjustment 3 of bonus 71: a gift.'],
    ['adjustment', 'Adjustment 4, which takes back adjustment 2: a gift.'],
  ])
  expect(statement.entries[0]).toMatchObject({ at: AT + 1, orderId: null, calculation: null })
  expect([statement.adjusted, statement.paidOut, statement.closing]).toEqual([
    '8.00000000',
    '0.00000000',
    '13.00000000',
  ])
})
