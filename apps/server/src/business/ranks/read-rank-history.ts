import type { ReachedRank } from '@partner-office/contracts'
import {
  type AccountCurrency,
  decimalsOf,
  eurCents,
  formatUnits,
  Refusal,
  type TeamTurnover,
} from '@partner-office/domain'

import { explainTarget } from '../bonuses/explain/explained-legs.ts'
import type { RankPast, RankPasts, StoredReach } from './rank-past.ts'

/**
 * Reads the ranks that a partner reached, the last one first, with the order, the legs after it and the bonus.
 *
 * Refuses: `data_not_ready`.
 * Source: decisions C2, D-046; RKH-001.
 */
export async function readRankHistory(pasts: RankPasts, partnerId: number): Promise<ReachedRank[]> {
  const past = await pasts.of(partnerId)
  const ranks: ReachedRank[] = []
  for (const reached of past.reached) ranks.push(await reachedRank(pasts, past, reached))
  return ranks
}

/** One rank that a partner reached. Refuses: `not_found`; `data_not_ready`. */
export async function readReachedRank(
  pasts: RankPasts,
  partnerId: number,
  rankId: number,
): Promise<ReachedRank> {
  const past = await pasts.of(partnerId)
  const reached = past.reached.find(({ reach }) => reach.rankId === rankId)
  if (reached === undefined) throw new Refusal('not_found')
  return reachedRank(pasts, past, reached)
}

async function reachedRank(
  pasts: RankPasts,
  past: RankPast,
  { reach, turnover }: RankPast['reached'][number],
): Promise<ReachedRank> {
  return {
    rankId: reach.rankId,
    reachedAt: reach.reachedAt,
    order: await orderOf(pasts, past, reach),
    ...(await targetOf(pasts, reach, turnover)),
    bonus: bonusOf(reach),
  }
}

/** The rank of the plan that it was reached by, against the legs of that moment. */
async function targetOf(pasts: RankPasts, reach: StoredReach, { legs, own }: TeamTurnover) {
  const { plan } = await pasts.versionOf(reach)
  const rank = plan.ranks.find(({ id }) => id === reach.rankId)!
  const explained = await explainTarget(pasts.people, {
    legs,
    target: rank.turnover,
    percents: rank.legPercents,
    rule: plan.legRule,
    ownTurnover: eurCents(plan.countOwnTurnover ? own : 0n),
    rank,
    window: null,
  })
  return {
    rang: rank.code,
    target: explained.target!,
    counting: explained.counting!,
    legs: explained.legs,
  }
}

async function orderOf(
  { people }: RankPasts,
  { context: { engine, row } }: RankPast,
  { orderId, buyerId, orderCents, isCancelled }: StoredReach,
): Promise<ReachedRank['order']> {
  const { firstName, lastName } = (await people.cards([buyerId])).get(buyerId)!
  const line = [engine.rowOf(buyerId), ...engine.ancestors(engine.rowOf(buyerId))].indexOf(row)
  const amount = formatUnits(BigInt(orderCents), 2)
  return { orderId, amount, firstName, lastName, line, isCancelled }
}

function bonusOf({ recordId, amount, currency }: StoredReach): ReachedRank['bonus'] {
  if (recordId === null) return null
  const decimals = decimalsOf(currency as AccountCurrency)
  return { recordId, amount: formatUnits(BigInt(amount!), decimals), currency: currency! }
}
