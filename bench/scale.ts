/**
 * What one partner, order, month and process cost on one PostgreSQL, and what follows from it for networks of other sizes: the
 * numbers of docs/scale.md. It judges nothing.
 *
 * Usage: node bench/scale.ts [--partners 100000] [--seconds 20] [--connections 64]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { closePeriod } from '../apps/server/src/business/months/close-period.ts'
import {
  sealCandidate,
  sealHistory,
  sealTransfers,
} from '../apps/server/src/business/ledger/seal-transfers.ts'
import type { Db } from '../apps/server/src/db/database.ts'
import { CONNECTIONS } from '../apps/server/src/db/postgres-pools.ts'
import { verifyAll } from '../apps/server/src/verify/verify-all.ts'
import { fillForOrders, FIRST_ORDER, type Intake, serveOrders } from './lib/order-service.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
  },
})
const partners = Number(values.partners)
const seconds = Number(values.seconds)
const MONTH = '2026-09'
const GIB = 2 ** 30
const HOUR_MS = 3_600_000
const SECONDS_A_MONTH = 30 * 86_400
/** Sizes in the table of what follows: today, ten and a hundred times that. */
const SIZES = [1_000_000, 10_000_000, 100_000_000] as const
const ORDERS_OF_A_PARTNER_AND_MONTH = 0.5

type Measured = { readonly ms: number; readonly bytes: number; readonly log: number }

/** Runs work, and tells how long it took, how much larger the database is after it, and how much log it has written. */
async function measured(db: Db, work: () => Promise<unknown>): Promise<Measured> {
  const before = await stateOf(db)
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  const after = await stateOf(db)
  return { ms, bytes: after.bytes - before.bytes, log: after.log - before.log }
}

async function stateOf(db: Db): Promise<{ bytes: number; log: number }> {
  const { rows } = await sql<{ bytes: string; log: string }>`
    select pg_database_size(current_database())::text as bytes,
      (pg_current_wal_insert_lsn() - '0/0')::text as log`.execute(db)
  return { bytes: Number(rows[0]!.bytes), log: Number(rows[0]!.log) }
}

/** Bytes of tables with their indexes. */
async function sizeOf(db: Db, ...tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_total_relation_size(name::regclass))::text as bytes
    from unnest(${tables}::text[]) name`.execute(db)
  return Number(rows[0]!.bytes)
}

const countOf = async (db: Db, what: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.raw(what)}`.execute(db)
  return rows[0]!.count
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')

/** What the parts cost. Units: bytes, milliseconds, orders a second. */
type Costs = {
  readonly partner: number
  readonly memory: number
  readonly order: Measured
  readonly transfersOfOrder: number
  readonly ordersASecond: number
  /** Of the close of a month, by partner. */
  readonly month: Measured
  /** Of `verify`, by row. */
  readonly verifiedRow: number
}

/** What follows for a network of a size, in one line. */
function outlook(size: number, costs: Costs): string {
  const monthly = size * ORDERS_OF_A_PARTNER_AND_MONTH
  const aSecond = monthly / SECONDS_A_MONTH
  const month = monthly * costs.order.bytes + size * costs.month.bytes
  const log = monthly * costs.order.log + size * costs.month.log
  const rows = size + 12 * monthly * (1 + costs.transfersOfOrder)
  return [
    `${whole(size)} partners`,
    `${whole(monthly)} orders a month, ${aSecond.toFixed(1)} a second (${((100 * aSecond) / costs.ordersASecond).toFixed(1)} % of the most)`,
    `${((size * costs.partner + 12 * month) / GIB).toFixed(0)} GiB after a year`,
    `${(log / GIB).toFixed(0)} GiB of log a month`,
    `${((size * costs.memory) / GIB).toFixed(1)} GiB in each process`,
    `a close of ${((size * costs.month.ms) / HOUR_MS).toFixed(2)} h`,
    `verify of a year ${((rows * costs.verifiedRow) / HOUR_MS).toFixed(1)} h`,
  ].join('; ')
}

const by = ({ ms, bytes, log }: Measured, count: number): Measured => ({
  ms: ms / count,
  bytes: bytes / count,
  log: log / count,
})

const OWN_ORDERS = `orders where id >= ${FIRST_ORDER}`

await withCluster(async (cluster) => {
  const url = await cluster.newDatabase('scale')
  await fillForOrders(url, partners)
  const free = process.memoryUsage().rss
  const service = await serveOrders(url, partners)
  const { core } = service
  const { read } = core.database
  const memory = (process.memoryUsage().rss - free) / partners
  const partner = (await sizeOf(read, 'partners', 'passport.accounts')) / partners

  // The first load is a warm-up.
  await service.measure(Number(values.connections), 2)
  const [orders, transfers] = [await countOf(read, OWN_ORDERS), await countOf(read, 'transfers')]
  const answers: Intake[] = []
  const intake = await measured(read, async () => {
    answers.push(await service.measure(Number(values.connections), seconds))
  })
  const recorded = (await countOf(read, OWN_ORDERS)) - orders
  const credited = (await countOf(read, 'transfers')) - transfers
  const before = await countOf(read, 'bonus_records')
  const month = await measured(read, () => closePeriod(core, MONTH))
  const closed = (await countOf(read, 'bonus_records')) - before
  await sealTransfers(read, await sealCandidate(read), core.clock())
  await sealHistory(read, await sealCandidate(read), core.clock())
  const rows = partners + (await countOf(read, 'orders')) + (await countOf(read, 'transfers'))
  const differences: string[] = []
  const verified = await measured(read, async () => {
    differences.push(...(await verifyAll(core)).differences)
  })
  await service.close()

  const { aSecond, p99 } = answers[0]!
  const costs: Costs = {
    partner,
    memory,
    order: by(intake, recorded),
    transfersOfOrder: credited / recorded,
    ordersASecond: aSecond,
    month: by(month, partners),
    verifiedRow: verified.ms / rows,
  }
  finish({
    name: 'scale',
    lines: [
      `a partner: ${whole(partner)} bytes in the database, ${whole(memory)} bytes in each process (${whole(partners)} partners)`,
      `an order: ${whole(costs.order.bytes)} bytes in the database with its ${costs.transfersOfOrder.toFixed(1)} transfers, ${whole(costs.order.log)} bytes of log; ${whole(aSecond)} a second at the most, 99th percentile ${whole(p99)} ms (${whole(recorded)} orders)`,
      `a month: ${whole(month.ms)} ms and ${whole(closed)} records, ${whole(costs.month.bytes)} bytes and ${whole(costs.month.log)} bytes of log for each partner`,
      `a process: ${CONNECTIONS} connections`,
      `verify: ${whole(1_000_000 * costs.verifiedRow)} ms for a million partners, orders and transfers (${whole(rows)} rows, ${differences.length} differences)`,
      ...SIZES.map((size) => outlook(size, costs)),
    ],
    on: cluster.version,
    passed: differences.length === 0,
  })
})
