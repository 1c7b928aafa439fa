import { Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'
import { FiguresDraft } from '../../network/figures-draft.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { Core, Progress } from '../../core/core.ts'
import { NO_PROGRESS } from '../../core/core.ts'
import type { FactLog } from '../facts/with-fact-log.ts'
import { currentRates } from '../rates/current-rates.ts'
import { decideOrders, type NewOrder, type OrderDecision } from './decide-orders.ts'
import { writeDecisions } from './write-decisions.ts'

const CREDITS_A_WRITE = 20_000

/**
 * Decide and store new orders, sorted by (paidAt, orderId), as one intake of the transaction `tx`.
 *
 * Whether the orders may be recorded has been checked. Memory: what one write holds, and the draft of the figures.
 *
 * Refuses: `validation_error`, when the turnover of the whole network would no longer be exact.
 */
export async function recordOrders(
  core: Core,
  tx: Tx,
  log: FactLog,
  orders: readonly NewOrder[],
  progress: Progress = NO_PROGRESS,
): Promise<void> {
  const { engine } = core.network
  requireExactTurnover(engine, orders)
  const basis = {
    engine,
    draft: new FiguresDraft(engine),
    plans: await core.plans.versions(tx),
    rates: await currentRates(tx),
  }
  const intake = { intake: log.last + 1, recordedAt: core.clock() }

  let stored = 0
  let waiting: OrderDecision[] = []
  let credits = 0
  const store = async () => {
    const firstFact = intake.intake + stored
    await writeDecisions(tx, waiting, (row) => engine.ids[row]!, firstFact, intake)
    stored += waiting.length
    waiting = []
    credits = 0
    progress(stored, orders.length)
    if (stored < orders.length) await core.database.upkeep.checkpointIfDue(tx)
  }
  for (const decision of decideOrders(basis, orders)) {
    waiting.push(decision)
    credits += decision.credits.length + 1
    if (credits >= CREDITS_A_WRITE) await store()
  }
  if (waiting.length > 0) await store()
  log.written(orders.length)
}

/** Turnovers are doubles that hold whole cents. Source: docs/decisions/0004-readings-of-the-papers.md. */
function requireExactTurnover({ turnover }: FiguresEngine, orders: readonly NewOrder[]): void {
  const total = orders.reduce((sum, { cents }) => sum + BigInt(cents), BigInt(turnover))
  if (total <= BigInt(Number.MAX_SAFE_INTEGER)) return
  throw new Refusal('validation_error', {
    field: 'amount',
    reason: 'the turnover of the whole network would pass 90071992547409.91 EUR',
  })
}
