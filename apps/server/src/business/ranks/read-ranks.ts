import type { Rank as RankReply, RankStatus } from '@partner-office/contracts'
import {
  eurCents,
  formatUnits,
  type Fraction,
  type Leg,
  type Plan,
  type Rank,
  rateBetween,
  rankStanding,
  rankTurnover,
} from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { Ladder } from '../../network/facts.ts'
import type { LadderFigures } from '../../network/network.ts'
import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { bonusLadderStart } from '../../plans/figures-rules.ts'
import { currentRates } from '../rates/current-rates.ts'
import {
  centsText,
  type Person,
  type RankSurroundings,
  rankView,
  rulePartners,
} from './rank-view.ts'

/** Far more than the percents of any rank; a first line may have a hundred thousand. */
const MOST_LEGS_SHOWN = 100

/**
 * Reads where a partner stands on a ladder now. Only the largest legs are listed, but all count.
 *
 * Refuses: `data_not_ready`.
 * Source: decisions C1 "For ranks", D-047; ENT-003.
 */
export async function rankStatus(
  core: Core,
  partnerId: number,
  ladder: Ladder,
): Promise<RankStatus> {
  const { plan, figures, around, maxBonusRank } = await readLadder(core, partnerId, ladder)
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
  core: Core,
  partnerId: number,
  ladder: Ladder,
): Promise<RankReply[]> {
  const { plan, around } = await readLadder(core, partnerId, ladder)
  return plan.ranks.map((rank) => rankView(rank, around))
}

async function readLadder(core: Core, partnerId: number, ladder: Ladder) {
  const db = core.database.read
  // The plan first: figures that are read later include the turnovers that it needs.
  const { plan } = await core.plans.at(db, core.clock())
  const network = await freshNetwork(core)
  const start = bonusLadderStart(ladder === 'bonus' ? plan.turnoverBonusStart : null)
  const figures = await network.ladder(partnerId, start)
  const topLegs = topLegsOf(figures)
  const around: RankSurroundings = {
    legRule: plan.legRule,
    topLegs,
    people: await readPeople(db, topLegs),
    uptRate: ladder === 'bonus' ? await uptRate(db) : undefined,
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

async function uptRate(db: Db): Promise<Fraction | null> {
  return rateBetween(await currentRates(db), 'EUR', 'UPT', 'SELL')?.rate ?? null
}

async function readPeople(db: Db, legs: readonly Leg[]): Promise<ReadonlyMap<number, Person>> {
  if (legs.length === 0) return new Map()
  const ids = legs.map(({ userId }) => userId)
  const people = await db
    .selectFrom('partners')
    .select(['id', 'avatar', 'firstName', 'lastName'])
    .where('id', 'in', ids)
    .execute()
  return new Map(people.map(({ id, ...person }) => [id, person]))
}
