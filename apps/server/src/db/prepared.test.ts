import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { unnesting } from './column.ts'
import type { Database } from './database.ts'
import { PREPARED, StatementNames } from './prepared.ts'

test('CLU-030 a statement that asks for it has one name for each text, and only some hundred texts have one', () => {
  const names = new StatementNames()
  const text = (at: number) => `/* prepared */ select ${at}`
  const first = names.of(text(0))
  expect(names.of('select 0')).toBeUndefined()
  const all = Array.from({ length: 300 }, (_, at) => names.of(text(at)))
  expect(all[0]).toBe(first)
  expect(new Set(all).size).toBe(201)
  expect(all.filter((name) => name !== undefined)).toHaveLength(200)
})

type Plans = { readonly generic: number; readonly custom: number }

const sumOf = async ({ read }: Database, values: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`${PREPARED}
    select sum(v)::int as sum from ${unnesting(values, [['bigint', (value) => value]])} as v`.execute(
    read,
  )
  return rows[0]!.sum
}

onPostgres('prepared statements', (newDatabase) => {
  test('are planned once, for lists of any length', async () => {
    const database = await newDatabase()
    for (let length = 1; length <= 20; length += 1) {
      const values = Array.from({ length }, () => 2)
      expect(await sumOf(database, values)).toBe(2 * length)
    }
    const { rows } = await sql<Plans>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements`.execute(
      database.read,
    )
    expect(rows).toEqual([{ generic: 15, custom: 5 }])
  })

  test('whose columns a migration changes fail once, and work on a new connection', async () => {
    const database = await newDatabase()
    const all = () => sql`${PREPARED} select * from one_column`.execute(database.read)
    await database.asOwner((tx) =>
      sql`create table one_column as select 1 as a; grant select on one_column to public`.execute(
        tx,
      ),
    )
    expect((await all()).rows).toEqual([{ a: 1 }])
    await database.asOwner((tx) => sql`alter table one_column add column b integer`.execute(tx))
    await expect(all()).rejects.toThrow('cached plan must not change result type')
    expect((await all()).rows).toEqual([{ a: 1, b: null }])
  })
})
