import {
  DAY_MS,
  type AccountCurrency,
  decimalsOf,
  formatUnits,
  type PlanVersion,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { type Facts, HISTORY_MS, type MailEvent } from './mail-event.ts'

/** Events of new partners, orders, their bonuses and the ranks reached by them, and of bonuses taken back. */
export async function factEvents(
  tx: Tx,
  facts: Facts,
  { now, plans }: { readonly now: number; readonly plans: readonly PlanVersion[] },
): Promise<MailEvent[]> {
  return [
    ...(await joinedPartners(tx, facts, now)),
    ...(await orderEvents(tx, facts)),
    ...(await reversedBonuses(tx, facts, now)),
    ...(await reachedRanks(tx, facts, plans)),
  ]
}

/**
 * Events of orders and their bonuses, as they are true now: an order that was cancelled makes none, and a rank's bonus stays.
 *
 * Source: decisions C11.14, C11.31.
 */
export async function orderEvents(tx: Tx, facts: Facts): Promise<MailEvent[]> {
  const events = [...(await paidOrders(tx, facts)), ...(await creditedBonuses(tx, facts))]
  return events.map((event) => ({ ...event, facts }))
}

async function joinedPartners(tx: Tx, { after, upTo }: Facts, now: number): Promise<MailEvent[]> {
  const partners = await tx
    .selectFrom('partners')
    .select(['id', 'sponsorId', 'registeredAt'])
    .where('fact', '>', after)
    .where('fact', '<=', upTo)
    .where('sponsorId', 'is not', null)
    .where('registeredAt', '>', now - HISTORY_MS)
    .orderBy('fact')
    .execute()
  return partners.map(({ id, sponsorId, registeredAt }) => ({
    partnerId: sponsorId!,
    key: 'partnersIncrease',
    item: { partner: id, at: registeredAt },
  }))
}

/** Orders of a range that are no imported history. */
const NEW_ORDERS = ({ after, upTo }: Facts) => sql`
  o.fact > ${after} and o.fact <= ${upTo} and o.paid_at > o.recorded_at - ${sql.lit(HISTORY_MS)}`

const STANDS = (order: string) => sql`
  not exists (select from cancellations c where c.order_id = ${sql.raw(order)}.id)`

type PaidOrder = {
  readonly id: number
  readonly partnerId: number
  readonly sponsorId: number | null
  readonly paidAt: number
  readonly amountCents: number
  readonly isStart: boolean
}

/** The first order of at least the plan's minimum makes its buyer active. */
async function paidOrders(tx: Tx, facts: Facts): Promise<MailEvent[]> {
  const makesActive = (order: string) => sql`
    exists (select from order_decisions d join plans v on v.version = d.plan_version
      where d.order_id = ${sql.raw(order)}.id
        and ${sql.raw(order)}.amount_cents >= (v.document #>> '{activity,minimumOrder}')::numeric * 100)`
  const { rows } = await sql<PaidOrder>`
    select o.id, o.partner_id, p.sponsor_id, o.paid_at, o.amount_cents,
      ${makesActive('o')} and not exists (select from orders e
        where e.partner_id = o.partner_id and e.fact < o.fact and ${STANDS('e')} and ${makesActive('e')}) as is_start
    from orders o join partners p on p.id = o.partner_id
    where ${NEW_ORDERS(facts)} and ${STANDS('o')} order by o.fact`.execute(tx)
  return rows.flatMap((order) => {
    const amount = `${formatUnits(BigInt(order.amountCents), 2)} EUR`
    const item = { order: order.id, at: order.paidAt, amount }
    const sum = { currency: 'EUR', units: BigInt(order.amountCents) }
    const { partnerId, sponsorId } = order
    const events: MailEvent[] = [
      { partnerId, key: 'invoices', item, sum },
      { partnerId, key: 'personalPurchase', item, sum },
    ]
    if (order.isStart) events.push({ partnerId, key: 'startBonus', item })
    if (sponsorId !== null) {
      const told = { partner: partnerId, at: order.paidAt, amount }
      events.push({ partnerId: sponsorId, key: 'partnersPurchase', item: told, sum })
    }
    return events
  })
}

type Credited = {
  readonly partnerId: number
  readonly orderId: number
  readonly currency: AccountCurrency
  readonly amount: string
  readonly recordedAt: number
}

/** Unilevel bonuses of the orders, and the bonuses of the ranks that they reached. */
async function creditedBonuses(tx: Tx, facts: Facts): Promise<MailEvent[]> {
  const { rows } = await sql<Credited>`
    select b.partner_id, o.id as order_id, b.currency, b.amount, o.recorded_at
    from orders o join bonus_records b on b.order_id = o.id and b.period is null and b.reverses_id is null
    where ${NEW_ORDERS(facts)} and ${STANDS('o')}
    union all
    select b.partner_id, o.id, b.currency, b.amount, o.recorded_at
    from orders o join rank_reaches r on r.order_id = o.id join bonus_records b on b.id = r.bonus_record_id
    where ${NEW_ORDERS(facts)}
    order by order_id, partner_id`.execute(tx)
  return rows.flatMap(({ partnerId, orderId, currency, amount, recordedAt }) => {
    const units = BigInt(amount)
    const item = {
      order: orderId,
      amount: `${formatUnits(units, decimalsOf(currency))} ${currency}`,
    }
    const event = { partnerId, item, sum: { currency, units } }
    return [
      { ...event, key: 'newCommission' },
      { ...event, key: 'dailyIncome', day: Math.floor(recordedAt / DAY_MS) },
    ] satisfies MailEvent[]
  })
}

type Reversed = {
  readonly partnerId: number
  readonly orderId: number
  readonly cancelledAt: number
  readonly currency: AccountCurrency
  readonly amount: string
  readonly balance: string
}

/**
 * Bonuses that cancelled orders took back, each with the balance right after it: that of now, without the later transfers.
 * A bonus that no mail has told yet is not told at all.
 *
 * Source: decisions C11.31.
 */
async function reversedBonuses(tx: Tx, { after, upTo }: Facts, now: number): Promise<MailEvent[]> {
  const { rows } = await sql<Reversed>`
    select b.partner_id, b.order_id, c.cancelled_at, b.currency, (-b.amount)::text as amount,
      (a.balance - coalesce((
        select sum(case when l.credit_account_id = a.id then l.amount else -l.amount end)
        from transfers l where l.partner_account_id = a.id and l.id > t.id), 0))::text as balance
    from cancellations c join orders o on o.id = c.order_id
      join bonus_records b on b.order_id = c.order_id and b.reverses_id is not null
      join transfers t on t.id = b.transfer_id join accounts a on a.id = t.partner_account_id
    where c.fact > ${after} and c.fact <= ${upTo} and c.cancelled_at > ${now - HISTORY_MS} and o.fact <= ${after}
      and not exists (select from mail_notes n where n.partner_id = b.partner_id and n.key = 'newCommission'
        and n.after_fact < o.fact and o.fact <= n.up_to_fact)
    order by c.fact, b.id`.execute(tx)
  return rows.map(({ partnerId, orderId, cancelledAt, currency, amount, balance }) => {
    const coins = (units: string) =>
      `${formatUnits(BigInt(units), decimalsOf(currency))} ${currency}`
    return {
      partnerId,
      key: 'reversedBonus',
      item: { order: orderId, at: cancelledAt, amount: coins(amount), balance: coins(balance) },
      sum: { currency, units: BigInt(amount) },
    }
  })
}

type Reached = {
  readonly partnerId: number
  readonly sponsorId: number | null
  readonly rankId: number
  readonly reachedAt: number
  readonly planVersion: number
}

async function reachedRanks(
  tx: Tx,
  facts: Facts,
  plans: readonly PlanVersion[],
): Promise<MailEvent[]> {
  const { rows } = await sql<Reached>`
    select r.partner_id, p.sponsor_id, r.rank_id, r.reached_at, r.plan_version
    from orders o join rank_reaches r on r.order_id = o.id and r.ladder = 'ordinary'
      join partners p on p.id = r.partner_id
    where ${NEW_ORDERS(facts)} order by o.fact, r.partner_id, r.rank_id`.execute(tx)
  return rows.flatMap(({ partnerId, sponsorId, rankId, reachedAt, planVersion }) => {
    const ranks = plans.find(({ version }) => version === planVersion)!.plan.ranks
    const rank = ranks.find(({ id }) => id === rankId)!.code
    const diamond = ranks.find(({ code }) => code === 'DIAMOND')
    const item = { rank, at: reachedAt }
    const events: MailEvent[] = [{ partnerId, key: 'rankIncrease', item }]
    if (diamond !== undefined && rankId >= diamond.id) {
      events.push({ partnerId, key: 'clubAchievement', item })
    }
    if (sponsorId !== null) {
      const told = { ...item, partner: partnerId }
      events.push({ partnerId: sponsorId, key: 'partnersRankChange', item: told })
    }
    return events
  })
}
