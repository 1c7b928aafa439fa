import { expect, test } from 'vitest'

import { fraction, ONE, ZERO } from '../../fraction.ts'
import { smallPlan } from '../../testing/random-months.ts'
import type { Derivation } from './derivation.ts'
import { RecordDraft } from './record-draft.ts'

const [row] = smallPlan().programmes.infinity.rows

/** A hundredth of an order, converted at a rate; the currency has 8 decimals. */
function accrualAt(currency: 'UPT' | 'UCN', rate: string): Derivation {
  const effective = { ...row!, percent: ONE }
  return {
    type: 'UCHAIN_INFINITY',
    planVersion: 1,
    value: { kind: 'order', effective, paidBefore: ZERO },
    share: { currency, share: ONE },
    rate: { id: 1, rate: fraction(rate), setAt: 0 },
  }
}

/** The records of an order, as [row, currencies]. */
function recordsOf(cents: number) {
  const draft = new RecordDraft(Float64Array.of(cents), 2)
  // A unit for 1 cent, and a unit for 4 cents.
  const group = draft.derive([accrualAt('UCN', '0.0001'), accrualAt('UPT', '0.000025')])
  draft.addAccrual(0, 7, group)
  const { size, entries, chunks, groups, derivations } = draft.columns()
  const records = Array.from({ length: entries }, (_, at) => [
    chunks[0]!.row[at],
    groups[chunks[0]!.group[at]!]!.map((place) => derivations[place]!.share.currency),
  ])
  return { size, records }
}

test.each([
  [0, []],
  [1, ['UCN']],
  [3, ['UCN']],
  [4, ['UCN', 'UPT']],
  [5, ['UCN', 'UPT']],
])('C11.6 an order of %s cents leaves records in %j, none of 0 units', (cents, currencies) => {
  const records = currencies.length === 0 ? [] : [[7, currencies]]
  expect(recordsOf(cents)).toEqual({ size: currencies.length, records })
})
