import { randomBytes } from 'node:crypto'

import { type Kysely, sql } from 'kysely'
import type pg from 'pg'

import { MIGRATIONS } from './migrations/index.ts'
import type { Schema } from './schema.ts'

/** What people, Patroni, metrics and backups need beside the processes. Source: cluster.md, CLU-015. */
const FOR_OTHERS = 15
/** How the name of each connection of a process begins. */
export const PREFIX = 'partner_office'

const NUMBER_DIGITS = 4
const numberOf = (migration: string): string => migration.slice(0, NUMBER_DIGITS)

/**
 * How the connections of a process are named on the server: names sort by the start of their processes. The age of the
 * connections would not tell, because idle ones are replaced. The number is that of the newest migration that the process knows.
 */
export function connectionName(
  process: string,
  startedAt: number,
  newest = Object.keys(MIGRATIONS).at(-1)!,
): string {
  const id = `${startedAt.toString(36).padStart(9, '0')}${randomBytes(4).toString('hex')}`
  return `${PREFIX} ${id} ${numberOf(newest)} ${process}`
}

/** A name with the number; one without is that of a version which gave none. */
const NAMED = new RegExp(`^${PREFIX} \\w+ (?:(\\d{${NUMBER_DIGITS}}) )?(.*)$`)

/** Names of the processes on this database that do not know a migration. */
export async function olderProcesses(db: Kysely<Schema>, migration: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like ${`${PREFIX} %`}`.execute(db)
  return olderOf(
    rows.map(({ name }) => name),
    migration,
  )
}

/** Sorted names of the processes that do not know a migration, from the names of their connections. */
export function olderOf(connections: readonly string[], migration: string): string[] {
  const older = connections.flatMap((name) => {
    const [, number = '', process = ''] = NAMED.exec(name) ?? []
    return number < numberOf(migration) ? [process] : []
  })
  return older.toSorted()
}

/** What bounds connections, and how many programs use that are no process of this database. */
type Limit = {
  readonly what: string
  readonly allowed: number
  readonly others: number
  /** Processes that came before, and the one that asks. */
  readonly processes: number
}

/** Only a superuser is not bound by the limits of role and database. */
const LIMITS = `
  with backends as (
    select *, application_name like '${PREFIX} %' and datname = current_database() as is_process from pg_stat_activity
    where datid is not null and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'),
  processes as (
    select distinct application_name collate "C" as name from backends where is_process),
  earlier as (
    select greatest(1, count(*))::integer as count from processes
    where name <= all (select name from processes where name = current_setting('application_name'))),
  own as (select * from pg_roles where rolname = session_user),
  limits as (
    select 'the server' as what, current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true), '0')::integer as allowed,
      greatest(${FOR_OTHERS}, (select count(*) from backends where not is_process))::integer as others
    union all
    select 'the role', rolconnlimit,
      (select count(*) from backends where not is_process and usesysid = own.oid)::integer
    from own where not rolsuper
    union all
    select 'the database', datconnlimit,
      (select count(*) from backends b where not is_process and b.datid = d.oid)::integer
    from pg_database d, own where datname = current_database() and not rolsuper)
  select what, allowed, others, count as processes from limits, earlier where allowed >= 0`

/**
 * Checks that the server has room for all connections of this process and of those that began before it, also when they do not
 * use them yet. Of processes that start together, the first ones fit. A program that is no process asks
 * about all of them, or about the first.
 *
 * Refuses: an error with one line that holds the sum.
 * Source: cluster.md, CLU-015.
 */
export async function requireRoomFor(
  owner: Pick<pg.ClientBase, 'query'>,
  connections: number,
): Promise<void> {
  const { rows } = await owner.query<Limit>(LIMITS)
  for (const { what, allowed, others, processes } of rows) {
    const sum = processes * connections + others
    if (sum <= allowed) continue
    const parts = `${processes} x ${connections} for processes and ${others} for other programs`
    throw new Error(
      `${parts} are ${sum} connections, and ${what} allows ${allowed}: allow more, or stop a process`,
    )
  }
}
