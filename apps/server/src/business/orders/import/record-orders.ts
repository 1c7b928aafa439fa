import type { Tx } from '../../../db/database.ts'
import type { Core, Progress } from '../../../core/core.ts'
import { NO_PROGRESS } from '../../../core/core.ts'
import { Pauses } from '../../../network/in-slices.ts'
import type { Fact } from '../../../network/facts.ts'
import type { FactLog } from '../../facts/with-fact-log.ts'
import { currentRates } from '../../rates/current-rates.ts'
import { decideOrders, type NewOrders, type OrderDecision, sumOf } from '../decide/decide-orders.ts'
import { factsOf } from '../decide/facts-of-decisions.ts'
import { orderBasis, requireExactTurnover } from '../intake/order-basis.ts'
import { writeOrders } from '../write/write-orders.ts'

/** Arrays of this size are made and sent without a pause between requests. */
const CREDITS_A_WRITE = 5_000
/** More facts than these are read again after the commit, in pages: they would fill the memory. */
const MOST_FACTS_KEPT = 2_000

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
  orders: NewOrders,
  progress: Progress = NO_PROGRESS,
): Promise<void> {
  requireExactTurnover(BigInt(core.network.engine.turnover) + sumOf(orders))
  const basis = orderBasis(core, await currentRates(tx))
  const first = log.last + 1
  const intake = { intake: first, recordedAt: core.clock() }

  let stored = 0
  let waiting: OrderDecision[] = []
  let credits = 0
  const store = async () => {
    await writeOrders(tx, basis.engine, waiting, { ...intake, firstFact: first + stored })
    stored += waiting.length
    waiting = []
    credits = 0
    progress(stored, orders.length)
    if (stored < orders.length) await core.database.upkeep.checkpointIfDue(tx)
  }
  const facts: Fact[] = []
  const isFew = orders.length <= MOST_FACTS_KEPT
  const pauses = new Pauses()
  for (const decision of decideOrders(basis, orders)) {
    if (pauses.isDue) await pauses.rest()
    waiting.push(decision)
    if (isFew) facts.push(...factsOf(basis.engine, decision, first + stored + waiting.length - 1))
    credits += decision.credits.length + 1
    if (credits >= CREDITS_A_WRITE) await store()
  }
  if (waiting.length > 0) await store()
  if (isFew && orders.length > 0) log.written(orders.length, facts)
  else log.written(orders.length)
}
