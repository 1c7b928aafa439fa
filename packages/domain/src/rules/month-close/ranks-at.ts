import type { Plan, PlanVersion } from '../../plan/plan.ts'
import { entryRank } from '../rank-ladder.ts'
import type { MonthFacts } from './month-facts.ts'
import type { NetworkTurnovers } from './network-turnovers.ts'
import type { PeriodTurnovers } from './period-turnovers.ts'
import { planSegments } from './plan-segments.ts'
import { replayedRanks } from './rank-replay.ts'
import { TargetTest } from './target-test.ts'
import { leastOf, legsWantedBy, topLegsOf } from './top-legs.ts'

const BEFORE_ALL = 0
const WAYS = ['storage', 'payment'] as const

/** A plan's ladder, and the instant up to which the orders paid before it count. */
type Ladder = { readonly plan: Plan; readonly end: number }

/** The ids of the last plan's ranks for the ids that partners held on the ladders before it. */
export type RankSuccession = (heldRankId: number) => number

/**
 * The rank of each row at an instant: the highest rank reached by the orders paid before it,
 * whenever they arrived, on the ladders that were in force one after the other. Orders that were
 * cancelled since still count for ranks that they reached.
 *
 * Ranks are compared by id; `succession` gives ranks of the ladders before the last one another id.
 *
 * Source: decisions C1 "For ranks", C11.2, C11.14, D-046, D-147.
 */
export function ranksAt(
  turnovers: NetworkTurnovers,
  versions: readonly PlanVersion[],
  instant: number,
  succession?: RankSuccession,
): Uint16Array {
  const ladders = laddersUntil(versions, instant)
  const last = { plan: ladders.at(-1)!.plan, end: instant }
  const kept = last.plan.ranksAreKept ? ladders : [last]
  const before = kept.slice(0, -1)
  if (succession === undefined || before.length === 0) return climb(turnovers, kept)
  return climb(turnovers, [last], climb(turnovers, before).map(succession))
}

/** The highest rank of each row on some ladders, one after the other, and not below the rank held before them. */
function climb(
  turnovers: NetworkTurnovers,
  ladders: readonly Ladder[],
  held?: Uint16Array,
): Uint16Array {
  const { facts } = turnovers
  const { ranksAreKept } = ladders.at(-1)!.plan
  const lowest = lowestRank(ladders)
  const ranks =
    held?.map((rankId) => Math.max(rankId, lowest)) ??
    new Uint16Array(facts.partners.size).fill(lowest)
  for (const ladder of ladders) {
    const cancelled = ranksAreKept ? cancelledBelow(facts, ladder) : new Map<number, number>()
    const watched = raise(ranks, ladder.plan, {
      bought: turnovers.between(BEFORE_ALL, ladder.end),
      cancelled,
    })
    if (!ranksAreKept || watched.size === 0) continue
    // Under `sequential` fewer orders may reach more, so earlier states count as well.
    const ways = ladder.plan.legRule === 'sequential' ? WAYS : WAYS.slice(0, 1)
    for (const by of ways) {
      for (const [row, rankId] of replayedRanks({ facts, ...ladder, watched, by })) {
        ranks[row] = Math.max(ranks[row]!, rankId)
      }
    }
  }
  return ranks
}

/** The rank that everybody holds without any turnover. */
const lowestRank = (ladders: readonly Ladder[]): number =>
  Math.max(
    entryRank(ladders.at(-1)!.plan).id,
    ...ladders.map(({ plan }) => rankWithoutTurnover(plan)),
  )

/** Consecutive versions with the same ladder are one. */
function laddersUntil(versions: readonly PlanVersion[], instant: number): Ladder[] {
  const ladders = planSegments(versions, BEFORE_ALL, instant).map(({ version, end }) => ({
    plan: version.plan,
    end,
  }))
  return ladders.filter(({ plan }, index) => {
    const next = ladders[index + 1]
    return next === undefined || ladderText(plan) !== ladderText(next.plan)
  })
}

/** The cancelled part of each row's own and team turnover. Units: EUR cents. */
function cancelledBelow({ partners, orders }: MonthFacts, { end }: Ladder): Map<number, number> {
  const below = new Map<number, number>()
  for (let order = 0; order < orders.size; order += 1) {
    if (orders.cancelledBy[order] === 0 || orders.paidAt[order]! >= end) continue
    for (let row = orders.buyer[order]!; row >= 0; row = partners.parent[row]!) {
      below.set(row, (below.get(row) ?? 0) + orders.cents[order]!)
    }
  }
  return below
}

function ladderText({ ranks, legRule, countOwnTurnover }: Plan): string {
  return JSON.stringify([ranks, legRule, countOwnTurnover], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

type LadderTurnover = {
  readonly bought: PeriodTurnovers
  readonly cancelled: ReadonlyMap<number, number>
}

/**
 * Raises each rank to the highest that the turnovers reach on a plan's ladder. Returns the rows that may
 * have held a higher rank, which only a replay can tell: under `ranked` those that reach more with the
 * orders that were cancelled since.
 */
function raise(ranks: Uint16Array, plan: Plan, { bought, cancelled }: LadderTurnover): Set<number> {
  const steps = stepsFromTop(plan).filter(({ test }) => test.target > 0)
  const kept = Math.max(1, ...steps.map(({ rank }) => rank.legPercents.length))
  const wanted = legsWantedBy(
    steps.map(({ test }) => test),
    kept,
  )
  const contenders = bought.contenders(leastOf(wanted), cancelled)
  const { own, team } = contenders
  const total = plan.countOwnTurnover ? team.map((below, place) => below + own[place]!) : team
  const most = cancelled.size === 0 ? total : total.map(withCancelled)
  const top = topLegsOf({ contenders, total: most, below: team }, wanted)
  const watched = new Set<number>()
  for (let at = 0; at < top.rows.length; at += 1) {
    const row = top.rows[at]!
    const held = ranks[row]!
    const bound = { held, total: top.totals[at]!, legs: top.legs, first: at * kept }
    const since = cancelled.get(row) ?? 0
    ranks[row] = highestOf(steps, { ...bound, total: bound.total - since })
    if (plan.legRule === 'sequential') watched.add(row)
    if (since > 0 && highestOf(steps, bound) > ranks[row]) watched.add(row)
  }
  return watched

  function withCancelled(cents: number, place: number): number {
    return cents + (cancelled.get(contenders.rows[place]!) ?? 0)
  }
}

function highestOf(
  steps: ReturnType<typeof stepsFromTop>,
  legs: { held: number; total: number; legs: Float64Array; first: number },
): number {
  for (let at = 0; at < steps.length; at += 1) {
    const { rank, test } = steps[at]!
    if (rank.id <= legs.held) break
    if (test.isReached(legs.total, legs.legs, legs.first)) return rank.id
  }
  return legs.held
}

/** A plan may ask nothing for more than its first rank. */
function rankWithoutTurnover({ ranks }: Plan): number {
  return ranks.findLast(({ turnover }) => turnover === 0n)?.id ?? 0
}

/** The ranks of a plan with their tests, highest first. */
function stepsFromTop(plan: Plan) {
  return plan.ranks.toReversed().map((rank) => {
    const { turnover: target, legPercents: percents } = rank
    return { rank, test: new TargetTest({ target, percents, rule: plan.legRule }) }
  })
}
