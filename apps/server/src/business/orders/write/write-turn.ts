import { accountNameOf } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { arrays, column } from '../../../db/column.ts'
import { PREPARED } from '../../../db/prepared.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import type { AuditEntry } from '../../audit/audit-log.ts'
import { creditKey, namesOf } from '../decide/credit-names.ts'
import type { OrderDecision } from '../decide/decide-orders.ts'

/** What a turn was decided on: each fact up to `afterFact`, and the newest quotes and plans. */
export type DecidedOn = {
  readonly afterFact: number
  /** The turn before it, if that was not committed yet. */
  readonly afterTurn: number | null
  readonly newestRate: number
  readonly newestPlan: number
}

/** Decided orders with their entries in the audit log. */
export type DecidedTurn = {
  readonly id: number
  readonly recordedAt: number
  readonly decisions: readonly OrderDecision[]
  readonly entries: readonly AuditEntry[]
  readonly decidedOn: DecidedOn
}

/**
 * The statement that writes a turn of orders, each an intake of its own, in a transaction of its own.
 *
 * The function `write_orders` (`db/functions/orders`) in pseudo-code:
 *
 *     lock the fact log, for at most `patienceMs`
 *     unless the facts, the turn before, the quotes and plans are those it was decided on, and no file is being recorded:
 *       refuse
 *     insert orders and decisions
 *     post the credits (`new_transfers`), and insert a record for each
 *     insert the ranks reached
 *     write the audit entries
 *     move the fact log on, in the name of this turn
 *
 * The number of the last fact alone would not do: in place of the turn before, another process may have written as many.
 *
 * Refuses: PO003, if it was not decided on what is written, or a credit was posted before; what the tables refuse.
 */
export function writingTurn(
  { id, recordedAt, decisions, entries, decidedOn }: DecidedTurn,
  { ids }: Pick<FiguresEngine, 'ids'>,
  patienceMs: number,
): RawBuilder<unknown> {
  const columns = [
    ...orderColumns(decisions, ids),
    ...creditColumns(decisions),
    ...reachColumns(decisions),
    ...entryColumns(entries),
  ]
  const { afterFact, afterTurn, newestRate, newestPlan } = decidedOn
  return sql`${PREPARED}
    select write_orders(${id}::bigint, ${recordedAt}::bigint, ${afterFact}::bigint, ${afterTurn}::bigint,
      ${newestRate}::bigint, ${newestPlan}::integer, ${patienceMs}::integer, ${sql.join(columns)})`
}

type Decisions = readonly OrderDecision[]

const orderColumns = (decisions: Decisions, ids: FiguresEngine['ids']) =>
  arrays(decisions, [
    ['bigint', ({ order }) => order.orderId],
    ['bigint', ({ order }) => ids[order.row]!],
    ['bigint', ({ order }) => order.paidAt],
    ['bigint', ({ order }) => order.cents],
    ['integer', ({ planVersion }) => planVersion],
    ['bigint', ({ rateId }) => rateId],
    ['text', ({ unpaid }) => column(unpaid.map(({ partnerId }) => partnerId))],
    ['text', ({ unpaid }) => column(unpaid.map(({ depth }) => depth))],
    ['text', ({ unpaid }) => column(unpaid.map(({ reason }) => reason))],
  ])

/** Credits and reached ranks name their order by its place in the turn, from 1, and have its time and plan. */
function creditColumns(decisions: Decisions) {
  const credits = decisions.flatMap(({ order, credits: paid }, at) =>
    paid.map((credit) => ({ ...credit, ...namesOf(credit, order.orderId), place: at + 1 })),
  )
  return arrays(credits, [
    ['integer', ({ place }) => place],
    ['text', ({ key }) => key],
    ['text', ({ reference }) => reference],
    ['bigint', ({ partnerId }) => partnerId],
    ['text', ({ currency }) => accountNameOf(currency)],
    ['text', ({ type }) => type],
    ['integer', ({ level }) => level],
    ['text', ({ currency }) => currency],
    ['numeric', ({ units }) => units],
    ['smallint', ({ rankId }) => rankId],
    ['numeric', ({ percent }) => percent],
    ['bigint', ({ baseCents }) => baseCents],
    ['bigint', ({ rateId }) => rateId],
    ['numeric', ({ rate }) => rate],
    ['numeric', ({ beforeCut }) => beforeCut],
  ])
}

function reachColumns(decisions: Decisions) {
  const reaches = decisions.flatMap(({ reaches: reached }, at) =>
    reached.map((reach) => ({ ...reach, place: at + 1 })),
  )
  return arrays(reaches, [
    ['integer', ({ place }) => place],
    ['bigint', ({ partnerId }) => partnerId],
    ['text', ({ ladder }) => ladder],
    ['smallint', ({ rankId }) => rankId],
    ['text', (reach) => creditKey(reach)],
  ])
}

const entryColumns = (entries: readonly AuditEntry[]) =>
  arrays(entries, [
    ['text', ({ actor }) => actor],
    ['text', ({ command }) => command],
    ['text', ({ details }) => JSON.stringify(details())],
  ])
