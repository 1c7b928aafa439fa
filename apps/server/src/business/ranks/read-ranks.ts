import type { Rank as RankReply, RankStatus } from '@partner-office/contracts'
import {
  eurCents,
  formatUnits,
  type Fraction,
  type Leg,
  type Plan,
  planAt,
  type Rank,
  rateBetween,
  rankStanding,
  rankTurnover,
} from '@partner-office/domain'

import type { Ladder } from '../../network/facts.ts'
import type { LadderFigures } from '../../network/network.ts'
import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import type { PartnerBook } from '../partners/partner-book.ts'
import { bonusLadderStart } from '../../plans/figures-rules.ts'
import { recentQuotes } from '../rates/current-rates.ts'
import {
  centsText,
  type Person,
  type RankSurroundings,
  rankView,
  rulePartners,
} from './rank-view.ts'

/** What the calls about ranks read from. */
export type RankSources = { readonly core: Core; readonly people: PartnerBook }

/** Far more than the percents of any rank; a first line may have a hundred thousand. */
const MOST_LEGS_SHOWN = 100

/**
 * Reads where a partner stands on a ladder now. Only the largest legs are listed, but all count.
 *
 * Refuses: `data_not_ready`.
 * Source: decisions C1 "For ranks", D-047; ENT-003.
 */
export async function rankStatus(
  from: RankSources,
  partnerId: number,
  ladder: Ladder,
): Promise<RankStatus> {
  const { plan, figures, around, maxBonusRank } = await readLadder(from, partnerId, ladder)
  const total = rankTurnover(plan, {
    ownTurnover: eurCents(figures.ownTurnover),
    teamTurnover: eurCents(figures.teamTurnover),
  })
  const topLegs = around.topLegs.map(({ turnover }) => turnover)
  const standing = rankStanding({ plan, heldRankId: figures.heldRank[ladder], total, topLegs })
  const view = (rank: Rank | null) => rank && rankView(rank, around)
  return {
    currentRang: rankView(standing.currentRank, around),
    nextRang: view(standing.nextRank),
    maxBonusRang: view(maxBonusRank),
    totalTurnover: formatUnits(total, 2),
    countingTurnover: centsText(standing.countingTurnover),
    targetTurnover: formatUnits(standing.targetTurnover, 2),
    nextBonus: formatUnits(ladder === 'bonus' ? standing.nextBonus : 0n, 2),
    topPartners: rulePartners(standing.targetRank, around),
  }
}

/**
 * Reads a ladder, lowest rank first.
 *
 * Refuses: `data_not_ready`.
 * Source: decisions D-047; ENT-002.
 */
export async function rankLadder(
  from: RankSources,
  partnerId: number,
  ladder: Ladder,
): Promise<RankReply[]> {
  const { plan, around } = await readLadder(from, partnerId, ladder)
  return plan.ranks.map((rank) => rankView(rank, around))
}

/** Everything comes from memory, so a rank is answered while the database is away. */
async function readLadder({ core, people }: RankSources, partnerId: number, ladder: Ladder) {
  const network = await freshNetwork(core)
  const { plan } = planAt(network.plans, core.clock())
  const start = bonusLadderStart(ladder === 'bonus' ? plan.turnoverBonusStart : null)
  const figures = await network.ladder(partnerId, start)
  const topLegs = topLegsOf(figures)
  const around: RankSurroundings = {
    legRule: plan.legRule,
    topLegs,
    people: await peopleOf(people, topLegs),
    uptRate: ladder === 'bonus' ? await uptRate(core) : undefined,
  }
  const maxBonusRank = highestUpTo(plan, figures.heldRank.bonus)
  return { plan, figures, around, maxBonusRank }
}

const topLegsOf = ({ legs }: LadderFigures): Leg[] =>
  legs
    .slice(0, MOST_LEGS_SHOWN)
    .map(({ partnerId, turnover }) => ({ userId: partnerId, turnover: eurCents(turnover) }))

/** The rank with an id, or the next lower one if a later plan has dropped it. */
const highestUpTo = (plan: Plan, rankId: number): Rank | null =>
  plan.ranks.findLast(({ id }) => id <= rankId) ?? null

async function uptRate({ database }: Core): Promise<Fraction | null> {
  const { rates } = await recentQuotes(database)
  return rateBetween(rates, 'EUR', 'UPT', 'SELL')?.rate ?? null
}

async function peopleOf(
  people: PartnerBook,
  legs: readonly Leg[],
): Promise<ReadonlyMap<number, Person>> {
  const cards = await people.cards(legs.map(({ userId }) => userId))
  return new Map(
    [...cards].map(([id, { avatar, firstName, lastName }]) => [
      id,
      { avatar, firstName, lastName },
    ]),
  )
}
