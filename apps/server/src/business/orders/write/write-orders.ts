import { accountNameOf } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { column, composites } from '../../../db/column.ts'
import type { Tx } from '../../../db/database.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import { type AuditEntry, entryArguments } from '../../audit/audit-log.ts'
import { type BonusCredit, creditRows } from '../../ledger/post-credits.ts'
import type { Credit, NewOrder, OrderDecision, RankReach } from '../decide/decide-orders.ts'

type Ids = Pick<FiguresEngine, 'ids'>
type Decisions = readonly OrderDecision[]

/** When and under which numbers decided orders are stored. */
type Intake = {
  readonly recordedAt: number
  /** The number of the fact of the first of these orders. */
  readonly firstFact: number
  /** The number of the intake's first fact, which names the intake; or each order is an intake of its own. */
  readonly intake: number | 'each'
}

/**
 * Stores decided orders, their credits in the ledger with what explains them, the levels that were not paid and why, and the
 * ranks reached. Inside the transaction that holds the fact log.
 *
 * The function `write_orders` (`db/functions/orders`) in pseudo-code:
 *
 *     insert orders and decisions
 *     `post_credits`: post the credits (`new_transfers`), and insert a record for each
 *     insert the ranks reached
 */
export async function writeOrders(
  tx: Tx,
  engine: Ids,
  decisions: Decisions,
  { recordedAt, firstFact, intake }: Intake,
): Promise<void> {
  await sql`${PREPARED}
    select write_orders(recorded => ${recordedAt}, first_fact => ${firstFact}, intake => ${intake === 'each' ? null : intake},
      ${decided(decisions, engine)})`.execute(tx)
}

/** What a turn was decided on: each fact up to `afterFact`, and the newest quotes and plans. */
export type DecidedOn = {
  readonly afterFact: number
  /** What the writer of that fact has drawn: the turn before it, if that is not committed yet. Null: not known. */
  readonly afterTurn: number | null
  readonly newestRate: number
  readonly newestPlan: number
}

/** Decided orders with their entries in the audit log. */
export type DecidedTurn = {
  readonly id: number
  readonly recordedAt: number
  readonly decisions: Decisions
  readonly entries: readonly AuditEntry[]
  readonly decidedOn: DecidedOn
}

/**
 * The statement that writes a turn of orders, each an intake of its own, in a transaction of its own.
 *
 * The function `write_turn` (`db/functions/orders`) in pseudo-code:
 *
 *     lock the fact log, for at most `patienceMs`
 *     unless the facts, the turn before, the quotes and plans are those it was decided on, and no file is being recorded:
 *       refuse
 *     `write_orders`
 *     write the audit entries
 *     move the fact log on, in the name of this turn
 *
 * The number of the last fact alone would not do: in place of the turn before, another process may have written as many.
 *
 * Refuses: PO003, if it was not decided on what is written; what the tables refuse.
 */
export function writingTurn(
  { id, recordedAt, decisions, entries, decidedOn }: DecidedTurn,
  engine: Ids,
  patienceMs: number,
): RawBuilder<unknown> {
  const { afterFact, afterTurn, newestRate, newestPlan } = decidedOn
  return sql`${PREPARED}
    select write_turn(turn => ${id}, recorded => ${recordedAt}, after_fact => ${afterFact}, after_turn => ${afterTurn},
      newest_rate => ${newestRate}, newest_plan => ${newestPlan}, patience_ms => ${patienceMs}, ${decided(decisions, engine)}, ${entryArguments(entries)})`
}

const decided = (decisions: Decisions, engine: Ids) => sql`
  orders => ${orderRows(decisions, engine)}, credits => ${creditRows(creditsOf(decisions))}, reaches => ${reachRows(decisions)}`

const orderRows = (decisions: Decisions, { ids }: Ids) =>
  composites('decided_order', decisions, {
    id: ({ order }) => order.orderId,
    partner_id: ({ order }) => ids[order.row]!,
    paid_at: ({ order }) => order.paidAt,
    cents: ({ order }) => order.cents,
    plan_version: ({ planVersion }) => planVersion,
    rate_id: ({ rateId }) => rateId,
    unpaid_partners: ({ unpaid }) => column(unpaid.map(({ partnerId }) => partnerId)),
    unpaid_levels: ({ unpaid }) => column(unpaid.map(({ depth }) => depth)),
    unpaid_reasons: ({ unpaid }) => column(unpaid.map(({ reason }) => reason)),
  })

const creditsOf = (decisions: Decisions): BonusCredit[] =>
  decisions.flatMap(({ order, credits }) => credits.map((credit) => bonusCredit(credit, order)))

function bonusCredit(credit: Credit, { orderId }: NewOrder): BonusCredit {
  const { partnerId, type, currency, level, rankId } = credit
  return {
    transfer: { ...namesOf(credit, orderId), account: accountNameOf(currency) },
    record: {
      partner_id: partnerId,
      type,
      order_id: rankId === null ? orderId : null,
      level,
      currency,
      amount: credit.units,
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

function reachRows(decisions: Decisions) {
  const reaches = decisions.flatMap(({ order, reaches: reached }) =>
    reached.map((reach) => ({ ...reach, order })),
  )
  return composites('reached_rank', reaches, {
    partner_id: ({ partnerId }) => partnerId,
    ladder: ({ ladder }) => ladder,
    rank_id: ({ rankId }) => rankId,
    order_id: ({ order }) => order.orderId,
    reached_at: ({ order }) => order.paidAt,
    plan_version: ({ planVersion }) => planVersion,
    credit_key: (reach) => creditKey(reach),
  })
}

/** What the transfer of a credit is called: the key that makes it happen once, and what its line says. */
function namesOf({ type, partnerId, level, rankId }: Credit, orderId: number) {
  return type === 'TURNOVER'
    ? { key: rankKey(partnerId, rankId!), reference: `rank ${rankId}, order ${orderId}` }
    : { key: `order:${orderId}:${level}`, reference: `order ${orderId}` }
}

/** The key of the credit for a reached rank; null on the ladder that credits none. */
const creditKey = ({ ladder, partnerId, rankId }: RankReach): string | null =>
  ladder === 'bonus' ? rankKey(partnerId, rankId) : null

/** A partner is credited for a rank once, whichever order reaches it. */
const rankKey = (partnerId: number, rankId: number): string => `rank:${partnerId}:${rankId}`
