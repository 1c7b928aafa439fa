import {
  type ActivityOrder,
  foldActivity,
  infinitySteps,
  type InfinityStep,
  isActiveAt,
  isZero,
  planAt,
  type PlanVersion,
  eurCents,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { figuresRules } from '../../../core/figures-rules.ts'
import type { OwnDesk } from '../bonus-desk.ts'
import { numberOf, ofOne } from '../bonus-texts.ts'
import { readTeamOrders } from '../bought.ts'
import { linesOf } from '../bought-legs.ts'
import { type RankOf, readRanksThen } from '../read-ranks-then.ts'
import { type Standing, standingNow, TeamInfinity } from '../team-infinity.ts'
import type { DownlineOrder } from './explained-order.ts'
import type { BareStep } from './unilevel-steps.ts'

/** The way of an order by infinity, and what it was decided with. */
export type InfinityWay = {
  readonly version: PlanVersion
  readonly steps: readonly InfinityStep[]
  readonly told: readonly BareStep[]
  readonly ranksThen: RankOf
  readonly team: TeamInfinity
}

/**
 * Who is paid of an order by infinity, and why others are not, up to the caller: by now while the month is open, as the
 * closing knew it afterwards.
 *
 * Costs the month's orders of lines 1 to 3 below everybody on the way, and what `readRanksThen` does.
 * Source: decisions C4, C11.5, C11.13.
 */
export async function infinityWay(desk: OwnDesk, order: DownlineOrder): Promise<InfinityWay> {
  const { engine, row: top, versions } = desk
  const version = planAt(versions, order.paidAt)
  const lines = linesOf(version.plan.programmes.infinity.base)
  const orders = await readTeamOrders(desk, top, { tops: order.path, lines })
  const ranksThen = await readRanksThen(desk, top)
  const standing = desk.sealed === null ? standingNow(engine) : await standingThen(desk, order.path)
  const team = new TeamInfinity(desk, { top, orders, ranksThen, standing })
  const ancestors = order.path.map((row) => {
    const { row: own, effective } = team.standingOf(row, version)
    return {
      partnerId: engine.ids[row]!,
      blocked: standing.isBlocked(row),
      active: standing.isActiveAt(row, order.paidAt),
      hasRow: own !== null,
      effective: effective?.percent ?? ZERO,
    }
  })
  const steps = infinitySteps(version.plan, eurCents(order.cents), ancestors)
  return { version, steps, told: steps.map(toldStep), ranksThen, team }
}

/** That somebody was blocked, or has not bought enough, is not told; nor a rate that was not looked at. */
function toldStep({ depth, effective, share, reason }: InfinityStep): BareStep {
  const isCompared = reason === null || reason === 'not_above_paid'
  return {
    level: depth,
    kind: 'UCHAIN_INFINITY',
    percent: numberOf(ofOne(share)),
    rate: isCompared && !isZero(effective) ? numberOf(ofOne(effective)) : null,
    reason: reason === null ? null : REASONS[reason],
  }
}

const REASONS = {
  blocked: 'no_claim',
  target_not_reached: 'no_claim',
  inactive: 'not_active',
  rank_too_low: 'rank_too_low',
  not_above_paid: 'not_above_paid',
} as const

/** Who was blocked, and when everybody was active, by the facts a closing knew. */
async function standingThen(
  { db, engine, versions, upToFact }: OwnDesk,
  rows: readonly number[],
): Promise<Standing> {
  const ids = rows.map((row) => engine.ids[row]!)
  const { rows: blocked } = await sql<{ partnerId: number }>`
    select partner_id from (
      select distinct on (partner_id) partner_id, blocked from partner_blocks
      where fact <= ${upToFact} and partner_id = any(${ids}::bigint[]) order by partner_id, fact desc) latest
    where blocked`.execute(db)
  const { rows: bought } = await sql<{ partnerId: number; paidAt: number; cents: number }>`
    select o.partner_id, o.paid_at, o.amount_cents as cents
    from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${upToFact}
    where c.order_id is null and o.fact <= ${upToFact} and o.partner_id = any(${ids}::bigint[])`.execute(
    db,
  )
  const { activityDays } = figuresRules(versions)
  const isBlocked = new Set(blocked.map(({ partnerId }) => partnerId))
  const activity = new Map<number, ActivityOrder[]>(ids.map((id) => [id, []]))
  for (const { partnerId, paidAt, cents } of bought) {
    const days = activityDays(cents, paidAt)
    if (days > 0) activity.get(partnerId)!.push({ paidAt, days })
  }
  return {
    isBlocked: (row) => isBlocked.has(engine.ids[row]!),
    isActiveAt: (row, at) => {
      const orders = activity.get(engine.ids[row]!) ?? []
      return isActiveAt(foldActivity(orders.filter(({ paidAt }) => paidAt <= at)), at)
    },
  }
}
