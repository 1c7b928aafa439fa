import type { CallReply, getDatabase } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { readServer, readStandbys } from '../../core/database-state.ts'

type Answer = CallReply<typeof getDatabase>

/** Kind, size, servers and connections of the database. Source: requirements SYS-002. */
export async function readDatabase(core: Core): Promise<Answer> {
  const { kind, read } = core.database
  const { rows } = await sql<{ version: string; bytes: number; name: string }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      coalesce(nullif(current_setting('cluster_name'), ''), current_database()) as name`.execute(
    read,
  )
  const { version, bytes, name } = rows[0]!
  const isEmbedded = kind === 'embedded'
  return {
    kind,
    version,
    bytes,
    groups: await groupsOf(core),
    servers: isEmbedded
      ? [{ name, role: 'embedded', lagBytes: null, lagSeconds: null }]
      : await serversOf(core, name),
    connections: isEmbedded ? null : await connectionsOf(core),
    longestStatement: isEmbedded ? null : await longestStatement(core),
    freeDisk: isEmbedded ? await ownFreeDisk(core) : null,
  }
}

/** Tables by what they hold; those of no other group come last. */
const GROUPS = sql`case
  when n.nspname = 'console' then 'console'
  when n.nspname = 'passport' then 'accounts'
  when c.relname in ('audit_log', 'journal', 'history_seals', 'chain_heads') then 'history'
  when c.relname in ('transfers', 'ledger_seals') or c.relname = 'accounts' then 'ledger'
  when c.relname like 'payout%' then 'payouts'
  when c.relname like 'bonus%' or c.relname in ('rank_reaches', 'closings', 'period_seals') then 'bonuses'
  when c.relname like '%orders' or c.relname like 'order%' or c.relname = 'cancellations' then 'orders'
  when c.relname like 'partner%' or c.relname in ('registrations', 'avatars') then 'partners'
  when c.relname like 'statement%' then 'statements'
  else 'other' end`

async function groupsOf({ database }: Core): Promise<Answer['groups']> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select ${GROUPS} as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'passport', 'console')
    group by 1 order by 2 desc, 1`.execute(database.read)
  return rows
}

async function serversOf({ database }: Core, name: string): Promise<Answer['servers']> {
  const standbys = await readStandbys(database.read)
  return [
    { name, role: 'primary', lagBytes: null, lagSeconds: null },
    ...standbys.map(({ standby, lag, lagSeconds, isSynchronous }) => ({
      name: standby,
      role: isSynchronous ? ('synchronousStandby' as const) : ('standby' as const),
      lagBytes: lag,
      // Without anything to send, PostgreSQL knows no time.
      lagSeconds: lag === 0 ? 0 : lagSeconds,
    })),
  ]
}

async function connectionsOf({ database }: Core): Promise<Answer['connections']> {
  const { used, allowed } = await readServer(database.read)
  return { used, allowed }
}

/** A role without further rights sees its own statements only. */
async function longestStatement({ database }: Core): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(extract(epoch from clock_timestamp() - query_start))::float8 as seconds from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid()`.execute(database.read)
  const { seconds } = rows[0]!
  return seconds === null ? null : Math.max(0, seconds)
}

async function ownFreeDisk({ database, process: self }: Core): Promise<number | null> {
  const own = await database.read
    .selectFrom('console.processes')
    .select('freeDisk')
    .where('id', '=', self.id)
    .executeTakeFirst()
  return own?.freeDisk ?? null
}
