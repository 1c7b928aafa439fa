import type { Programme, Rank } from '../../plan/plan.ts'
import type { PeriodBonusType } from '../bonus-types.ts'
import { groupsOf, type CreditGroup } from './credit-group.ts'
import type { BonusValue } from './derivation.ts'
import type { MonthBasis } from './month-basis.ts'

type Row = { readonly minimumRank: Rank | null; readonly target: bigint }

/**
 * Credits each partner the highest row that the rank allows and the turnover reaches: diamond, winner, bsp
 * and lifestyle.
 *
 * Source: decisions C5, C7.
 */
export function closeCheckpoints<R extends Row>(
  basis: MonthBasis,
  {
    type,
    programme,
    valueOf,
  }: {
    type: PeriodBonusType
    programme: Programme<R>
    valueOf: (row: R) => BonusValue
  },
): CreditGroup[] {
  if (programme.from >= basis.end) return []
  const achieved = basis.highestRows(programme)
  const { currencies } = programme
  const planVersion = basis.version.version
  return programme.rows.flatMap((row, place) => {
    const value = valueOf(row)
    const rows = achieved.rows.filter((_, at) => achieved.places[at] === place)
    return groupsOf(basis, { type, planVersion, value, currencies, rows, sources: null })
  })
}
