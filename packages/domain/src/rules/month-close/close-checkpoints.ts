import type { Programme, Rank } from '../../plan/plan.ts'
import type { PeriodBonusType } from '../bonus-types.ts'
import { groupsOf, type CreditGroup } from './credit-group.ts'
import type { BonusValue } from './derivation.ts'
import type { MonthBasis } from './month-basis.ts'

type Row = { readonly minimumRank: Rank | null; readonly target: bigint }

/**
 * The highest row that somebody's rank allows and their turnover reaches is paid: diamond, winner,
 * bsp and lifestyle.
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
  const achievers = achieversByRow(basis, programme)
  const { currencies } = programme
  const planVersion = basis.version.version
  return programme.rows.flatMap((row, place) => {
    const value = valueOf(row)
    const rows = achievers[place]!
    return groupsOf(basis, { type, planVersion, value, currencies, rows, sources: null })
  })
}

function achieversByRow(basis: MonthBasis, programme: Programme<Row>): number[][] {
  const { tests, top } = basis.legsOf(programme)
  const ranks = programme.rows.map(({ minimumRank }) => minimumRank?.id ?? 0)
  const achievers = programme.rows.map((): number[] => [])
  for (const [at, row] of top.rows.entries()) {
    for (let place = tests.length - 1; place >= 0; place -= 1) {
      if (ranks[place]! > basis.ranks[row]!) continue
      if (!tests[place]!.isReached(top.totals[at]!, top.legs, at * top.kept)) continue
      achievers[place]!.push(row)
      break
    }
  }
  return achievers
}
