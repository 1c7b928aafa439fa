/**
 * Imports a large network with its orders into PostgreSQL and compares it with COPY of the same rows.
 *
 * Figure: rows per second >= 1/10 of COPY into identical tables with indexes, triggers and fsync; at most 1.5 GiB of memory
 * in this process.
 *
 * Usage: node bench/import.ts [--partners 1000000] [--orders 1000000]
 */
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { importOrders } from '../apps/server/src/business/orders/import/import-orders.ts'
import { importPartners } from '../apps/server/src/business/partners/import-partners.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { openTestCore } from '../apps/server/src/testing/core.ts'
import { orderFile, partnerFile, SHAPE_NOTE } from './lib/large-network.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '1000000' },
  },
})
const partners = Number(values.partners)
const orders = Number(values.orders)
const LEAST_RATIO = 0.1
const MOST_MEMORY_MIB = 1_536

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const perSecond = (rows: number, ms: number): string => `${Math.round((rows / ms) * 1000)} rows/s`

/** Parents before children, as the foreign keys require. */
const TABLES = [
  'partners',
  'passport.accounts',
  'orders',
  'order_decisions',
  'accounts',
  'transfers',
  'bonus_records',
  'rank_reaches',
]

await withCluster(async (cluster) => {
  const url = await cluster.newDatabase('product')
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  const started = performance.now()
  await importPartners(core, partnerFile(partners))
  const between = performance.now()
  await importOrders(core, orderFile(partners, orders))
  const productMs = performance.now() - started
  await database.close()

  const copied = await copySameRows(url, await cluster.newDatabase('copy'))
  const rows = copied.rows
  const ratio = copied.ms / productMs
  const memory = process.resourceUsage().maxRSS / 1024
  finish({
    name: 'import',
    lines: [
      SHAPE_NOTE,
      `${partners} partners in ${seconds(between - started)}, ${orders} orders with all credits in ${seconds(productMs - (between - started))}`,
      `${rows} rows: product ${perSecond(rows, productMs)}, COPY ${perSecond(rows, copied.ms)}`,
      `ratio ${ratio.toFixed(3)} (at least ${LEAST_RATIO}), memory ${memory.toFixed(0)} MiB (at most ${MOST_MEMORY_MIB})`,
    ],
    on: cluster.version,
    passed: ratio >= LEAST_RATIO && memory <= MOST_MEMORY_MIB,
  })
})

/** Exports the same rows from the product's database and reads them with COPY on the server. */
async function copySameRows(from: string, to: string): Promise<{ rows: number; ms: number }> {
  await (await openDatabase({ url: to })).close()
  const source = new Client({ connectionString: from })
  const target = new Client({ connectionString: to })
  await Promise.all([source.connect(), target.connect()])
  const { rows: dir } = await source.query<{ directory: string }>(
    `select current_setting('data_directory') as directory`,
  )
  const { rows: columns } = await source.query<{ table: string; names: string }>(
    `select attrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as names
     from pg_attribute where attnum > 0 and attgenerated = '' and not attisdropped group by attrelid`,
  )
  const columnsOf = (table: string) => columns.find((each) => each.table === table)!.names
  const fileOf = (table: string) => `${dir[0]!.directory}/copied-${table}.txt`

  // The few rows that foreign keys refer to, not measured.
  for (const table of ['plans', 'rates', ...TABLES]) {
    await source.query(`copy (select ${columnsOf(table)} from ${table}) to '${fileOf(table)}'`)
  }
  await target.query(`copy plans from '${fileOf('plans')}'; copy rates from '${fileOf('rates')}'`)

  let count = 0
  const started = performance.now()
  await target.query('begin')
  for (const table of TABLES) {
    const { rowCount } = await target.query(
      `copy ${table} (${columnsOf(table)}) from '${fileOf(table)}'`,
    )
    count += rowCount ?? 0
  }
  await target.query('commit')
  const ms = performance.now() - started
  await Promise.all([source.end(), target.end()])
  return { rows: count, ms }
}
