import { expect, test } from 'vitest'

import { disputeOf, type EndedDispute } from './dispute-text.ts'
import { StatementWords } from './statement-words.ts'

const AT = Date.UTC(2026, 9, 12, 8)

/** The text of a dispute that is about nothing but what is given. */
const textOf = (facts: Partial<EndedDispute>): string =>
  disputeOf(new StatementWords('en'), {
    id: 7,
    partnerId: 3,
    kind: 'record',
    endedAt: AT,
    result: 'ANSWERED',
    amounts: [],
    recordId: null,
    orderId: null,
    month: null,
    bonusType: null,
    rang: null,
    adjustmentId: null,
    ...facts,
  }).text

test.each<[string, Partial<EndedDispute>, string]>([
  ['an adjustment', { kind: 'adjustment', adjustmentId: 4 }, 'Adjustment 4'],
  [
    'a bonus of a rank',
    { bonusType: 'TURNOVER', rang: 'Gold', recordId: 31 },
    'Rank · Gold · Bonus 31',
  ],
  [
    'a share of an order',
    { bonusType: 'TEAM', orderId: 12, recordId: 30 },
    'Team · Order 12 · Bonus 30',
  ],
  [
    'a share that an order lacks',
    { kind: 'order', bonusType: 'DIRECT', orderId: 12 },
    'Direct · Order 12',
  ],
  [
    'a programme of a month',
    { kind: 'programme', bonusType: 'BSP', month: '2026-10' },
    'BSP · October 2026',
  ],
])('DSP-011 a dispute about %s names just that', (_, facts, parts) => {
  expect(textOf(facts)).toBe(`Question 7 · ${parts} · Answered`)
})
