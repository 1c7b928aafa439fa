import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { createPostgresDatabase } from '../testing/databases.ts'
import { runStatement } from '../testing/postgres.ts'
import { chainStatements } from '../testing/released.ts'
import { openDatabase } from './database.ts'
import { largeIndexes } from './schema-files.ts'

const NAMES = largeIndexes().map((statement) => /^create index (\w+)/.exec(statement)![1]!)

/** Names of the indexes of large tables that are there, with whether they were built to their end. */
async function built(url: string): Promise<Map<string, boolean>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string; is_valid: boolean }>(
    `select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = any($1)`,
    [NAMES],
  )
  await client.end()
  return new Map(rows.map((row) => [row.name, row.is_valid]))
}

describe('the indexes of large tables', () => {
  test('UPG-005 every one is a plain index of its own name', () => {
    expect(NAMES.length).toBeGreaterThan(20)
    expect(new Set(NAMES).size).toBe(NAMES.length)
  })

  test('UPG-005 a start that was killed while it built one is continued by the next one', async () => {
    const { url, drop } = await createPostgresDatabase()
    await (await openDatabase({ url })).close()
    expect([...(await built(url)).values()]).toEqual(NAMES.map(() => true))
    await runStatement(
      url,
      `drop index partners_country; update pg_index set indisvalid = false where indexrelid = 'passport.documents_sha256'::regclass`,
    )
    await (await openDatabase({ url })).close()
    expect([...(await built(url)).values()]).toEqual(NAMES.map(() => true))
    await drop()
  })

  test('UPG-005 an expansion gives way to a call that reads for long, and waits for it', async () => {
    const { url, drop } = await createPostgresDatabase({ isMigrated: false })
    await runStatement(url, chainStatements())
    const reader = new pg.Client({ connectionString: url })
    const caller = new pg.Client({ connectionString: url })
    await reader.connect()
    await caller.connect()
    await reader.query('begin; select from payouts')
    const opening = openDatabase({ url })
    const waits: number[] = []
    for (const end = performance.now() + 3_000; performance.now() < end;) {
      const asked = performance.now()
      await caller.query('select from payouts')
      waits.push(performance.now() - asked)
    }
    expect(Math.max(...waits)).toBeLessThan(1_000)
    await reader.query('commit')
    const database = await opening
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = 'payouts' and column_name = 'taken_by'`.execute(
      database.read,
    )
    expect(rows).toHaveLength(1)
    await database.close()
    await Promise.all([reader.end(), caller.end()])
    await drop()
  })
})
