import type { CoinRow, EurRow, PercentRow } from '../../plan/plan.ts'
import { closeCheckpoints } from './close-checkpoints.ts'
import { closeInfinity } from './close-infinity.ts'
import { closePools } from './close-pools.ts'
import { closeTurbo } from './close-turbo.ts'
import { addGroups } from './credit-group.ts'
import { MonthBasis, type MonthQuestion } from './month-basis.ts'
import { MonthClose } from './month-close.ts'
import { MonthInfinity } from './month-infinity.ts'
import { RecordDraft } from './record-draft.ts'

/**
 * Everything that a month's programmes credit, from facts, plan versions and rates alone: the same
 * for the same facts in whatever order they stand. For a month that is not over it says what would
 * be credited if nothing more came.
 *
 * Each order's infinity and its part of the pools follow the plan in force when it was paid; what is
 * looked at once a period (ranks, targets, values) follows the plan in force in its last millisecond.
 *
 * Refuses: `not_found`, if a programme is credited in a currency without a SELL quote.
 * Source: decisions C4 to C7, C11.
 */
export function closeMonth(question: MonthQuestion): MonthClose {
  const basis = new MonthBasis(question)
  const { bsp, diamond, lifestyle, winner } = basis.version.plan.programmes
  const draft = new RecordDraft(basis.facts.orders.cents, mostCurrencies(basis))
  // By the names of the types, the order of the records.
  addGroups(draft, closeCheckpoints(basis, { type: 'BSP', programme: bsp, valueOf: ofTarget }))
  addGroups(draft, closeTurbo(basis))
  addGroups(
    draft,
    closeCheckpoints(basis, { type: 'DIAMOND', programme: diamond, valueOf: ofTarget }),
  )
  addGroups(draft, closePools(basis))
  addGroups(
    draft,
    closeCheckpoints(basis, { type: 'LIFESTYLE', programme: lifestyle, valueOf: fixed }),
  )
  const infinity = new MonthInfinity(basis)
  closeInfinity(basis, infinity, draft)
  addGroups(draft, closeCheckpoints(basis, { type: 'WINNER', programme: winner, valueOf: coins }))
  return new MonthClose(basis, infinity, draft.columns())
}

/** The most currencies that infinity is credited in. */
const mostCurrencies = ({ segments }: MonthBasis): number =>
  Math.max(1, ...segments.map(({ version }) => version.plan.programmes.infinity.currencies.length))

const ofTarget = (row: PercentRow) => ({ kind: 'target' as const, row })
const fixed = (row: EurRow) => ({ kind: 'amounts' as const, rows: [row] })
const coins = ({ target, amount }: CoinRow) => ({ kind: 'coins' as const, target, coins: amount })
