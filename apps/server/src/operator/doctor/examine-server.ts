import type pg from 'pg'

import { REPORTED_APART_MS } from '../../core/clock-watch.ts'
import { requireRoomFor } from '../../db/connection-budget.ts'
import { BASELINE, MIGRATIONS } from '../../db/migrations/index.ts'
import { CONNECTIONS, ROLES } from '../../db/postgres-pools.ts'
import { type Finding, findingIf } from './finding.ts'

type Client = Pick<pg.ClientBase, 'query'>

const OLDEST_VERSION = 15

type Server = {
  readonly version: number
  readonly now: number
  readonly isStandby: boolean
  readonly fsync: string
  readonly fullPageWrites: string
  readonly checksums: string
  readonly names: string
  readonly standbys: number
  readonly synchronous: number
  readonly archives: boolean
  readonly archiveFails: boolean
  readonly archived: number | null
  readonly hasRole: boolean
  readonly mayUseRole: boolean
  readonly mayMakeRole: boolean
  readonly mayMakeTables: boolean
  readonly owns: boolean | null
}

const BOTH = ROLES.join(' and ')

const ABOUT_SERVER = `
  select current_setting('server_version_num')::integer / 10000 as version,
    extract(epoch from clock_timestamp()) * 1000 as now, pg_is_in_recovery() as "isStandby",
    current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
    current_setting('data_checksums') as checksums, current_setting('synchronous_standby_names') as names,
    (select count(*)::integer from pg_stat_replication) as standbys,
    (select count(*)::integer from pg_stat_replication where sync_state in ('sync', 'quorum')) as synchronous,
    current_setting('archive_mode') <> 'off' as archives,
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) from pg_stat_archiver)
      as "archiveFails",
    (select extract(epoch from last_archived_time) * 1000 from pg_stat_archiver) as archived,
    (select count(*) from pg_roles where rolname = any($1)) = cardinality($1::name[]) as "hasRole",
    (select count(*) from pg_roles where rolname = any($1) and pg_has_role(current_user, oid, 'member'))
      = cardinality($1::name[]) as "mayUseRole",
    exists (select from pg_roles where rolname = current_user and (rolsuper or rolcreaterole)) as "mayMakeRole",
    has_schema_privilege(current_schema(), 'create') as "mayMakeTables",
    (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('fact_log')) as owns`

/** Faults that the PostgreSQL server of `DATABASE_URL` shows. Changes nothing. Source: cluster.md, OBS-009. */
export async function examineServer(client: Client): Promise<readonly Finding[]> {
  const askedAt = Date.now()
  const { rows } = await client.query<Server>(ABOUT_SERVER, [ROLES])
  const server = rows[0]!
  const middle = (askedAt + Date.now()) / 2
  return [
    ...rightsOf(server),
    ...durabilityOf(server),
    ...standbysOf(server),
    ...clockOf(Number(server.now) - middle),
    ...(await connectionsOf(client)),
    ...(server.owns === false ? [] : await schemaOf(client)),
  ]
}

/** A new database may lack the role: the first start makes it. */
function rightsOf(server: Server): readonly Finding[] {
  const { isStandby, hasRole, mayUseRole, mayMakeRole, mayMakeTables, owns } = server
  return [
    ...findingIf(isStandby, {
      code: 'database_standby',
      problem: 'DATABASE_URL leads to a standby.',
      effect: 'Every write is refused.',
      remedy: 'Set DATABASE_URL to the address of the primary, such as port 5000 of the balancer.',
    }),
    ...findingIf(!hasRole && (owns !== null || !mayMakeRole), {
      code: 'role_missing',
      problem: `One of the roles ${BOTH} does not exist.`,
      effect: 'No process can serve: calls and jobs run with the rights of these roles alone.',
      remedy: `As a superuser: ${ROLES.map((role) => `create role ${role} nologin;`).join(' ')} grant ${ROLES.join(', ')} to <the user of DATABASE_URL>;`,
    }),
    ...findingIf(hasRole && !mayUseRole && !mayMakeRole, {
      code: 'role_not_granted',
      problem: `The user of DATABASE_URL may not act as one of ${BOTH}.`,
      effect: 'No process can serve.',
      remedy: `As a superuser: grant ${ROLES.join(', ')} to <the user of DATABASE_URL>;`,
    }),
    ...findingIf(owns === false || !mayMakeTables, {
      code: 'rights_wrong',
      problem: 'The user of DATABASE_URL does not own the tables, or may not make any.',
      effect: 'A new version of the program cannot change the schema and does not start.',
      remedy:
        'Connect as the user who made the tables, or: grant create on schema public to <the user>;',
    }),
  ]
}

function durabilityOf(server: Server): readonly Finding[] {
  const { version, fsync, fullPageWrites, checksums, archives, archiveFails } = server
  return [
    ...findingIf(version < OLDEST_VERSION, {
      code: 'postgres_old',
      problem: `The server is PostgreSQL ${version}.`,
      effect: `The program is tested with ${OLDEST_VERSION} and later.`,
      remedy: `Upgrade to PostgreSQL ${OLDEST_VERSION} or later.`,
    }),
    ...findingIf(fsync === 'off', offFinding('fsync', 'loses acknowledged orders and payouts')),
    ...findingIf(
      fullPageWrites === 'off',
      offFinding('full_page_writes', 'leaves pages that are half written'),
    ),
    ...findingIf(checksums === 'off', {
      code: 'checksums_off',
      problem: 'The server has no data checksums.',
      effect: 'A disk that changes bytes is not noticed before verify runs.',
      remedy: 'Stop the server and run: pg_checksums --enable -D <data directory>',
    }),
    ...findingIf(archives && archiveFails, {
      code: 'archive_failing',
      problem: 'The last attempt to archive the write-ahead log failed.',
      effect: 'Backups cannot be restored to the latest instant, and the disk fills up.',
      remedy: 'Read the log of PostgreSQL for archive_command and mend its target.',
    }),
  ]
}

const offFinding = (setting: string, effect: string): Finding => ({
  code: `${setting}_off`,
  problem: `${setting} is off.`,
  effect: `A power cut ${effect}.`,
  remedy: `alter system set ${setting} = on; select pg_reload_conf();`,
})

/** A server alone is a set-up of its own: only one that has or wants standbys is looked at. */
const standbysOf = ({ standbys, synchronous, names, isStandby }: Server): readonly Finding[] =>
  findingIf(!isStandby && (standbys > 0 || names !== '') && synchronous === 0, {
    code: 'standby_not_synchronous',
    problem: `No standby is synchronous (${standbys} connected).`,
    effect:
      names === ''
        ? 'What is acknowledged is lost with the disk of the primary.'
        : 'Writes wait and are refused until a standby is back.',
    remedy: 'Look at the standbys: patronictl list; select * from pg_stat_replication;',
  })

const clockOf = (differenceMs: number): readonly Finding[] =>
  findingIf(Math.abs(differenceMs) > REPORTED_APART_MS, {
    code: 'clock_differs',
    problem: `The clock of the server and of this machine differ by ${(Math.abs(differenceMs) / 1000).toFixed(1)} s.`,
    effect: 'Beyond 30 s a process is not ready, and months do not close by themselves.',
    remedy: 'Let both machines follow the same time servers: timedatectl set-ntp true',
  })

async function connectionsOf(client: Client): Promise<readonly Finding[]> {
  const problem = await requireRoomFor(client, CONNECTIONS).then(
    () => null,
    (error: Error) => error.message,
  )
  return findingIf(problem !== null, {
    code: 'connections_few',
    problem: `${problem}.`,
    effect: 'The next process does not start, and calls are refused when all work at once.',
    remedy: 'alter system set max_connections = 200; and restart the server.',
  })
}

/** Compares the migrations that the database has with those of this program. */
async function schemaOf(client: Client): Promise<readonly Finding[]> {
  const table = await client.query<{ found: boolean }>(
    `select to_regclass('kysely_migration') is not null as found`,
  )
  if (table.rows[0]?.found !== true) return []
  const { rows } = await client.query<{ name: string }>(`select name from kysely_migration`)
  const done = rows.map(({ name }) => name).filter((name) => name >= BASELINE)
  const known = Object.keys(MIGRATIONS)
  const unknown = done.filter((name) => !known.includes(name))
  const missing = known.filter((name) => !done.includes(name))
  return [
    ...findingIf(unknown.length > 0, {
      code: 'program_old',
      problem: `The database has migrations that this program does not know: ${unknown.join(', ')}.`,
      effect: 'This program does not start.',
      remedy: 'Start the newer version of the program.',
    }),
    ...findingIf(missing.length > 0, {
      code: 'schema_unfinished',
      problem: `The database lacks migrations: ${missing.join(', ')}.`,
      effect: 'No process serves until they are done.',
      remedy: 'Start one process of this version, which migrates the database.',
    }),
  ]
}
