import { setTimeout as wait } from 'node:timers/promises'

import { CamelCasePlugin, Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import type pg from 'pg'

import { boundedPool } from './bounded-pool.ts'
import type { Schema } from './schema.ts'

/** An open transaction. */
export type Tx = Transaction<Schema>
/** A connection to the database, in a transaction or not. */
export type Db = Kysely<Schema>

const RETRIED = new Set(['40001', '40P01'])
const MOST_TRIES = 10

/** Columns in camel case. */
export const camelCase = (): CamelCasePlugin =>
  new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** Queries over a pool, with columns in camel case. */
export function kyselyOn(pool: pg.Pool, options: Parameters<typeof boundedPool>[1] = {}): Db {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: boundedPool(pool, options) }),
    plugins: [camelCase()],
  })
}

/** Runs `work` on one snapshot of the whole database. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work)
}

/** Runs a change: all of `work` or nothing. Retries serialization failures and deadlocks. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  untilSerialized(() => db.transaction().execute(work))

/** Runs one statement that is a change of its own. Retries as `inTransaction` does. */
export const asChange = <Row>(db: Db, statement: RawBuilder<Row>): Promise<Row[]> =>
  untilSerialized(async () => (await statement.execute(db)).rows)

async function untilSerialized<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (!RETRIED.has(code) || attempt === MOST_TRIES) throw error
      await wait(Math.random() * 5 * 2 ** attempt)
    }
  }
}
