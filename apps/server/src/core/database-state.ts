import { sql } from 'kysely'

import type { Db } from '../db/database.ts'

/** Work that waits. Units: `oldest` is since when; `tries` the most of one of it, null where they are not counted. */
export type Queue = {
  readonly queue:
    | 'mails'
    | 'notices'
    | 'payout_mails'
    | 'tickets'
    | 'statements'
    | 'payouts'
    | 'webhooks'
  readonly length: number
  readonly oldest: number | null
  readonly tries: number | null
}

/** Work that waits in the database, each with its number and its oldest. */
export async function readQueues(db: Db): Promise<Queue[]> {
  const { rows } = await sql<Queue>`
    select 'mails' as queue, count(*) as length, min(created_at) as oldest, max(tries) as tries from passport.mails
    union all select 'notices', count(*), min(created_at), max(tries) from passport.notices
    union all select 'payout_mails', count(*), min(due_at), max(tries) from payout_mails
    union all select 'tickets', count(*), min(created_at), max(tries) from tickets where state = 'waiting'
    union all select 'statements', count(*), min(started_at), null from statement_runs where finished_at is null
    union all select 'payouts', count(*), min(created_at), null from payouts where status = 'PENDING'
    union all select 'webhooks', count(*), min(e.noted_at), max(d.tries) from console.deliveries d
      join console.webhook_events e on e.number = d.event_number where d.state = 'PENDING'`.execute(
    db,
  )
  return rows
}

/**
 * When a rate was last set or confirmed; null without a feed: operators set rates when they like. Older rates do not matter, and
 * the table may be long.
 */
export async function newestRateAt(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select case when exists (select from settings where name = 'exchangeProvider' and value = 'feed')
      then greatest(max(r.set_at), max(c.confirmed_at)) end as at
    from rates r left join rate_confirmations c on c.rate_id = r.id
    where r.id > (select coalesce(max(id), 0) - 1000 from rates)`.execute(db)
  return rows[0]!.at
}

/** Connections of a PostgreSQL server, and whether its log cannot be archived. */
export type Server = {
  readonly used: number
  readonly allowed: number
  readonly isArchiveFailing: boolean
}

/** Reads it from PostgreSQL. A role without further rights sees that connections of others exist, and little else. */
export async function readServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select (select count(*) from pg_stat_activity where datid is not null and usesysid is not null) as used,
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer as allowed,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_archive_failing
    from pg_stat_archiver`.execute(db)
  return rows[0]!
}

/** A standby. Units: bytes and seconds of log that it has not written; null without the right to read it. */
export type Standby = {
  readonly standby: string
  readonly lag: number | null
  readonly lagSeconds: number | null
  readonly isSynchronous: boolean
}

/** The standbys of PostgreSQL. Without the right pg_read_all_stats, states and positions are null. */
export async function readStandbys(db: Db): Promise<Standby[]> {
  const { rows } = await sql<Standby>`
    select application_name as standby, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::bigint as lag,
      extract(epoch from flush_lag)::float8 as lag_seconds,
      coalesce(sync_state in ('sync', 'quorum'), false) as is_synchronous
    from pg_stat_replication where application_name !~ '^pg_basebackup|pgBackRest'`.execute(db)
  return rows
}
