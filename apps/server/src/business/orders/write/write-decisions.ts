import { accountNameOf } from '@partner-office/domain'
import { sql } from 'kysely'

import { column, unnesting } from '../../../db/column.ts'
import type { Tx } from '../../../db/database.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import { type BonusCredit, creditStatement } from '../../ledger/insert-bonus-records.ts'
import { BONUS_EXPENSE } from '../../ledger/post-transfers.ts'
import { creditKey, namesOf } from '../decide/credit-names.ts'
import type { Credit, OrderDecision } from '../decide/decide-orders.ts'

/** When and under which numbers decided orders are stored. */
export type Intake = {
  /** The number of the fact of the first of these orders. */
  readonly firstFact: number
  /** The number of the intake's first fact, which names the intake; or each order is an intake of its own. */
  readonly intake: number | 'each'
  readonly recordedAt: number
}

/**
 * Store decided orders: the orders, their credits in the ledger with what explains them, the levels that were not
 * paid and why, and the ranks reached.
 */
export async function writeDecisions(
  tx: Tx,
  engine: Pick<FiguresEngine, 'ids'>,
  decisions: readonly OrderDecision[],
  intake: Intake,
): Promise<void> {
  await writeOrders(tx, engine, decisions, intake)
  await writeCredits(tx, decisions, intake.recordedAt)
  await writeReaches(tx, decisions)
}

async function writeOrders(
  tx: Tx,
  engine: Pick<FiguresEngine, 'ids'>,
  decisions: readonly OrderDecision[],
  { firstFact, intake, recordedAt }: Intake,
): Promise<void> {
  const rows = decisions.map((decision, index) => ({ ...decision, fact: firstFact + index }))
  await sql`${PREPARED}
    with decided as materialized (
      select * from ${unnesting(rows, [
        ['bigint', ({ order }) => order.orderId],
        ['bigint', ({ order }) => engine.ids[order.row]!],
        ['bigint', ({ order }) => order.paidAt],
        ['bigint', ({ order }) => order.cents],
        ['bigint', ({ fact }) => (intake === 'each' ? fact : intake)],
        ['bigint', ({ fact }) => fact],
        ['integer', ({ planVersion }) => planVersion],
        ['bigint', ({ rateId }) => rateId],
        ['text', ({ unpaid }) => column(unpaid.map(({ partnerId }) => partnerId))],
        ['text', ({ unpaid }) => column(unpaid.map(({ depth }) => depth))],
        ['text', ({ unpaid }) => column(unpaid.map(({ reason }) => reason))],
      ])} as d(id, partner_id, paid_at, cents, intake, fact, plan_version, rate_id, partners, levels, reasons)),
    recorded as (
      insert into orders (id, partner_id, paid_at, amount_cents, currency, recorded_at, intake, fact)
      select id, partner_id, paid_at, cents, 'EUR', ${recordedAt}::bigint, intake, fact from decided)
    insert into order_decisions
      (order_id, plan_version, rate_id, unpaid_partner_ids, unpaid_levels, unpaid_reasons)
    select id, plan_version, rate_id, partners::bigint[], levels::smallint[], reasons::unpaid_reason[]
    from decided`.execute(tx)
}

async function writeCredits(
  tx: Tx,
  decisions: readonly OrderDecision[],
  recordedAt: number,
): Promise<void> {
  const posted = decisions.flatMap(({ order, credits }) =>
    credits.map((credit) => bonusCredit(credit, order.orderId, recordedAt)),
  )
  if (posted.length > 0) await creditStatement(posted).execute(tx)
}

function bonusCredit(credit: Credit, orderId: number, createdAt: number): BonusCredit {
  const { partnerId, type, currency, level, rankId } = credit
  const ofOrder = type !== 'TURNOVER'
  const amount = String(credit.units)
  return {
    transfer: {
      ...namesOf(credit, orderId),
      partnerId,
      account: accountNameOf(currency),
      counter: BONUS_EXPENSE,
      toPartner: true,
      currency,
      amount,
      kind: type,
      createdAt,
    },
    record: {
      partner_id: partnerId,
      type,
      order_id: ofOrder ? orderId : null,
      level,
      currency,
      amount,
      paid_at: credit.paidAt,
      plan_version: credit.planVersion,
      rank_id: rankId,
      percent: credit.percent,
      base_cents: credit.baseCents,
      rate_id: credit.rateId,
      rate: credit.rate,
      before_cut: credit.beforeCut,
    },
  }
}

async function writeReaches(tx: Tx, decisions: readonly OrderDecision[]): Promise<void> {
  const reaches = decisions.flatMap(({ order, reaches: reached }) =>
    reached.map((reach) => ({
      ...reach,
      orderId: order.orderId,
      reachedAt: order.paidAt,
      key: creditKey(reach),
    })),
  )
  if (reaches.length === 0) return
  // Not joins: while the statistics call the ledger small, their plan reads all of it.
  await sql`${PREPARED}
    insert into rank_reaches
    select r.partner_id, r.ladder, r.rank_id, r.order_id, r.reached_at, r.plan_version,
      (select b.id from transfers t join bonus_records b on b.transfer_id = t.id where t.idempotency_key = r.key)
    from ${unnesting(reaches, [
      ['bigint', ({ partnerId }) => partnerId],
      ['text', ({ ladder }) => ladder],
      ['smallint', ({ rankId }) => rankId],
      ['bigint', ({ orderId }) => orderId],
      ['bigint', ({ reachedAt }) => reachedAt],
      ['integer', ({ planVersion }) => planVersion],
      ['text', ({ key }) => key],
    ])} as r(partner_id, ladder, rank_id, order_id, reached_at, plan_version, key)`.execute(tx)
}
