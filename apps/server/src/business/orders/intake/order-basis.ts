import { type Rate, Refusal } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import { FiguresDraft } from '../../../network/figures-draft.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import type { OrderBasis } from '../decide/decide-orders.ts'
import type { OrderFact } from '../decide/facts-of-decisions.ts'

/**
 * What orders are decided on: the figures, with the facts of orders that are being written.
 *
 * Inside the transaction that holds the fact log, or in one step with what is sent to the database.
 */
export function orderBasis(
  { network: { engine, plans } }: Core,
  rates: readonly Rate[],
  open: readonly OrderFact[] = [],
): OrderBasis {
  const draft = new FiguresDraft(engine)
  for (const fact of open) addToDraft(engine, draft, fact)
  return { engine, draft, watches: new Map(), plans, rates }
}

/** Adds a fact of an order to drafted figures, as applying it would to the engine. */
export function addToDraft(engine: FiguresEngine, draft: FiguresDraft, fact: OrderFact): void {
  const row = engine.rowOf(fact.partnerId)
  if (fact.kind === 'order') {
    draft.addActivity(row, fact.paidAt, fact.cents)
    draft.addTurnover(row, fact.paidAt, fact.cents)
  } else {
    const { ladder, rankId } = fact
    draft.holdRank(ladder, row, Math.max(rankId, draft.heldRank(ladder, row)))
  }
}

/**
 * Turnovers are doubles that hold whole cents.
 *
 * Refuses: `validation_error`, when the turnover of the whole network would no longer be exact.
 * Source: docs/decisions/0004-readings-of-the-papers.md.
 */
export function requireExactTurnover(cents: bigint): void {
  if (cents <= BigInt(Number.MAX_SAFE_INTEGER)) return
  throw new Refusal('validation_error', {
    field: 'amount',
    reason: 'the turnover of the whole network would pass 90071992547409.91 EUR',
  })
}
