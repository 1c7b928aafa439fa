import type { BonusRecord } from '@partner-office/contracts'
import {
  fiftyPercentRule,
  formatUnits,
  type Leg,
  multiply,
  type PercentRow,
  type Plan,
  type Programme,
  type Rank,
  type RowProgress,
  type RuledLeg,
} from '@partner-office/domain'

import type { PartnerBook, PartnerCard } from '../partners/partner-book.ts'
import { centsText } from '../ranks/rank-view.ts'
import type { OwnDesk } from './bonus-desk.ts'
import { numberOf } from './bonus-texts.ts'
import { readBought } from './bought.ts'
import {
  type BoughtLeg,
  boughtLegs,
  lineTurnover,
  linesOf,
  periodTurnover,
  ruleLegs,
} from './bought-legs.ts'
import { type RankOf, readRanksThen } from './read-ranks-then.ts'

/** Far more than the percents of any programme; a first line may have a hundred thousand. */
const MOST_LEGS_SHOWN = 100

type AnyProgramme = Pick<Programme<unknown>, 'from' | 'base' | 'legPercents'>

/** Somebody in a period: the rank that counts for it and what the legs bought. */
export type PeriodStanding = {
  readonly rank: Rank
  readonly ranksThen: RankOf
  readonly bought: readonly BoughtLeg[]
  /** As the programme counts them, largest first. */
  readonly legs: readonly Leg[]
}

/** Lines 1 to 3 are told of every programme. */
const LINES_TOLD = 3

/**
 * Where somebody stands in a period, as far as every programme asks.
 *
 * Costs the period's orders of lines 1 to 3, of the whole team where the programme counts that; once the period is over,
 * also what `readRanksThen` does.
 */
export async function readPeriodStanding(
  desk: OwnDesk,
  { from, base }: AnyProgramme,
): Promise<PeriodStanding> {
  const { engine, row, start, end, version } = desk
  const below = { top: row, lines: Math.max(LINES_TOLD, linesOf(base)) }
  const since = Math.max(from, start)
  const orders = since < end ? await readBought(desk, below, { start: since, end }) : []
  const bought = boughtLegs(engine, row, orders)
  const ranksThen = await readRanksThen(desk, row)
  const rank = rankWith(version.plan, ranksThen(row))
  return { rank, ranksThen, bought, legs: ruleLegs(engine, bought, base) }
}

/** A later plan may have dropped the very rank that is held: the next one below it stands in. */
const rankWith = (plan: Plan, rankId: number): Rank =>
  plan.ranks.findLast(({ id }) => id <= rankId) ?? plan.ranks[0]!

/** What a programme asks of a turnover. */
export const legTerms = (plan: Plan, { legPercents }: AnyProgramme) => ({
  legPercents,
  legRule: plan.legRule,
})

/** What every record of a period says, before the programme says its own. */
export function recordBase(
  desk: OwnDesk,
  programme: AnyProgramme,
  { rank, bought, legs }: PeriodStanding,
  progress: RowProgress | null,
) {
  const { legPercents } = programme
  const target = progress?.targetTurnover ?? 0n
  return {
    flTurnover: formatUnits(lineTurnover(bought, 1), 2),
    slTurnover: formatUnits(lineTurnover(bought, 2), 2),
    tlTurnover: formatUnits(lineTurnover(bought, 3), 2),
    totalTurnover: formatUnits(periodTurnover(legs).total, 2),
    countingTurnover: progress === null ? '0.00' : centsText(progress.countingTurnover),
    targetTurnover: formatUnits(target, 2),
    topLegPercents: legPercents.map(numberOf),
    percents: legPercents.map((share) => ({
      value: numberOf(share),
      max: centsText(multiply({ num: target, den: 1n }, share)),
    })),
    poolAmounts: null,
    rang: rank.code,
    state: desk.sealed === null ? ('OPEN' as const) : ('CLOSED' as const),
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

/** The largest legs under the rule of a target, with who leads them. Source: decisions D-053, C1. */
export async function shownLegs(
  people: PartnerBook,
  plan: Plan,
  { legPercents: percents }: AnyProgramme,
  standing: PeriodStanding,
  progress: RowProgress | null,
): Promise<{ readonly leg: RuledLeg; readonly card: PartnerCard }[]> {
  const legs = standing.legs.slice(0, MOST_LEGS_SHOWN)
  const cards = await people.cards(legs.map(({ userId }) => userId))
  const target = progress?.targetTurnover ?? 0n
  return fiftyPercentRule({ legs, target, percents, rule: plan.legRule }).legs.map((leg) => ({
    leg,
    card: cards.get(leg.userId)!,
  }))
}
