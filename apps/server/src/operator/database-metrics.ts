import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'

import { BACKUPS_REPORT } from '../core/backups.ts'
import type { Core } from '../core/core.ts'
import { newestRateAt, readQueues, readServer, readStandbys } from '../core/database-state.ts'

type Reports = {
  readonly last: number
  readonly backup: number | null
  readonly restoreTest: number | null
  readonly failed: boolean | null
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
    for (const { queue, length, oldest } of await readQueues(database.read)) {
      this.#gauges.length.set({ queue }, length)
      this.#gauges.age.set({ queue }, age(oldest))
    }
    this.#gauges.rates.set(age(await newestRateAt(database.read)))
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

  async #readServer({ database: { read } }: Core): Promise<void> {
    const { used, allowed, isArchiveFailing } = await readServer(read)
    this.#gauges.used.set(used)
    this.#gauges.allowed.set(allowed)
    this.#gauges.archive.set(isArchiveFailing ? 1 : 0)
    const standbys = await readStandbys(read)
    this.#gauges.standbys.set(standbys.filter(({ isSynchronous }) => isSynchronous).length)
    this.#gauges.lag.reset()
    for (const { standby, lag } of standbys)
      if (lag !== null) this.#gauges.lag.set({ standby }, lag)
  }
}
