/**
 * Signs in over 150 connections of one address without a pause, each time with another e-mail address, while partners sign
 * in from other addresses.
 *
 * Figure: every other sign-in succeeds; their 99th percentile is at most 10 times the quiet one, or 1 s.
 *
 * Usage: node soak/fair-sign-in.ts [--connections 150] [--seconds 20] [--database embedded|postgres]
 */
import { parseArgs } from 'node:util'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { measureFairSignIn } from '../apps/server/src/testing/fair-sign-in.ts'
import { finish, withCluster } from '../bench/lib/report.ts'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '20' },
    database: { type: 'string', default: 'embedded' },
  },
})
const FACTOR = 10
const LEAST_MS = 1_000

if (values.database === 'postgres') {
  await withCluster(async ({ newDatabase, version }) => {
    await measure({ url: await newDatabase('sign_in') }, version)
  })
} else {
  await measure({ directory: null }, 'embedded database')
}

async function measure(where: Parameters<typeof openDatabase>[0], on: string): Promise<void> {
  const database = await openDatabase(where)
  const { quiet, busy, attacks } = await measureFairSignIn(database, {
    connections: Number(values.connections),
    forMs: Number(values.seconds) * 1_000,
    othersASecond: 2,
  })
  await database.close()
  const most = Math.max(FACTOR * quiet.p99, LEAST_MS)
  finish({
    name: 'fair sign-in',
    lines: [
      `${attacks} sign-ins of one address over ${values.connections} connections`,
      `${busy.times.length} others: ${busy.busy} told to try again, ${busy.failed.length} failed${busy.failed[0] === undefined ? '' : ` (${busy.failed[0]})`}`,
      `p99 ${busy.p99.toFixed(0)} ms (quiet ${quiet.p99.toFixed(0)} ms, at most ${most.toFixed(0)} ms)`,
    ],
    on,
    passed: busy.busy === 0 && busy.failed.length === 0 && busy.p99 <= most,
  })
}
