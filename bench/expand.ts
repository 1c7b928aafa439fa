/**
 * Expands the schema of the version before under calls: a database as it left it, with large tables, is opened by this version, which
 * is killed some times meanwhile, while callers read and write each of those tables.
 *
 * Figures (UPG-005): no call waits longer than 1 s for a lock of the expansion, and after the last start every index is there and
 * built to its end.
 *
 * A call counts as waiting for the expansion while PostgreSQL names one of its connections as the one that blocks it; what a busy
 * processor or disk takes is printed, and not judged.
 *
 * Usage: node bench/expand.ts [--partners 10000000] [--kills 2]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { openDatabase } from '../apps/server/src/db/database.ts'
import { FORMER } from '../apps/server/src/db/migrations/index.ts'
import { ROLES } from '../apps/server/src/db/postgres-pools.ts'
import { largeIndexes } from '../apps/server/src/db/schema-files.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    partners: { type: 'string', default: '10000000' },
    kills: { type: 'string', default: '2' },
    // The expansion itself, in a process of its own.
    open: { type: 'string' },
  },
})
const partners = Number(values.partners)
/** The tables as the version before left them. */
const BEFORE = join(import.meta.dirname, '../apps/server/src/db/released', `${FORMER}.sql`)
const MOST_MS = 1_000
const CALL_EVERY_MS = 10
const LOOK_EVERY_MS = 10
const KILLED_AFTER_MS = 1_500

/** A row for each partner or a share of them, in each table that existed before and gets columns or indexes. */
const FILL = `
  set session_replication_role = replica; set synchronous_commit = off;
  insert into partners (id, sponsor_id, depth, email, first_name, last_name, country_id, registered_at, invite_code, fact)
    select n, nullif(n / 2, 0), least(n - 1, 1), 'p' || n || '@example.com', 'Ada', 'Own', 'DE', 1700000000000 + n, 'i' || lpad(to_hex(n), 15, '0'), n
    from generate_series(1::bigint, $1) n;
  insert into orders (id, partner_id, paid_at, amount_cents, recorded_at, intake, fact)
    select n, n, 1700000000000 + n, 100 + n % 9999, 1700000000000 + n, $1 + n, $1 + n from generate_series(1::bigint, $1 / 2) n;
  insert into audit_log (id, at, actor, command, arguments, hash)
    select n, 1700000000000 + n, 'operators port', 'order', jsonb_build_object('orderId', n), sha256(n::text::bytea)
    from generate_series(1::bigint, $1 / 2) n;
  insert into wallets (partner_id, wallet_type, address, moderator_approved, assigned_at)
    select n, 'MAIN', '0x' || md5(n::text), true, 1 from generate_series(1::bigint, $1 / 10) n;
  analyze`

/** What callers do to those tables meanwhile. */
const CALLS = [
  'update partners set first_name = first_name where id = 1',
  'select from orders where id = 1 for update',
  `insert into audit_log (id, at, actor, command, arguments, hash)
     select max(id) + 1, 1, 'bench', 'bench', '{}', sha256('') from audit_log`,
  'update wallets set address = address where partner_id = 1',
  'select from payouts limit 1',
  'select from passport.verifications limit 1',
  'select from passport.documents limit 1',
]

if (values.open === undefined) await withCluster(measure)
else await (await openDatabase({ url: values.open })).close()

async function measure({ newDatabase, version }: Parameters<Parameters<typeof withCluster>[0]>[0]) {
  const url = await newDatabase('expand')
  await run(url, ROLES.map((role) => `create role ${role} nologin;`).join(' ')).catch(() => {})
  await run(url, readFileSync(BEFORE, 'utf8'))
  await run(url, FILL.replaceAll('$1', `${partners}::bigint`))
  const end = new AbortController()
  const callers = CALLS.map((statement) => call(url, statement, end.signal))
  const watching = longestWait(url, end.signal)
  const began = performance.now()
  let kills = 0
  for (; kills < Number(values.kills); kills += 1) {
    if ((await open(url, (kills + 1) * KILLED_AFTER_MS)) === 'ended') break
  }
  const last = await open(url, null)
  const seconds = (performance.now() - began) / 1_000
  end.abort()
  const blocked = await watching
  const calls = await Promise.all(callers)
  const missing = await missingIndexes(url)
  finish({
    name: 'expand',
    lines: [
      `${partners} partners; expanded after ${seconds.toFixed(1)} s and ${kills} kills, ${calls.reduce((sum, { count }) => sum + count, 0)} calls meanwhile`,
      `the longest wait for a lock of the expansion: ${blocked.toFixed(0)} ms (at most ${MOST_MS}); the longest call: ${Math.max(...calls.map(({ longest }) => longest)).toFixed(0)} ms`,
      `indexes that are missing or were not built to their end: ${missing} (none)`,
      ...(last === 'ended' ? [] : ['the last start failed']),
    ],
    on: version,
    passed: last === 'ended' && missing === 0 && blocked <= MOST_MS,
  })
}

/** Opens the database in a process of its own, which is killed after a time. */
async function open(url: string, killAfterMs: number | null): Promise<'ended' | 'killed'> {
  const words = [import.meta.filename, '--open', url]
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [exit] = await once(child, 'exit')
  if (timer !== null) clearTimeout(timer)
  return exit === 0 ? 'ended' : 'killed'
}

async function run(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** Repeats a call; returns how often it was answered and the longest answer. Units: milliseconds. */
async function call(url: string, statement: string, end: AbortSignal) {
  const client = new Client({ connectionString: url, application_name: 'caller' })
  await client.connect()
  const answered = { count: 0, longest: 0 }
  for (; !end.aborted; await wait(CALL_EVERY_MS)) {
    const asked = performance.now()
    await client.query(statement)
    answered.count += 1
    answered.longest = Math.max(answered.longest, performance.now() - asked)
  }
  await client.end()
  return answered
}

/** The longest time that a caller has waited for a lock of another connection. Units: milliseconds. */
async function longestWait(url: string, end: AbortSignal): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let longest = 0
  for (; !end.aborted; await wait(LOOK_EVERY_MS)) {
    const { rows } = await client.query<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)) * 1000, 0)::float as ms
       from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.application_name = 'caller'`,
    )
    longest = Math.max(longest, rows[0]!.ms)
  }
  await client.end()
  return longest
}

async function missingIndexes(url: string): Promise<number> {
  const names = largeIndexes().map((statement) => /^create index (\w+)/.exec(statement)![1]!)
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indisvalid and c.relname = any($1)`,
    [names],
  )
  await client.end()
  return names.length - rows[0]!.count
}
