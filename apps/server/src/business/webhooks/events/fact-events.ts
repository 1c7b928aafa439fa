import type { WebhookType } from '@partner-office/contracts'
import { formatUnits, type PlanVersion } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../../db/database.ts'
import { creditOf, type NewEvent, type StoredCredit } from './new-event.ts'

/** Facts after one number up to another. */
type Facts = { readonly after: number; readonly upTo: number }

/** The types of events that endpoints take: no other events are made. */
type Asked = { readonly wanted: ReadonlySet<WebhookType>; readonly plans: readonly PlanVersion[] }

/** An amount in EUR. */
const euros = (cents: number): string => formatUnits(BigInt(cents), 2)

type FactEvent = NewEvent & { readonly cause: { readonly fact: number } }

/**
 * The events of facts in their order: partners registered and blocked, orders with their bonuses and ranks, cancellations.
 *
 * Source: requirements WHK-001.
 */
export async function factEvents(
  tx: Tx,
  facts: Facts,
  { wanted, plans }: Asked,
): Promise<NewEvent[]> {
  const wants = (...types: readonly WebhookType[]) => types.some((type) => wanted.has(type))
  const found: FactEvent[] = [
    ...(wants('partner.registered') ? await registered(tx, facts) : []),
    ...(wants('partner.blocked', 'partner.unblocked') ? await blocked(tx, facts) : []),
    ...(wants('order.recorded') ? await recorded(tx, facts) : []),
    ...(wants('rank.reached') ? await reached(tx, facts, plans) : []),
    ...(wants('bonus.credited') ? await credited(tx, facts) : []),
    ...(wants('order.cancelled') ? await cancelled(tx, facts) : []),
  ]
  // Of one fact, the order comes before what it brings about: the sort keeps the order of the list.
  return found
    .toSorted((a, b) => a.cause.fact - b.cause.fact)
    .filter(({ type }) => wanted.has(type))
}

async function registered(tx: Tx, { after, upTo }: Facts): Promise<FactEvent[]> {
  const partners = await tx
    .selectFrom('partners')
    .select(['id', 'sponsorId', 'registeredAt as at', 'fact'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .execute()
  return partners.map(({ id, sponsorId, at, fact }): FactEvent => ({
    type: 'partner.registered',
    key: `${id}`,
    cause: { fact },
    partnerId: id,
    at,
    data: { sponsorId },
  }))
}

async function blocked(tx: Tx, { after, upTo }: Facts): Promise<FactEvent[]> {
  const blocks = await tx
    .selectFrom('partnerBlocks')
    .select(['fact', 'partnerId', 'blocked', 'changedAt as at'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .execute()
  return blocks.map(({ fact, partnerId, blocked: isBlocked, at }): FactEvent => ({
    type: isBlocked ? 'partner.blocked' : 'partner.unblocked',
    key: `${fact}`,
    cause: { fact },
    partnerId,
    at,
    data: {},
  }))
}

async function recorded(tx: Tx, { after, upTo }: Facts): Promise<FactEvent[]> {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'partnerId', 'paidAt', 'amountCents', 'recordedAt as at', 'fact'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .execute()
  return orders.map(({ id, partnerId, paidAt, amountCents, at, fact }): FactEvent => ({
    type: 'order.recorded',
    key: `${id}`,
    cause: { fact },
    partnerId,
    at,
    data: { orderId: id, amountEur: euros(amountCents), paidAt: new Date(paidAt).toISOString() },
  }))
}

async function cancelled(tx: Tx, { after, upTo }: Facts): Promise<FactEvent[]> {
  const orders = await tx
    .selectFrom('cancellations as c')
    .innerJoin('orders as o', 'o.id', 'c.orderId')
    .select(['o.id', 'o.partnerId', 'o.amountCents', 'c.cancelledAt as at', 'c.fact'])
    .where('c.fact', '>', after)
    .where('c.fact', '<=', upTo)
    .execute()
  return orders.map(({ id, partnerId, amountCents, at, fact }): FactEvent => ({
    type: 'order.cancelled',
    key: `${id}`,
    cause: { fact },
    partnerId,
    at,
    data: { orderId: id, amountEur: euros(amountCents) },
  }))
}

async function reached(
  tx: Tx,
  { after, upTo }: Facts,
  plans: readonly PlanVersion[],
): Promise<FactEvent[]> {
  const ranks = await tx
    .selectFrom('orders as o')
    .innerJoin('rankReaches as r', 'r.orderId', 'o.id')
    .select([
      'o.fact',
      'o.id as orderId',
      'r.partnerId',
      'r.ladder',
      'r.rankId',
      'r.reachedAt as at',
    ])
    .select('r.planVersion')
    .where('o.fact', '>', after)
    .where('o.fact', '<=', upTo)
    .orderBy('r.partnerId')
    .orderBy('r.ladder')
    .orderBy('r.rankId')
    .execute()
  return ranks.map(({ fact, orderId, partnerId, ladder, rankId, at, planVersion }): FactEvent => {
    const { plan } = plans.find(({ version }) => version === planVersion)!
    const rank = plan.ranks.find(({ id }) => id === rankId)!.code
    const key = `${partnerId}.${ladder}.${rankId}`
    return {
      type: 'rank.reached',
      key,
      cause: { fact },
      partnerId,
      at,
      data: { rank, ladder, orderId },
    }
  })
}

type Credited = {
  readonly fact: number
  readonly orderId: number
  readonly partnerId: number
  readonly at: number
  readonly credits: readonly StoredCredit[]
}

/** One event for each order and partner. What a cancellation takes back follows from its own event. */
async function credited(tx: Tx, { after, upTo }: Facts): Promise<FactEvent[]> {
  const { rows } = await sql<Credited>`
    select o.fact, o.id as order_id, b.partner_id, o.recorded_at as at,
      jsonb_agg(jsonb_build_object('type', b.type, 'currency', b.currency, 'units', b.amount::text) order by b.id) as credits
    from orders o join lateral (
      select id, partner_id, type, currency, amount from bonus_records
      where order_id = o.id and period is null and reverses_id is null
      union all
      select d.id, d.partner_id, d.type, d.currency, d.amount from rank_reaches r
        join bonus_records d on d.id = r.bonus_record_id and d.order_id is distinct from o.id
      where r.order_id = o.id) b on true
    where o.fact > ${after} and o.fact <= ${upTo}
    group by o.fact, o.id, b.partner_id, o.recorded_at
    order by o.fact, b.partner_id`.execute(tx)
  return rows.map(({ fact, orderId, partnerId, at, credits }): FactEvent => ({
    type: 'bonus.credited',
    key: `order.${orderId}.${partnerId}`,
    cause: { fact },
    partnerId,
    at,
    data: {
      orderId,
      month: null,
      credits: credits.map(creditOf),
    },
  }))
}
