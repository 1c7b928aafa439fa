import type { BonusRecord, ProgrammeLeg } from '@partner-office/contracts'
import {
  countedLegs,
  eurCents,
  fiftyPercentRule,
  formatUnits,
  type Leg,
  type LegTerms,
  multiply,
  type PartnerLeg,
  type PercentRow,
  type PeriodTurnover,
  type Programme,
  type Rank,
  type RowProgress,
  type RuledLeg,
  turnoverOf,
} from '@partner-office/domain'

import type { PartnerBook } from '../partners/partner-book.ts'
import { centsText } from '../ranks/rank-view.ts'
import type { CallerContext } from './bonus-context.ts'
import { numberOf } from './bonus-texts.ts'
import { linesOf, readTeamMonth, type TeamMonth } from './team-month.ts'

/** Far more than the percents of any programme; a first line may have a hundred thousand. */
const MOST_LEGS_SHOWN = 100

/** Every programme shows what lines 1 to 3 bought. */
const LINES_SHOWN = 3

/** Where the caller stands in a programme of a period. */
export type PeriodStanding<Row> = {
  readonly month: TeamMonth
  readonly rank: Rank
  /** What the programme's rules look at. */
  readonly terms: { readonly rows: readonly Row[] } & LegTerms
  readonly legs: readonly PartnerLeg[]
  /** The legs as the programme counts them, largest first. */
  readonly counted: readonly Leg[]
  readonly turnover: PeriodTurnover
}

/**
 * Reads where the caller stands in a programme.
 *
 * Costs the period's orders of lines 1 to 3, or of the whole team if the programme counts it; of a month that is over,
 * all orders of the team up to its end.
 */
export async function readStanding<Row>(
  context: CallerContext,
  { rows, from, base, legPercents }: Programme<Row>,
): Promise<PeriodStanding<Row>> {
  const { row, start, end, version } = context
  const lines = Math.max(LINES_SHOWN, linesOf(base))
  const month = await readTeamMonth(context, { top: row, lines })
  const own = month.rowOf(row)
  const since = Math.max(from, start)
  const legs = since < end ? month.basis.turnovers.between(since, end).legsOf(own) : []
  const counted = countedLegs(legs, base)
  const rankId = month.basis.rankOf(own)
  const { ranks, legRule } = version.plan
  return {
    month,
    // A later plan may have dropped the very rank that is held: the next one below it stands in.
    rank: ranks.findLast(({ id }) => id <= rankId) ?? ranks[0]!,
    terms: { rows, legPercents, legRule },
    legs,
    counted,
    turnover: turnoverOf(counted),
  }
}

/** The fields that the records of all programmes share. */
export function recordBase(
  { isSealed }: CallerContext,
  { rank, legs, terms: { legPercents }, turnover }: PeriodStanding<unknown>,
  progress: RowProgress | null,
) {
  const target = progress?.targetTurnover ?? 0n
  const bought = (line: 'line1' | 'line2' | 'line3') =>
    formatUnits(eurCents(legs.reduce((sum, leg) => sum + leg[line], 0)), 2)
  return {
    flTurnover: bought('line1'),
    slTurnover: bought('line2'),
    tlTurnover: bought('line3'),
    totalTurnover: formatUnits(turnover.total, 2),
    countingTurnover: progress === null ? '0.00' : centsText(progress.countingTurnover),
    targetTurnover: formatUnits(target, 2),
    topLegPercents: legPercents.map(numberOf),
    percents: legPercents.map((share) => ({
      value: numberOf(share),
      max: centsText(multiply({ num: target, den: 1n }, share)),
    })),
    poolAmounts: null,
    rang: rank.code,
    state: isSealed ? ('CLOSED' as const) : ('OPEN' as const),
    firstInfinity: null,
    firstDiamond: null,
    isDiamond: false,
  } satisfies Partial<BonusRecord>
}

/** The first row of a programme whose rows need ranks, with the legs it asks for. */
export function firstRow({
  rows,
  legPercents,
}: Programme<PercentRow>): BonusRecord['firstDiamond'] {
  const [first] = rows
  if (first === undefined) return null
  return {
    rang: first.minimumRank?.code ?? '',
    targetTurnover: formatUnits(first.target, 2),
    topLegPercents: legPercents.map(numberOf),
  }
}

/** A leg with the partner who leads it. */
export type ShownLeg = { readonly leg: RuledLeg; readonly shown: ProgrammeLeg }

/** The largest legs under the rule of a target, with the partners who lead them. Source: decisions D-053, C1. */
export async function shownLegs(
  people: PartnerBook,
  { counted, terms: { legPercents: percents, legRule: rule } }: PeriodStanding<unknown>,
  progress: RowProgress | null,
): Promise<ShownLeg[]> {
  const legs = counted.slice(0, MOST_LEGS_SHOWN)
  const cards = await people.cards(legs.map(({ userId }) => userId))
  const target = progress?.targetTurnover ?? eurCents(0)
  return fiftyPercentRule({ legs, target, percents, rule }).legs.map((leg) => {
    const { avatar, firstName, lastName } = cards.get(leg.userId)!
    const turnover = formatUnits(leg.turnover, 2)
    return { leg, shown: { avatar, firstName, lastName, turnover } }
  })
}
