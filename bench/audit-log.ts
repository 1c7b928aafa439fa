/**
 * Fills the audit log and reads its first page in the console, with each filter.
 *
 * Figure: every first page answers in at most 200 ms (p95), whatever it is filtered by. Source: requirements AUD-001.
 *
 * Usage: node bench/audit-log.ts [--entries 10000000] [--rounds 40]
 */
import { parseArgs } from 'node:util'

import { sql } from 'kysely'

import { readEntries } from '../apps/server/src/console/audit/entries.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '40' },
  },
})
const entries = Number(values.entries)
const rounds = Number(values.rounds)
const MOST_MS = 200
const NOW = 1_800_000_000_000

const SESSION = {
  id: 1,
  tokenHash: Buffer.alloc(32),
  operatorId: 1,
  email: 'operator 7',
  roles: ['admin'],
  openedAt: 0,
  freshAt: null,
} as const

/** Mostly orders, as a log has them; every 100th entry is an operator's. Without hashes: nothing here checks them. */
async function fill(database: Database): Promise<void> {
  await database.asOwner((tx) =>
    sql`
      insert into audit_log (id, at, actor, command, arguments, hash)
        select n, ${sql.lit(NOW)} - (${sql.lit(entries)} - n) * 1000,
          case when n % 100 = 0 then 'operator ' || n / 100 % 50 else 'operators port' end,
          case when n % 100 = 0 then (array['config set', 'payouts take', 'proposal made'])[n / 100 % 3 + 1] else 'order' end,
          case when n % 100 = 0
            then jsonb_build_object('proposal', n / 100 % 5000, 'object', 'thing ' || n % 9999, 'callerAddress', '10.0.0.' || n / 100 % 250,
              'requestId', md5(n::text))
            else jsonb_build_object('orderId', n, 'requestId', md5(n::text)) end,
          sha256(n::text::bytea)
        from generate_series(1::bigint, ${sql.lit(entries)}) n`.execute(tx),
  )
  await database.asOwner((tx) => sql`analyze audit_log`.execute(tx))
}

const DAY = 86_400_000

const FILTERS = {
  none: {},
  actor: { actor: 'operator 7' },
  command: { command: 'payouts take' },
  object: { object: 'thing 5000' },
  address: { from: '10.0.0.9' },
  proposal: { proposal: 77 },
  request: { requestId: 'not there' },
  failed: { result: 'failed' },
  'old time': { since: NOW - 90 * DAY, until: NOW - 80 * DAY },
  'actor in an old time': { actor: 'operator 7', until: NOW - 80 * DAY },
} as const

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

await withCluster(async (cluster) => {
  const database = await openDatabase({ url: await cluster.newDatabase('audit_log') })
  await fill(database)
  const measured: [string, number][] = []
  for (const [name, filter] of Object.entries(FILTERS)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      const wanted = { filter, session: SESSION }
      await readEntries(database.read, wanted, { before: null, limit: 51 })
      times.push(performance.now() - started)
    }
    measured.push([name, p95(times)])
  }
  await database.close()
  finish({
    name: 'audit-log',
    lines: [
      `${entries} entries, first page of 50, p95 of ${rounds} rounds (at most ${MOST_MS} ms)`,
      ...measured.map(([name, ms]) => `${name}: ${ms.toFixed(1)} ms`),
    ],
    on: cluster.version,
    passed: measured.every(([, ms]) => ms <= MOST_MS),
  })
})
