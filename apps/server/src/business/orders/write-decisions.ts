import { accountNameOf } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import { type BonusCredit, creditStatement } from '../ledger/insert-bonus-records.ts'
import { BONUS_EXPENSE } from '../ledger/post-transfers.ts'
import type { Credit, OrderDecision } from './decide-orders.ts'

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
  { firstFact, intake, recordedAt }: Intake,
): Promise<void> {
  const orders = decisions.map(({ order }, index) => ({
    id: order.orderId,
    partner_id: engine.ids[order.row]!,
    paid_at: order.paidAt,
    amount_cents: order.cents,
    currency: 'EUR',
    recorded_at: recordedAt,
    intake: intake === 'each' ? firstFact + index : intake,
    fact: firstFact + index,
  }))
  await sql`
    insert into orders
    select * from jsonb_populate_recordset(null::orders, ${JSON.stringify(orders)}::jsonb)`.execute(
    tx,
  )
  await writeUnpaidLevels(tx, decisions)
  await writeCredits(tx, decisions, recordedAt)
  await writeReaches(tx, decisions)
}

async function writeUnpaidLevels(tx: Tx, decisions: readonly OrderDecision[]): Promise<void> {
  const rows = decisions.map(({ order, planVersion, rateId, unpaid }) => ({
    order_id: order.orderId,
    plan_version: planVersion,
    rate_id: rateId,
    unpaid_partner_ids: unpaid.map(({ partnerId }) => partnerId),
    unpaid_levels: unpaid.map(({ depth }) => depth),
    unpaid_reasons: unpaid.map(({ reason }) => reason),
  }))
  await sql`
    insert into order_decisions
    select * from jsonb_populate_recordset(null::order_decisions, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
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
      key: ofOrder ? `order:${orderId}:${level}` : rankKey(partnerId, rankId),
      partnerId,
      account: accountNameOf(currency),
      counter: BONUS_EXPENSE,
      toPartner: true,
      currency,
      amount,
      kind: type,
      reference: ofOrder ? `order ${orderId}` : `rank ${rankId}, order ${orderId}`,
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

const rankKey = (partnerId: number, rankId: number | null): string => `rank:${partnerId}:${rankId}`

async function writeReaches(tx: Tx, decisions: readonly OrderDecision[]): Promise<void> {
  const reaches = decisions.flatMap(({ order, reaches: reached }) =>
    reached.map((reach) => ({
      ...reach,
      orderId: order.orderId,
      reachedAt: order.paidAt,
      key: reach.ladder === 'bonus' ? rankKey(reach.partnerId, reach.rankId) : null,
    })),
  )
  if (reaches.length === 0) return
  // Not joins: while the statistics call the ledger small, their plan reads all of it.
  await sql`
    insert into rank_reaches
    select r."partnerId", r.ladder, r."rankId", r."orderId", r."reachedAt", r."planVersion",
      (select b.id from transfers t join bonus_records b on b.transfer_id = t.id where t.idempotency_key = r.key)
    from jsonb_to_recordset(${JSON.stringify(reaches)}::jsonb) as r("partnerId" bigint, ladder text,
      "rankId" smallint, "orderId" bigint, "reachedAt" bigint, "planVersion" integer, key text)`.execute(
    tx,
  )
}
