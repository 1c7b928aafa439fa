import type { AccountCurrency } from '../currency.ts'
import type { Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'

/** How the 50 % rule assigns legs to its percents (decisions D-041). */
export type LegRule = 'ranked' | 'sequential'

/**
 * One step of the ladder. Ranks are compared by id.
 *
 * Units: `legPercents` are fractions (0.5 is half of `turnover`), never empty.
 * Source: decisions B1.
 */
export type Rank = {
  readonly id: number
  readonly code: string
  readonly turnover: EurCents
  readonly legPercents: readonly Fraction[]
  readonly bonus: EurCents
}

export type UnilevelKind = 'DIRECT' | 'TEAM'

/**
 * The percent that ancestors at some depths above a buyer get of an order paid from `validFrom` on. The
 * rows of one `validFrom` are one table, which replaces the table before as a whole.
 *
 * Units: `percent` is a percent of the order (40 is 40 %); depth 1 is the buyer's sponsor.
 * Source: decisions B2.
 */
export type UnilevelRow = {
  readonly validFrom: number
  readonly depthFrom: number
  readonly depthTo: number
  readonly kind: UnilevelKind
  readonly percent: Fraction
  readonly label: string
}

/** Which orders of a period a programme counts, by their depth below the partner. */
export type ProgrammeBase = 'line1' | 'lines1To2' | 'lines1To3' | 'team' | 'company'

/** A part of a programme's value and the currency it is credited in; the shares add up to 1. */
export type CurrencyShare = { readonly currency: AccountCurrency; readonly share: Fraction }

/** A row that needs a rank (null: any rank) and a turnover of the period. */
type TargetRow = { readonly minimumRank: Rank | null; readonly target: EurCents }

/** Worth a percent: of each order (infinity), or of the row's own target. Units: 1.5 is 1.5 %. */
export type PercentRow = TargetRow & { readonly percent: Fraction }

/** Worth a fixed amount in EUR. */
export type EurRow = TargetRow & { readonly amount: EurCents }

/** Worth a fixed number of the programme's own coins, which is not converted (decisions C11.8). */
export type CoinRow = TargetRow & { readonly amount: Fraction }

/** One pool: a percent of all orders, shared by the partners who achieved the diamond row of the rank. */
export type PoolRow = {
  readonly pool: number
  readonly minimumRank: Rank
  readonly percent: Fraction
}

/**
 * One monthly programme.
 *
 * Units: `from` is epoch milliseconds, the first instant the programme counts; `legPercents` are
 * fractions of a row's target. Rows with a target are listed by target, ascending.
 */
export type Programme<Row> = {
  readonly from: number
  readonly base: ProgrammeBase
  readonly legPercents: readonly Fraction[]
  readonly rows: readonly Row[]
  readonly currencies: readonly CurrencyShare[]
}

/**
 * The monthly programmes. Cycled turbo counts windows of `windowDays` days instead of months and
 * adds up the amounts of all rows achieved; the others take the highest row.
 *
 * Source: decisions B3.
 */
export type Programmes = {
  readonly infinity: Programme<PercentRow>
  readonly diamond: Programme<PercentRow>
  readonly diamondPools: Programme<PoolRow>
  readonly winner: Programme<CoinRow>
  readonly lifestyle: Programme<EurRow>
  readonly bsp: Programme<PercentRow>
  readonly cycledTurbo: Programme<EurRow> & { readonly windowDays: number }
}

/** The compensation plan, one version of it, as data. Source: decisions B. */
export type Plan = {
  readonly validFrom: number
  readonly legRule: LegRule
  readonly countOwnTurnover: boolean
  readonly ranksAreKept: boolean
  readonly turnoverBonusStart: number | null
  readonly ranks: readonly Rank[]
  readonly rankBonusCurrency: AccountCurrency
  readonly unilevel: readonly UnilevelRow[]
  readonly unilevelCurrency: AccountCurrency
  readonly activity: { readonly minimumOrder: EurCents; readonly days: number }
  readonly directNeedsActivity: boolean
  readonly teamNeedsActivity: boolean
  readonly infinityNeedsActivity: boolean
  readonly programmes: Programmes
}

/** A plan as it was loaded; a later load has a greater `version`. */
export type PlanVersion = { readonly version: number; readonly plan: Plan }

/**
 * The version in force at an instant: the greatest `validFrom` not after it, and of equal ones the
 * version loaded later. Before the first `validFrom` the earliest one holds.
 *
 * Refuses: an empty list, with a RangeError; a database always holds the default plan.
 * Source: decisions B.
 */
export function planAt(versions: readonly PlanVersion[], at: number): PlanVersion {
  const [first, ...others] = versions
  if (!first) throw new RangeError('There is no plan version')
  return others.reduce((best, other) => (holdsBefore(other, best, at) ? other : best), first)
}

function holdsBefore(a: PlanVersion, b: PlanVersion, at: number): boolean {
  const [fromA, fromB] = [a.plan.validFrom, b.plan.validFrom]
  if (fromA === fromB) return a.version > b.version
  const bothStarted = fromA <= at && fromB <= at
  return bothStarted ? fromA > fromB : fromA < fromB
}

/** The unilevel table an order paid at `at` uses; empty before the first one. */
export function unilevelTableAt(plan: Plan, at: number): readonly UnilevelRow[] {
  let validFrom = -1
  for (const row of plan.unilevel) {
    if (row.validFrom <= at && row.validFrom > validFrom) validFrom = row.validFrom
  }
  return plan.unilevel.filter((row) => row.validFrom === validFrom)
}

/** The last depth that an order paid at `at` pays; 0 if it pays nobody. */
export function lastPaidDepth(plan: Plan, at: number): number {
  const paying = unilevelTableAt(plan, at).filter((row) => row.percent.num > 0n)
  return paying.reduce((deepest, row) => Math.max(deepest, row.depthTo), 0)
}
