import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { createPostgresDatabase, onPostgres } from '../testing/databases.ts'
import { isDatabaseBusy } from './bounded-pool.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { runStatement } from '../testing/postgres.ts'
import { isConnectionLost } from './lost-connection.ts'

type Backend = { readonly pid: number }

const terminateOthers = ({ asOwner }: Database) =>
  asOwner((owner) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(owner),
  )

const answerOf = async ({ read }: Database): Promise<number> => {
  const { rows } = await sql<{ one: number }>`select 1 as one from pg_sleep(0.3)`.execute(read)
  return rows[0]!.one
}

onPostgres('a connection that is lost', (newDatabase) => {
  test('between two statements fails its transaction, and neither the process nor the next transaction', async () => {
    const database = await newDatabase()
    const lost = database.transaction(async (tx) => {
      const { rows } = await sql<Backend>`select pg_backend_pid() as pid`.execute(tx)
      await database.asOwner((owner) =>
        sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(owner),
      )
      // Long enough for the end of the connection to arrive while no statement waits for an answer.
      await wait(500)
      await sql`select 1`.execute(tx)
    })
    await expect(lost).rejects.toThrow()
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.read)
    expect(rows).toEqual([{ one: 1 }])
  })

  test('H9 during reads costs none of them: each runs again on another connection', async () => {
    const database = await newDatabase()
    const reads = Array.from({ length: 20 }, () => answerOf(database))
    await wait(100)
    await terminateOthers(database)
    expect(await Promise.all(reads)).toEqual(reads.map(() => 1))
  })

  test('H9 while it was idle costs no read and no transaction', async () => {
    const database = await newDatabase()
    await Promise.all(Array.from({ length: 5 }, () => answerOf(database)))
    await terminateOthers(database)
    const uses = Array.from({ length: 10 }, (_, at) =>
      at % 2 === 0
        ? answerOf(database)
        : database.transaction(async (tx) => (await sql`select 1`.execute(tx)).rows.length),
    )
    expect(await Promise.all(uses)).toEqual(uses.map(() => 1))
  })

  test('H9 during a write fails it: it may have been committed', async () => {
    const database = await newDatabase()
    await database.asOwner((owner) =>
      sql`create function slow_count() returns bigint language sql volatile as
        $$ select nextval('transfer_ids') from pg_sleep(0.3) $$`.execute(owner),
    )
    const write = sql`select slow_count()`.execute(database.read).then(
      () => null,
      (error: unknown) => error,
    )
    await wait(100)
    await terminateOthers(database)
    expect(await write).toSatisfy(isConnectionLost)
  })
})

test('H9 a statement waits for a lock no longer than its caller, and the answer is that the database is busy', async () => {
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ url, patienceMs: 100 })
  const lock = sql`select from fact_log for update`
  await database.long.transaction(async (tx) => {
    await lock.execute(tx)
    for (const use of ['facts', 'calls'] as const) {
      const refused = database.transaction((other) => lock.execute(other), use)
      await expect(refused).rejects.toSatisfy(isDatabaseBusy)
    }
    expect(await answerOf(database)).toBe(1)
  })
  await database.close()
  await drop()
})

test('every connection counts in UTC, whatever the zone of the database is', async () => {
  const { url, drop } = await createPostgresDatabase()
  const name = new URL(url).pathname.slice(1)
  // There, summer time begins at midnight: a first day of October has none.
  await runStatement(url, `alter database "${name}" set timezone = 'America/Asuncion'`)
  const database = await openDatabase({ url })
  const zone = async (db: Database['read']) =>
    (await sql<{ zone: string }>`select current_setting('TimeZone') as zone`.execute(db)).rows[0]!
      .zone
  const zones = [
    await zone(database.read),
    await database.snapshot(zone),
    await zone(database.long.read),
    await database.asOwner(zone),
  ]
  await database.close()
  await drop()
  expect(zones).toEqual(['UTC', 'UTC', 'UTC', 'UTC'])
})

onPostgres('limits of time', (newDatabase) => {
  test('H9 hold on every connection, and are longer for commands and jobs', async () => {
    const database = await newDatabase()
    const limits = async (db: Database['read']) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings
        where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`.execute(
        db,
      )
      return rows.map(({ setting }) => Number(setting))
    }
    const minute = 60_000
    expect(await limits(database.read)).toEqual([minute, 30_000, 30_000])
    expect(await database.transaction(limits, 'facts')).toEqual([minute, 30_000, 30_000])
    expect(await database.snapshot(limits)).toEqual([minute, 4_000, 10 * minute])
    const long = [10 * minute, 10 * minute, 60 * minute]
    expect(await limits(database.long.read)).toEqual(long)
    expect(await database.long.transaction(limits)).toEqual(long)
    expect(await database.long.snapshot(limits)).toEqual(long)
    expect(await database.asOwner(limits)).toEqual(long)
  })

  test('H9 waiting writers of facts take no connection from reads', async () => {
    const database = await newDatabase()
    const lock = sql`select from fact_log for update`
    const writers: Promise<unknown>[] = []
    await database.long.transaction(async (tx) => {
      await lock.execute(tx)
      for (let count = 0; count < 60; count += 1) {
        writers.push(database.transaction((other) => lock.execute(other), 'facts'))
      }
      expect(await Promise.all(Array.from({ length: 24 }, () => answerOf(database)))).toHaveLength(
        24,
      )
    })
    await Promise.all(writers)
  })
})

test('CLU-030 a connection of calls is replaced after its lifetime, between calls and in none of them', async () => {
  const { url, drop } = await createPostgresDatabase()
  const database = await openDatabase({ url, connections: 1, lifetimeSeconds: 1 })
  onTestFinished(async () => {
    await database.close()
    await drop()
  })
  const pidOf = async (db: Db): Promise<number> => {
    const { rows } = await sql<Backend>`select pg_backend_pid() as pid`.execute(db)
    return rows[0]!.pid
  }
  const first = await pidOf(database.read)
  await database.transaction(async (tx) => {
    await wait(1_200)
    expect(await pidOf(tx)).toBe(first)
  })
  expect(await pidOf(database.read)).not.toBe(first)
})
