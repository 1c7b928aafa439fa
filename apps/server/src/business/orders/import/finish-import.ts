import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'

import { NO_PROGRESS, type Core, type Progress } from '../../../core/core.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isDiskFull } from '../../../db/disk-full.ts'
import { Network } from '../../../network/network.ts'
import { betweenSlices } from '../../facts/with-fact-log.ts'
import { ImportUnfinished } from '../../imports/import-unfinished.ts'
import { recordOrders } from './record-orders.ts'
import type { PaidOrder } from '../decide/decide-turn.ts'

/** How long a slice may hold the session. */
const SLICE_MS = 20
/** After a slice: a call of several statements gets through at once, and does not wait for a slice before each. */
const REST_MS = 4
const ORDERS_OF_FIRST_SLICE = 5
/** How often the size of the log is looked at. */
const SLICES_A_CHECKPOINT = 8
/** The size of slices changes by at most this factor at once, so one odd measurement changes little. */
const MOST_GROWTH = 2

type Staged = { readonly orders: number; readonly recorded: number; readonly isAccepted: boolean }

/**
 * Records the rest of an accepted file of orders, and removes what was staged but never accepted. Returns the number of
 * orders recorded.
 *
 * Called by holders of the file lock: before another file, and after a failure.
 */
export async function finishImport(core: Core): Promise<number> {
  const staged = await readStaged(core.database.read)
  if (staged === null) return 0
  if (!staged.isAccepted) {
    await core.database.change(sql`truncate staged_orders`)
    return 0
  }
  await recordStaged(core, staged)
  return staged.orders - staged.recorded
}

/**
 * The same after a start or a restored backup, before anything else is served or run. Returns the number of orders recorded.
 *
 * Loads figures of its own, and only when there is something to finish: not every command has loaded them.
 */
export async function finishInterrupted(core: Core): Promise<number> {
  const { database, plans, network } = core
  if ((await readStaged(database.read)) === null) return 0
  const own = await Network.load(database.long.read, plans.rulesSource())
  try {
    return await finishImport({ ...core, network: own })
  } catch (error) {
    // Later, this process has the figures of what it serves.
    core.fileLock.finishNext(async () => void (await finishImport(core)))
    throw error
  } finally {
    await network.catchUp(database.read)
  }
}

/**
 * The same for a server, which starts on a full disk too, so that reads are answered. What is postponed is recorded by the
 * next holder of the file lock: work that needs the file as a whole, or the job that tries it again and again.
 */
export async function finishOrPostpone(
  core: Core,
): Promise<{ readonly recorded: number; readonly postponed: Error | null }> {
  try {
    return { recorded: await finishInterrupted(core), postponed: null }
  } catch (error) {
    const cause = error instanceof ImportUnfinished ? error.cause : error
    if (!isDiskFull(cause)) throw error
    return { recorded: 0, postponed: error as Error }
  }
}

async function readStaged(db: Db): Promise<Staged | null> {
  const { rows } = await sql<Staged>`
    select coalesce(a.orders, 0) as orders, coalesce(a.recorded, 0) as recorded, a.orders is not null as is_accepted
    from (select from staged_orders limit 1) s left join accepted_import a on true`.execute(db)
  return rows[0] ?? null
}

/**
 * Records the accepted orders, slice by slice, each slice an intake of its own.
 *
 * Slices are read from the database inside their transactions, so several callers and interrupted ones do no harm. `before`
 * is what has been recorded when the work begins.
 *
 * Refuses: `ImportUnfinished`, when a slice fails; the next holder of the file lock then records the rest.
 */
export async function recordStaged(
  core: Core,
  before: Pick<Staged, 'recorded' | 'orders'>,
  progress: Progress = NO_PROGRESS,
): Promise<void> {
  let size = ORDERS_OF_FIRST_SLICE
  let done = before
  try {
    for (let turn = 1; ; turn += 1) {
      const slice = await recordSlice(core, size, progress)
      if (slice === null) return
      done = slice
      if (slice.recorded === slice.orders) return
      size = nextSize(size, slice.ms)
      await wait(REST_MS)
      if (turn % SLICES_A_CHECKPOINT === 0) await core.database.upkeep.checkpointOften()
    }
  } catch (error) {
    core.fileLock.finishNext(async () => void (await finishImport(core)))
    throw new ImportUnfinished(done, error)
  }
}

function nextSize(size: number, ms: number): number {
  const factor = Math.min(Math.max(SLICE_MS / ms, 1 / MOST_GROWTH), MOST_GROWTH)
  return Math.max(1, Math.round(size * factor))
}

type Slice = { readonly recorded: number; readonly orders: number; readonly ms: number }

/** Records the next `size` orders, and all others that were paid at the instant of the last; null when none is left. */
function recordSlice(core: Core, size: number, progress: Progress): Promise<Slice | null> {
  return betweenSlices(core, async (tx, log) => {
    const started = performance.now()
    const { rows: slice } = await takeSlice(tx, size)
    if (slice.length === 0) return null
    const { recorded, orders: all } = slice[0]!
    const { engine } = core.network
    const orders = slice.map(({ partnerId, ...order }) => ({
      ...order,
      row: engine.rowOf(partnerId),
    }))
    const before = recorded - slice.length
    await recordOrders(core, tx, log, orders, (stored) => progress(before + stored, all))
    if (recorded === all) await clear(tx)
    return { recorded, orders: all, ms: performance.now() - started }
  })
}

/** The slice leaves the staged orders by moving `recorded_until` to its last instant. */
const takeSlice = (tx: Tx, size: number) =>
  sql<PaidOrder & { readonly recorded: number; readonly orders: number }>`
    with slice as materialized (
      select s.* from accepted_import a cross join lateral (
        select order_id, partner_id, paid_at, amount_cents as cents from staged_orders
        where paid_at > a.recorded_until and paid_at <= (
          select max(paid_at) from (
            select paid_at from staged_orders where paid_at > a.recorded_until order by paid_at limit ${size}) f)) s),
    moved as (
      update accepted_import a set recorded = a.recorded + t.orders, recorded_until = t.until, open_cents = a.open_cents - t.cents
      from (select count(*) as orders, max(paid_at) as until, sum(cents) as cents from slice) t where t.orders > 0
      returning a.recorded, a.orders)
    select * from slice cross join moved order by paid_at, order_id`.execute(tx)

const clear = (tx: Tx) => sql`truncate staged_orders, accepted_import`.execute(tx)
