import { add, compare, fraction, multiply, toDecimalText, ZERO } from '../fraction.ts'
import { monthEnd, monthStart } from '../month.ts'
import type { Plan, Rank } from './plan.ts'

/** Something in a plan that may be meant, and often is a mistake. `value` and `other` are what its sentence names. */
export type PlanWarning = {
  readonly place: string
  readonly kind: PlanWarningKind
  readonly value: string
  readonly other: string
}

export const PLAN_WARNINGS = [
  'unilevelShare',
  'rowWithoutRank',
  'rankBonus',
  'runningMonth',
] as const
export type PlanWarningKind = (typeof PLAN_WARNINGS)[number]

/** Units: percent of an order, and of a rank's turnover. */
const MOST_UNILEVEL = 70n
const MOST_BONUS = 20n

/**
 * What an editor of a plan is warned of: unilevel rows of one `validFrom` that pay more than 70 % of an order; a programme's row with a
 * rank that nobody holds, since a higher rank asks for the same; a rank's bonus above 20 % of its turnover; a `validFrom` inside the
 * month of `now`. Nothing of it is refused.
 *
 * Source: requirements PLN-007.
 */
export function planWarnings(plan: Plan, now: number): PlanWarning[] {
  return [
    ...startWarnings(plan, now),
    ...bonusWarnings(plan),
    ...unilevelWarnings(plan),
    ...rowWarnings(plan),
  ]
}

function startWarnings({ validFrom }: Plan, now: number): PlanWarning[] {
  if (validFrom < monthStart(now) || validFrom >= monthEnd(now)) return []
  const value = new Date(validFrom).toISOString()
  return [{ place: 'validFrom', kind: 'runningMonth', value, other: '' }]
}

function bonusWarnings({ ranks }: Plan): PlanWarning[] {
  return ranks.flatMap(({ code, bonus, turnover }, index) => {
    if (bonus * 100n <= turnover * MOST_BONUS) return []
    return [{ place: `ranks[${index}].bonus`, kind: 'rankBonus', value: code, other: '' }]
  })
}

function unilevelWarnings({ unilevel }: Plan): PlanWarning[] {
  const tables = Map.groupBy(unilevel, ({ validFrom }) => validFrom)
  return [...tables].flatMap(([validFrom, rows]) => {
    const paid = rows
      .map(({ percent, depthFrom, depthTo }) =>
        multiply(percent, fraction(depthTo - depthFrom + 1)),
      )
      .reduce(add, ZERO)
    if (compare(paid, fraction(MOST_UNILEVEL)) <= 0) return []
    const other = new Date(validFrom).toISOString()
    return [{ place: 'unilevel', kind: 'unilevelShare', value: toDecimalText(paid), other }]
  })
}

function rowWarnings({ ranks, programmes }: Plan): PlanWarning[] {
  return Object.entries(programmes).flatMap(([name, { rows }]) =>
    rows.flatMap(({ minimumRank }, index) => {
      const above = minimumRank && ranks.find((rank) => passesOver(minimumRank, rank))
      if (!above) return []
      const place = `programmes.${name}.rows[${index}].minimumRank`
      return [{ place, kind: 'rowWithoutRank', value: minimumRank.code, other: above.code }]
    }),
  )
}

/** Whether all who reach a rank reach the higher one with it. */
const passesOver = (rank: Rank, higher: Rank): boolean =>
  higher.id > rank.id &&
  higher.turnover === rank.turnover &&
  (rank.turnover === 0n || legsOf(higher) === legsOf(rank))

const legsOf = ({ legPercents }: Rank): string => legPercents.map(toDecimalText).join(' ')
