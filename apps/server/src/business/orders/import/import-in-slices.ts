import { type Plan, planAt } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core, Progress } from '../../../core/core.ts'
import { unnesting } from '../../../db/column.ts'
import type { Tx } from '../../../db/database.ts'
import { betweenSlices } from '../../facts/with-fact-log.ts'
import { withWholeFiles } from '../../facts/with-whole-files.ts'
import type { ProblemList } from '../../imports/import-refused.ts'
import { currentRates } from '../../rates/current-rates.ts'
import { requireRates, sumOf } from '../decide/decide-orders.ts'
import { finishImport, recordStaged } from './finish-import.ts'
import { requireExactTurnover } from '../intake/order-basis.ts'
import type { OrderFile } from './order-file.ts'

const ORDERS_A_WRITE = 250

/** A checked file, sorted by (paidAt, orderId); orders with facts after `knownUpTo` may have been recorded since the check. */
type CheckedFile = {
  readonly orders: OrderFile
  readonly knownUpTo: number
  readonly problems: ProblemList
}

/**
 * Records all orders of a checked file, or none, in many short transactions: calls of others get the session in between.
 *
 *     stage    write the orders beside the facts         killed here: nothing is recorded, the next start removes them
 *     accept   check again what may have changed, and    from this commit on the file is recorded for good, as from the
 *              mark the staged orders as accepted        commit of a database's redo log
 *     record   decide and store slice after slice        killed here: the next start records the rest before it serves
 *
 * Every decision is the same as in one transaction: an order depends on facts before it and on orders of the file with an
 * earlier or equal payment, and no slice splits an instant. Only facts that arrive between two slices differ, as if they had
 * arrived between two files.
 *
 * Refuses: `ImportRefused`; as `decideOrders` and `recordOrders`, but for the whole file, before anything of it is recorded.
 */
export function importInSlices(core: Core, file: CheckedFile, progress: Progress): Promise<void> {
  return withWholeFiles(core, async () => {
    await finishImport(core)
    if (file.orders.length === 0) return
    await stage(core, file.orders)
    await accept(core, file)
    await recordStaged(core, { recorded: 0, orders: file.orders.length }, progress)
  })
}

/** Each write is a change of its own, which needs no entry in the audit log: nothing counts before it is accepted. */
async function stage({ database }: Core, orders: OrderFile): Promise<void> {
  for (const part of orders.groups(ORDERS_A_WRITE)) {
    await database.change(sql`
      insert into staged_orders (order_id, partner_id, paid_at, amount_cents)
      select * from ${unnesting(part, [
        ['bigint', ({ orderId }) => orderId],
        ['bigint', ({ partnerId }) => partnerId],
        ['bigint', ({ paidAt }) => paidAt],
        ['bigint', ({ cents }) => cents],
      ])} as s`)
  }
}

/**
 * Nothing may fail from here on but the machine, so everything that recording refuses is checked first. Partners need no
 * second look: a partner stays, with the same time of registration.
 */
async function accept(core: Core, { orders, knownUpTo, problems }: CheckedFile): Promise<void> {
  const cents = sumOf(orders)
  await betweenSlices(core, async (tx) => {
    await nameNewlyRecorded(tx, orders, { knownUpTo, problems })
    problems.refuseAny()
    requireExactTurnover(BigInt(core.network.engine.turnover) + cents)
    await requireRatesOf(core, tx, orders)
    await tx
      .insertInto('acceptedImport')
      .values({
        acceptedAt: core.clock(),
        orders: orders.length,
        recorded: 0,
        recordedUntil: orders.at(0)!.paidAt - 1,
        openCents: Number(cents),
      })
      .execute()
  })
}

/** Only facts after the first check are read: the ids of a large file would hold the session for too long. */
async function nameNewlyRecorded(
  tx: Tx,
  orders: OrderFile,
  { knownUpTo, problems }: Omit<CheckedFile, 'orders'>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.fact > ${knownUpTo} and exists (select from staged_orders s where s.order_id = o.id)`.execute(
    tx,
  )
  const recorded = new Set(rows.map(({ id }) => id))
  for (const { orderId, line } of orders) {
    if (recorded.has(orderId)) problems.add(line, `orderId ${orderId} has been recorded before`)
  }
}

async function requireRatesOf(
  { network: { plans } }: Core,
  tx: Tx,
  orders: OrderFile,
): Promise<void> {
  const rates = await currentRates(tx)
  const used = new Set<Plan>()
  for (const { paidAt } of orders) used.add(planAt(plans, paidAt).plan)
  for (const plan of used) requireRates(rates, plan)
}
