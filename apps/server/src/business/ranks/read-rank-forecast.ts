import type { RankForecast } from '@partner-office/contracts'
import {
  countingTurnover,
  fiftyPercentRule,
  firstForecastMonth,
  formatUnits,
  type Fraction,
  fraction,
  type Plan,
  type Rank,
  rankForecast,
  rankTurnover,
  subtract,
  type TeamTurnover,
  ZERO,
} from '@partner-office/domain'

import type { PartnerBook } from '../partners/partner-book.ts'
import { type RankPast, type RankPasts, standingAt } from './rank-past.ts'
import { centsText } from './rank-view.ts'

/**
 * Reads the forecast of a partner's next rank.
 *
 * Refuses: `data_not_ready`.
 * Source: console.md section 8 "Forecast", D-179; RKH-003, RKH-004.
 */
export async function readRankForecast(pasts: RankPasts, partnerId: number): Promise<RankForecast> {
  const past = await pasts.of(partnerId)
  const { plan, registeredAt, context, months } = past
  const present = months.at(-1)!
  const { nextRank, countingTurnover: counting } = standingAt(plan, present)
  const { now, versions } = context
  const question = { now, registeredAt, nextRank, versions }
  if (nextRank === null) {
    const unknown = rankForecast({ ...question, missing: ZERO, increases: [] })
    return { ...unknown, rang: null, target: null, missing: null, increases: [], capped: [] }
  }
  const missing = subtract(fraction(nextRank.turnover), counting)
  const increases = increasesOf(past, nextRank)
  return {
    ...rankForecast({ ...question, missing, increases: increases.map(({ amount }) => amount) }),
    rang: nextRank.code,
    target: formatUnits(nextRank.turnover, 2),
    missing: centsText(missing),
    increases: increases.map(({ month, amount }) => ({ month, amount: centsText(amount) })),
    capped: await cappedLegs(pasts.people, plan, nextRank, present.turnover),
  }
}

/** The increases of the last six full months; a newcomer's since the first full month. */
function increasesOf({ plan, registeredAt, context, months }: RankPast, rank: Rank) {
  const first = firstForecastMonth(context.now)
  const full = months.slice(0, -1)
  const before = (month: number): Fraction => {
    const end = full.findLast((each) => each.month < month)
    return end === undefined ? ZERO : countingAt(plan, rank, end.turnover)
  }
  return full
    .filter(({ month }) => month >= first && month >= registeredAt)
    .map(({ month, turnover }) => {
      return { month, amount: subtract(countingAt(plan, rank, turnover), before(month)) }
    })
}

function countingAt(plan: Plan, rank: Rank, { own, team, legs }: TeamTurnover): Fraction {
  return countingTurnover({
    total: rankTurnover(plan, { ownTurnover: own, teamTurnover: team }),
    topLegs: legs.map(({ turnover }) => turnover),
    target: rank.turnover,
    percents: rank.legPercents,
    rule: plan.legRule,
  })
}

/** The legs that have filled their place: their further turnover does not count. */
async function cappedLegs(
  people: PartnerBook,
  { legRule: rule }: Plan,
  { turnover: target, legPercents: percents }: Rank,
  { legs }: TeamTurnover,
): Promise<RankForecast['capped']> {
  const answer = fiftyPercentRule({ legs, target, percents, rule })
  const capped = answer.legs.filter(({ qualified }) => qualified).map(({ userId }) => userId)
  const cards = await people.cards(capped)
  return capped.map((id) => {
    const { firstName, lastName } = cards.get(id)!
    return { firstName, lastName }
  })
}
