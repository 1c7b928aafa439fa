import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { FiguresDraft } from '../../network/figures-draft.ts'
import { currentRates } from '../rates/current-rates.ts'
import type { OrderBasis } from './decide-orders.ts'

/** What orders are decided on, inside the transaction that holds the fact log. */
export async function orderBasis(core: Core, tx: Tx): Promise<OrderBasis> {
  const { engine, plans } = core.network
  return {
    engine,
    draft: new FiguresDraft(engine),
    watches: new Map(),
    plans,
    rates: await currentRates(tx),
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
