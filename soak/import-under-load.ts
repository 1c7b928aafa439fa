/**
 * Imports a file of orders while partners read and sign in and shops send single orders.
 *
 * Figures on both databases: every read and sign-in is answered, their 99th percentiles are at most 10 times those without
 * an import (or 100 ms); each single order is recorded, or answered 503 with `Retry-After`, within 5 s.
 *
 * Usage: node soak/import-under-load.ts [--orders 40000] [--partners 5000] [--database embedded|postgres]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import type { Answers } from '../apps/server/src/testing/calls-at-rate.ts'
import { measureUnderImport } from '../apps/server/src/testing/import-under-load.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '40000' },
    partners: { type: 'string', default: '5000' },
    database: { type: 'string', default: 'postgres' },
  },
})
const wishes = {
  orders: Number(values.orders),
  partners: Number(values.partners),
  quietMs: 10_000,
}
const FACTOR = 10
const LEAST_MS = 100
const MOST_ORDER_MS = 5_000

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await measure({ url: await newDatabase('import') }, version)
  })
} else {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-import-'))
  await measure({ directory }, 'embedded database')
  rmSync(directory, { recursive: true, force: true })
}

async function measure(where: Parameters<typeof openDatabase>[0], on: string): Promise<void> {
  const database = await openDatabase(where)
  const { quiet, busy, importMs, wrong } = await measureUnderImport(database, wishes)
  await database.close()
  const kinds = ['figures', 'reads', 'signIns'] as const
  const most = (kind: (typeof kinds)[number]) => Math.max(FACTOR * quiet[kind].p99, LEAST_MS)
  const slowestOrder = busy.orders.times.at(-1)!
  finish({
    name: 'import under load',
    lines: [
      `${wishes.orders} orders for ${wishes.partners} partners in ${(importMs / 1000).toFixed(1)} s`,
      ...kinds.map((kind) => `${kind}: ${lineOf(busy[kind], quiet[kind])}`),
      `single orders: ${lineOf(busy.orders, quiet.orders)} (at most ${MOST_ORDER_MS} ms); ${wrong} lost or half recorded`,
    ],
    on,
    passed:
      wrong === 0 &&
      slowestOrder <= MOST_ORDER_MS &&
      [...kinds, 'orders' as const].every((kind) => busy[kind].failed.length === 0) &&
      kinds.every((kind) => busy[kind].busy === 0 && busy[kind].p99 <= most(kind)),
  })
}

function lineOf(busy: Answers, quiet: Answers): string {
  return `${busy.times.length}, ${busy.busy} told to try again, ${busy.failed.length} failed${busy.failed[0] ? ` (${busy.failed[0]})` : ''}; p99 ${busy.p99.toFixed(0)} ms (quiet ${quiet.p99.toFixed(0)} ms), longest ${busy.times.at(-1)!.toFixed(0)} ms`
}
