import type { Core } from '../../../core/core.ts'
import { writeEntries } from '../../audit/audit-log.ts'
import { awaitReplication } from '../../../db/await-replication.ts'
import { betweenSlices } from '../../facts/with-fact-log.ts'
import { currentRates } from '../../rates/current-rates.ts'
import { type AuditedOrder, type OrderAnswer, readKnown, Turn } from '../decide/decide-turn.ts'
import { factsOfTurn } from '../decide/facts-of-decisions.ts'
import { orderBasis } from './order-basis.ts'
import { writeOrders } from '../write/write-orders.ts'

/**
 * Records paid orders and everything that follows from them in one transaction, as if each had come alone, in this order:
 * each is an intake of its own, decided on everything before it. Recording an order again does nothing. `take` answers
 * the orders once the fact log is held, the same ones if the transaction has to be repeated.
 *
 * Answers the first orders, at least one, each for itself; the others have to come again.
 *
 * Refuses, as answers: `not_unique` (the same id with other content), `not_found` (no such partner, no rate),
 * `validation_error` (paid before the registration or more than a day ahead; the turnover of the whole network would no
 * longer be exact), `purchase_restricted_by_country`, `payments_disabled`; `DatabaseBusy`, for an order of an accepted file
 * that is not recorded yet.
 * Source: api.md section 7; operations.md section 5.
 */
export function recordTogether(
  core: Core,
  take: () => readonly AuditedOrder[],
): Promise<readonly OrderAnswer[]> {
  return betweenSlices(core, async (tx, log) => {
    const orders = take()
    if (orders.length === 0) return []
    const known = await readKnown(tx, orders)
    const turn = new Turn(core, known, orderBasis(core, await currentRates(tx)))
    const answers: OrderAnswer[] = []
    for (const { order } of orders) {
      if (turn.isSpoiled) break
      answers.push(turn.answer(order))
    }
    const { decisions } = turn
    if (decisions.length > 0) {
      const { engine } = core.network
      const firstFact = log.last + 1
      const intake = { firstFact, intake: 'each', recordedAt: core.clock() } as const
      await writeOrders(tx, engine, decisions, intake)
      log.written(decisions.length, factsOfTurn(engine, decisions, firstFact))
    } else if (answers.includes(null)) await awaitReplication(core.database, tx)
    const accepted = orders.filter((_, at) => answers[at] === null)
    await writeEntries(
      tx,
      core.clock(),
      accepted.map(({ entry }) => entry),
    )
    return answers
  })
}
