import type { CurrencySum, DependentShare, OrderActivity } from '@partner-office/contracts'
import {
  type AccountCurrency,
  type ActiveStretch,
  type ActivityOrder,
  foldActivity,
  formatUnits,
  planAt,
  type PlanVersion,
  stretchesOf,
} from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { unnesting } from '../../../db/column.ts'
import type { Db } from '../../../db/database.ts'
import { figuresRules } from '../../../plans/figures-rules.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import type { OrderWithPath } from '../../bonuses/explain/explained-order.ts'

/**
 * An own order of the buyer that adds activity. `knownFrom`: the first fact whose order was decided with it; orders of a file that were
 * paid at the same instant know each other. `cancelledBy`: Infinity while it stands.
 */
type OwnOrder = ActivityOrder & {
  readonly id: number
  readonly knownFrom: number
  readonly cancelledBy: number
}

/**
 * When the buyer is active by an order alone, for what was decided on the facts from one to another, or by a closing.
 *
 * Units: facts `[fromFact, toFact)`; instants `[from, until)`; `closingId` is 0 for what orders credit at their intake.
 */
type Window = ActiveStretch & {
  readonly fromFact: number
  readonly toFact: number
  readonly closingId: number
}

const MOST_SHOWN = 50

/**
 * Reads what an order does for the activity of its buyer, and which of the buyer's shares of other orders depended on it: without it,
 * the buyer would not have been active when they were paid, by the orders that were known when they were decided.
 *
 * Source: requirements ORC-003; decisions C8, C11.3, C11.5, C11.14.
 */
export async function readActivity(
  db: Db,
  versions: readonly PlanVersion[],
  order: Pick<OrderWithPath, 'orderId' | 'buyerId' | 'paidAt'>,
): Promise<OrderActivity> {
  const { activity } = planAt(versions, order.paidAt).plan
  const own = await readOwnOrders(db, versions, order.buyerId)
  const standing = own.filter(({ cancelledBy }) => cancelledBy === Infinity)
  const mine = own.find(({ id }) => id === order.orderId)
  return {
    gives: mine !== undefined,
    days: mine?.days ?? 0,
    minimum: formatUnits(activity.minimumOrder, 2),
    until: foldActivity(standing),
    without: foldActivity(standing.filter((each) => each !== mine)),
    ...(await readDependent(db, versions, {
      buyerId: order.buyerId,
      windows: mine === undefined ? [] : await windowsOf(db, own, mine),
    })),
  }
}

async function readOwnOrders(
  db: Db,
  versions: readonly PlanVersion[],
  buyerId: number,
): Promise<OwnOrder[]> {
  const { rows } = await sql<
    Omit<OwnOrder, 'days' | 'cancelledBy'> & { cents: number; cancelledBy: number | null }
  >`
    select o.id, o.paid_at, o.amount_cents as cents, c.fact as cancelled_by,
      coalesce((select min(s.fact) from orders s where s.paid_at = o.paid_at and s.intake = o.intake), o.fact) as known_from
    from orders o left join cancellations c on c.order_id = o.id
    where o.partner_id = ${buyerId} order by o.paid_at, o.id`.execute(db)
  const { activityDays } = figuresRules(versions)
  return rows
    .map(({ cents, cancelledBy, ...row }) => ({
      ...row,
      cancelledBy: cancelledBy ?? Infinity,
      days: activityDays(cents, row.paidAt),
    }))
    .filter(({ days }) => days > 0)
}

/** When the buyer is active by one own order alone, by all facts and closings that know it. */
async function windowsOf(
  db: Db,
  own: readonly OwnOrder[],
  mine: OwnOrder,
): Promise<readonly Window[]> {
  const facts = own.flatMap(({ knownFrom, cancelledBy }) => [knownFrom, cancelledBy])
  const changes = [...new Set(facts)]
    .filter((fact) => fact >= mine.knownFrom && fact <= mine.cancelledBy)
    .toSorted((a, b) => a - b)
  const atIntake = changes.slice(0, -1).flatMap((fromFact, place) => {
    const toFact = Math.min(changes[place + 1]!, Number.MAX_SAFE_INTEGER)
    return aloneBy(mine, knownAt(own, fromFact)).map((stretch) => ({
      ...stretch,
      fromFact,
      toFact,
      closingId: 0,
    }))
  })
  const { rows: closings } = await sql<{ id: number; upToFact: number }>`
    select id, up_to_fact from closings where up_to_fact >= ${mine.knownFrom} order by id`.execute(
    db,
  )
  const byClosings = closings
    .filter(({ upToFact }) => upToFact < mine.cancelledBy)
    .flatMap(({ id: closingId, upToFact }) =>
      aloneBy(mine, knownAt(own, upToFact)).map((stretch) => ({
        ...stretch,
        fromFact: 0,
        toFact: upToFact + 1,
        closingId,
      })),
    )
  return [...atIntake, ...byClosings]
}

const knownAt = (own: readonly OwnOrder[], fact: number): OwnOrder[] =>
  own.filter(({ knownFrom, cancelledBy }) => knownFrom <= fact && cancelledBy > fact)

/**
 * When a partner is active with an order and would not be without it.
 *
 *     with       [day 0, day 60)    [day 90, day 120)
 *     without    [day 0, day 30)    [day 90, day 120)
 *     alone      [day 30, day 60)
 */
function aloneBy(mine: OwnOrder, known: readonly OwnOrder[]): ActiveStretch[] {
  const without = stretchesOf(known.filter((each) => each !== mine))
  return stretchesOf(known).flatMap(({ from, until }) => {
    const alone: ActiveStretch[] = []
    let at = from
    for (const other of without.filter((each) => each.from < until && each.until > from)) {
      if (other.from > at) alone.push({ from: at, until: other.from })
      at = Math.max(at, other.until)
    }
    return at < until ? [...alone, { from: at, until }] : alone
  })
}

/** Records that stand, of bonuses that needed the partner's activity by the plan that credited them. */
function dependent(
  versions: readonly PlanVersion[],
  { buyerId, windows }: { readonly buyerId: number; readonly windows: readonly Window[] },
): RawBuilder<unknown> {
  const needs = versions.flatMap(({ version, plan }) => [
    ...(plan.directNeedsActivity ? [{ type: 'DIRECT', version }] : []),
    ...(plan.teamNeedsActivity ? [{ type: 'TEAM', version }] : []),
    ...(plan.infinityNeedsActivity ? [{ type: 'UCHAIN_INFINITY', version }] : []),
  ])
  const needed = unnesting(needs, [
    ['text', ({ type }) => type],
    ['bigint', ({ version }) => version],
  ])
  const known = unnesting(windows, [
    ['bigint', ({ from }) => from],
    ['bigint', ({ until }) => until],
    ['bigint', ({ fromFact }) => fromFact],
    ['bigint', ({ toFact }) => toFact],
    ['bigint', ({ closingId }) => closingId],
  ])
  return sql`
    select b.id as record_id, b.order_id, b.type, b.level, b.currency, b.amount, o.paid_at
    from bonus_records b join orders o on o.id = b.order_id
      join ${needed} as n(type, version) on n.type = b.type and n.version = b.plan_version
    where b.partner_id = ${buyerId} and b.reverses_id is null
      and not exists (select from bonus_records t where t.reverses_id = b.id)
      and exists (select from ${known} as w(paid_from, paid_until, from_fact, to_fact, closing_id)
        where o.paid_at >= w.paid_from and o.paid_at < w.paid_until
          and o.fact >= w.from_fact and o.fact < w.to_fact and coalesce(b.closing_id, 0) = w.closing_id)`
}

async function readDependent(
  db: Db,
  versions: readonly PlanVersion[],
  of: { readonly buyerId: number; readonly windows: readonly Window[] },
): Promise<Pick<OrderActivity, 'sums' | 'shares'>> {
  if (of.windows.length === 0) return { sums: [], shares: [] }
  const shares = dependent(versions, of)
  const { rows: sums } = await sql<CurrencySum & { currency: AccountCurrency }>`
    select currency, count(*)::integer as count, sum(amount)::text as amount from (${shares}) s
    group by currency order by currency`.execute(db)
  const { rows } = await sql<DependentShare & { currency: AccountCurrency }>`
    select * from (${shares}) s order by paid_at desc, record_id desc limit ${MOST_SHOWN}`.execute(
    db,
  )
  const shown = <T extends { currency: AccountCurrency; amount: string }>(each: T): T => ({
    ...each,
    amount: coinText(BigInt(each.amount), each.currency),
  })
  return { sums: sums.map(shown), shares: rows.map(shown) }
}
