import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'

import type { Core } from '../core/core.ts'
import { BACKUPS_REPORT } from './commands/backup-commands.ts'

/** Work that waits in the database, each with its number and its oldest. */
const QUEUES = sql`
  select 'mails' as queue, count(*) as length, min(created_at) as oldest from passport.mails
  union all select 'notices', count(*), min(created_at) from passport.notices
  union all select 'payout_mails', count(*), min(due_at) from payout_mails
  union all select 'tickets', count(*), min(created_at) from tickets where state = 'waiting'
  union all select 'statements', count(*), min(started_at) from statement_runs where finished_at is null
  union all select 'payouts', count(*), min(created_at) from payouts where status = 'PENDING'`

/** Null without a feed: operators set rates when they like. Older rates do not matter, and the table may be long. */
const NEWEST_RATE = sql`
  select case when exists (select from settings where name = 'exchangeProvider' and value = 'feed')
    then greatest(max(r.set_at), max(c.confirmed_at)) end as at
  from rates r left join rate_confirmations c on c.rate_id = r.id
  where r.id > (select coalesce(max(id), 0) - 1000 from rates)`

type Queue = { readonly queue: string; readonly length: number; readonly oldest: number | null }
type Reports = {
  readonly last: number
  readonly backup: number | null
  readonly restoreTest: number | null
  readonly failed: boolean | null
}
type Server = {
  readonly used: number
  readonly allowed: number
  readonly isArchiveFailing: boolean
}
type Standby = {
  readonly standby: string
  readonly lag: number | null
  readonly isSynchronous: boolean
}

/** Every metric: name, meaning, labels. */
const METRICS = {
  clock: [
    'clock_difference_seconds',
    'How far the clock of this process is ahead of the clock of the database',
  ],
  length: ['queue_length', 'Work that waits', 'queue'],
  age: ['queue_age_seconds', 'How long the oldest work has waited', 'queue'],
  rates: ['rates_age_seconds', 'Time since a rate was set or confirmed; 0 without a feed of rates'],
  backup: ['backup_age_seconds', 'Time since the last reported backup'],
  restoreTest: ['restore_test_age_seconds', 'Time since the last restore test that succeeded'],
  restoreFailed: ['restore_test_failed', '1 if the last restore test failed'],
  used: ['connections_used', 'Connections of all clients to the database'],
  allowed: ['connections_allowed', 'Connections that the database allows'],
  archive: ['archive_failing', '1 while the log cannot be archived'],
  standbys: ['synchronous_standbys', 'Standbys that commits wait for'],
  lag: ['standby_lag_bytes', 'Log that a standby has not written', 'standby'],
} as const

type Gauges = Readonly<Record<keyof typeof METRICS, Gauge>>

/** Metrics about the database and about work that waits in it; those about standbys and the archive on PostgreSQL only. */
export class DatabaseMetrics {
  readonly #gauges: Gauges
  #lastEntry = 0
  #reported: Omit<Reports, 'last'> = { backup: null, restoreTest: null, failed: null }

  constructor(registers: Registry[]) {
    const gauges = Object.entries(METRICS).map(([key, [name, help, ...labelNames]]) => {
      const fullName = `partner_office_${name}`
      return [key, new Gauge({ name: fullName, help, labelNames, registers })] as const
    })
    this.#gauges = Object.fromEntries(gauges) as Gauges
  }

  /** Reads everything anew. Fails while the database is away. */
  async read(core: Core): Promise<void> {
    this.#gauges.clock.set((await core.trustedClock.apart(core.database.read)) / 1_000)
    await this.#readQueues(core)
    await this.#readReports(core)
    if (core.database.kind === 'postgres') await this.#readServer(core)
  }

  async #readQueues({ database, clock }: Core): Promise<void> {
    const age = (at: number | null) => (at === null ? 0 : Math.max(0, clock() - at) / 1_000)
    const { rows } = await sql<Queue>`${QUEUES}`.execute(database.read)
    for (const { queue, length, oldest } of rows) {
      this.#gauges.length.set({ queue }, length)
      this.#gauges.age.set({ queue }, age(oldest))
    }
    const newest = await sql<{ at: number | null }>`${NEWEST_RATE}`.execute(database.read)
    this.#gauges.rates.set(age(newest.rows[0]!.at))
  }

  /** Reads reports from the audit log, each entry once. What was never reported is infinitely old. */
  async #readReports({ database, clock }: Core): Promise<void> {
    const { rows } = await sql<Reports>`
      select coalesce(max(id), ${this.#lastEntry}::bigint) as last,
        max(at) filter (where is_report and kind = 'backup' and not has_failed) as backup,
        max(at) filter (where is_report and kind = 'restore-test' and not has_failed) as restore_test,
        (array_agg(has_failed order by id desc) filter (where is_report and kind = 'restore-test'))[1] as failed
      from (select id, at, command = ${BACKUPS_REPORT} as is_report, arguments->'words'->>0 as kind,
          arguments ? 'failed' as has_failed from audit_log where id > ${this.#lastEntry}) as entries`.execute(
      database.read,
    )
    const { last, backup, restoreTest, failed } = rows[0]!
    this.#lastEntry = last
    this.#reported = {
      backup: backup ?? this.#reported.backup,
      restoreTest: restoreTest ?? this.#reported.restoreTest,
      failed: failed ?? this.#reported.failed,
    }
    const age = (at: number | null) =>
      at === null ? Number.POSITIVE_INFINITY : (clock() - at) / 1_000
    this.#gauges.backup.set(age(this.#reported.backup))
    this.#gauges.restoreTest.set(age(this.#reported.restoreTest))
    this.#gauges.restoreFailed.set(this.#reported.failed === true ? 1 : 0)
  }

  /** A role without further rights sees that connections of others exist, and little else. */
  async #readServer({ database }: Core): Promise<void> {
    const { rows } = await sql<Server>`
      select (select count(*) from pg_stat_activity where datid is not null and usesysid is not null) as used,
        current_setting('max_connections')::integer
          - current_setting('superuser_reserved_connections')::integer as allowed,
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_archive_failing
      from pg_stat_archiver`.execute(database.read)
    const { used, allowed, isArchiveFailing } = rows[0]!
    this.#gauges.used.set(used)
    this.#gauges.allowed.set(allowed)
    this.#gauges.archive.set(isArchiveFailing ? 1 : 0)
    // Without the right pg_read_all_stats, states and positions are null.
    const standbys = await sql<Standby>`
      select application_name as standby, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::bigint as lag,
        coalesce(sync_state in ('sync', 'quorum'), false) as is_synchronous
      from pg_stat_replication where application_name !~ '^pg_basebackup|pgBackRest'`.execute(
      database.read,
    )
    this.#gauges.standbys.set(standbys.rows.filter(({ isSynchronous }) => isSynchronous).length)
    this.#gauges.lag.reset()
    for (const { standby, lag } of standbys.rows)
      if (lag !== null) this.#gauges.lag.set({ standby }, lag)
  }
}
