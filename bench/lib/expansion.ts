import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Client } from 'pg'

import { FORMER } from '../../apps/server/src/db/migrations/index.ts'
import { ROLES } from '../../apps/server/src/db/postgres-pools.ts'
import { largeIndexes } from '../../apps/server/src/db/schema-files.ts'

/** The tables as the version before left them. */
const BEFORE = join(import.meta.dirname, '../../apps/server/src/db/released', `${FORMER}.sql`)
const CALL_EVERY_MS = 10
const LOOK_EVERY_MS = 10

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

/** What was seen of an expansion. Units: milliseconds; `seconds` in all. */
export type Expansion = {
  readonly seconds: number
  readonly kills: number
  readonly calls: number
  readonly longestCall: number
  /** The longest that a call has waited for a lock of another connection. */
  readonly longestWait: number
  /** Indexes of large tables that are not there, or were not built to their end. */
  readonly missing: number
  readonly isEnded: boolean
}

/** Makes a database as the version before left it, with large tables. */
export async function fillFormer(url: string, partners: number): Promise<void> {
  await run(url, ROLES.map((role) => `create role ${role} nologin;`).join(' ')).catch(() => {})
  await run(url, readFileSync(BEFORE, 'utf8'))
  await run(url, FILL.replaceAll('$1', `${partners}::bigint`))
}

/**
 * Opens such a database with this version while callers read and write each of its tables. The process that opens it is killed after
 * each of `killsAfter`, or fewer if it ends before; then a last one is started. Units: milliseconds.
 */
export async function expand(url: string, killsAfter: readonly number[]): Promise<Expansion> {
  const end = new AbortController()
  const callers = CALLS.map((statement) => call(url, statement, end.signal))
  const watching = longestWait(url, end.signal)
  const began = performance.now()
  let kills = 0
  for (const after of killsAfter) {
    if ((await open(url, after)) === 'ended') break
    kills += 1
  }
  const last = await open(url, null)
  const seconds = (performance.now() - began) / 1_000
  end.abort()
  const calls = await Promise.all(callers)
  return {
    seconds,
    kills,
    calls: calls.reduce((sum, { count }) => sum + count, 0),
    longestCall: Math.max(...calls.map(({ longest }) => longest)),
    longestWait: await watching,
    missing: await missingIndexes(url),
    isEnded: last === 'ended',
  }
}

/** Opens the database in a process of its own, which is killed after a time. */
async function open(url: string, killAfterMs: number | null): Promise<'ended' | 'killed'> {
  const words = [join(import.meta.dirname, 'open-database.ts'), url]
  const child = spawn(process.execPath, words, { stdio: 'inherit' })
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [exit] = await once(child, 'exit')
  if (timer !== null) clearTimeout(timer)
  return exit === 0 ? 'ended' : 'killed'
}

async function run(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
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
