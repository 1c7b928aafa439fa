import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'

import { audited } from '../business/audit/audit-log.ts'
import type { Core } from '../core/core.ts'
import { ClockWatch } from '../core/clock-watch.ts'
import { openTestCore, TEST_NOW } from '../testing/core.ts'
import { onBothDatabases } from '../testing/databases.ts'
import { DatabaseMetrics } from './database-metrics.ts'

/** Reads the metrics and returns one by its name and labels, without `partner_office_`. */
function reader(core: Core) {
  const registry = new Registry()
  const metrics = new DatabaseMetrics([registry])
  return async (): Promise<(name: string) => number | undefined> => {
    await metrics.read(core)
    const lines = (await registry.metrics()).split('\n')
    const values = new Map(lines.map((line) => line.split(/ (?=[^ ]+$)/) as [string, string]))
    return (name) => {
      const text = values.get(`partner_office_${name}`)
      return text === undefined ? undefined : Number(text.replace('+Inf', 'Infinity'))
    }
  }
}

const report = (core: Core, kind: string, failed?: string) =>
  audited(
    core,
    {
      actor: 'test',
      command: 'backups report',
      details: () => ({ words: [kind], ...(failed !== undefined && { failed }) }),
    },
    async () => {},
  )

onBothDatabases('metrics about the database', (newDatabase) => {
  test('queues have a length and the age of their oldest work (OBS-001)', async () => {
    const core = await openTestCore(await newDatabase())
    const read = reader(core)
    const before = await read()
    expect(before('queue_length{queue="mails"}')).toBe(0)
    expect(before('queue_age_seconds{queue="mails"}')).toBe(0)

    await sql`insert into passport.mails (id, user_id, sealed_letter, created_at, next_at) values
      (gen_random_uuid(), 1, '', ${TEST_NOW - 90_000}, 0), (gen_random_uuid(), 1, '', ${TEST_NOW - 5_000}, 0)`.execute(
      core.database.read,
    )
    await sql`insert into statement_runs (period, started_at, finished_at) values
      ('2026-09', ${TEST_NOW - 7_000}, ${TEST_NOW}), ('2026-10', ${TEST_NOW - 3_000}, null)`.execute(
      core.database.read,
    )
    const after = await read()
    expect(after('queue_length{queue="mails"}')).toBe(2)
    expect(after('queue_age_seconds{queue="mails"}')).toBe(90)
    expect(after('queue_length{queue="statements"}')).toBe(1)
    expect(after('queue_age_seconds{queue="statements"}')).toBe(3)
    expect(after('queue_length{queue="payouts"}')).toBe(0)
  })

  test('what was never reported is infinitely old; the newest report counts (BKP-007)', async () => {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(await newDatabase(), { clock })
    const read = reader(core)
    const never = await read()
    expect(never('backup_age_seconds')).toBe(Number.POSITIVE_INFINITY)
    expect(never('restore_test_age_seconds')).toBe(Number.POSITIVE_INFINITY)
    expect(never('restore_test_failed')).toBe(0)

    await report(core, 'backup')
    await report(core, 'restore-test')
    clock.now += 60_000
    await report(core, 'restore-test', 'verify found differences')
    const failed = await read()
    expect(failed('backup_age_seconds')).toBe(60)
    expect(failed('restore_test_age_seconds')).toBe(60)
    expect(failed('restore_test_failed')).toBe(1)

    clock.now += 1_000
    await report(core, 'restore-test')
    const mended = await read()
    expect(mended('backup_age_seconds')).toBe(61)
    expect(mended('restore_test_age_seconds')).toBe(0)
    expect(mended('restore_test_failed')).toBe(0)
    // A process that starts now reads the same.
    const anew = await reader(core)()
    expect(anew('backup_age_seconds')).toBe(61)
  })

  test('rates of a feed have the age of the last that was set or confirmed', async () => {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(await newDatabase(), { clock })
    const read = reader(core)
    clock.now += 30_000
    expect((await read())('rates_age_seconds')).toBe(0)
    await sql`insert into settings (name, value, changed_at) values ('exchangeProvider', 'feed', 0)`.execute(
      core.database.read,
    )
    const set = (await read())('rates_age_seconds')!
    expect(set).toBeGreaterThanOrEqual(30)
    clock.now += 30_000
    expect((await read())('rates_age_seconds')).toBe(set + 30)
    await sql`insert into rate_confirmations (rate_id, confirmed_at) select max(id), ${clock.now - 2_000} from rates`.execute(
      core.database.read,
    )
    expect((await read())('rates_age_seconds')).toBe(2)
  })

  test('the clock of a process is compared with that of the database', async () => {
    const core = await openTestCore(await newDatabase())
    const ahead = { ...core, trustedClock: new ClockWatch(() => Date.now() + 31_000) }
    expect((await reader(ahead)())('clock_difference_seconds')).toBeCloseTo(31, 0)
  })

  test('connections are counted, and the archive is well, on PostgreSQL', async () => {
    const core = await openTestCore(await newDatabase())
    const read = await reader(core)()
    expect(read('archive_failing')).toBe(0)
    expect(read('synchronous_standbys')).toBe(0)
    if (core.database.kind !== 'postgres') return expect(read('connections_used')).toBe(0)
    const { rows } = await sql<{ most: string }>`show max_connections`.execute(core.database.read)
    expect(read('connections_allowed')).toBe(Number(rows[0]!['maxConnections' as 'most']) - 3)
    expect(read('connections_used')).toBeGreaterThan(0)
  })
})
