import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, test } from 'vitest'

import { openTestCore } from '../testing/core.ts'
import { copyOfTemplate, copyOfUnmigrated, createPostgresDatabase } from '../testing/databases.ts'
import { postgresProgram, runStatement } from '../testing/postgres.ts'
import {
  chainDirectory,
  chainStatements,
  releasedFile,
  restoreReleased,
} from '../testing/released.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { type Database, openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations/index.ts'

const BACKUPS = readdirSync(releasedFile('.')).filter((name) => name.endsWith('.backup'))

const columnsOf = async ({ read }: Database, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = ${table}`.execute(
    read,
  )
  return rows.map(({ name }) => name)
}

const addsNote: Migration = {
  up: async (db) => {
    await sql`alter table plans add column note text`.execute(db)
  },
}

/** What differs between two schemas stands in their dumps; what differs between two dumps of one schema is left out. */
const dumpOf = (url: string): string =>
  execFileSync(postgresProgram('pg_dump'), ['--schema-only', url], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  }).replaceAll(/^\\(?:un)?restrict .*$/gmu, '')

describe('the files of tables and functions', () => {
  test('make the schema that the chain of migrations left: a database taken over has the dump of a new one', async () => {
    const chain = await createPostgresDatabase()
    const fresh = await createPostgresDatabase()
    await (await openDatabase({ url: fresh.url })).close()
    await runStatement(chain.url, chainStatements())
    expect(dumpOf(chain.url)).not.toBe(dumpOf(fresh.url))

    const taken = await openDatabase({ url: chain.url })
    expect((await verifyAll(await openTestCore(taken))).differences).toEqual([])
    await taken.close()
    expect(dumpOf(chain.url)).toBe(dumpOf(fresh.url))
    await (await openDatabase({ url: chain.url })).close()
    await chain.drop()
    await fresh.drop()
  })

  test.for(BACKUPS)('take over an embedded database with the released records %s', async (name) => {
    const directory = await chainDirectory()
    expect(await restoreReleased(directory, name)).toBeGreaterThan(100)

    const database = await openDatabase({ directory })
    expect((await verifyAll(await openTestCore(database))).differences).toEqual([])
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('refuse a database that is older than the baseline, in one line that names the version which upgrades it', async () => {
    const directory = copyOfUnmigrated()
    const older = await openDatabase({ directory, migrations: {} })
    await older.asOwner(async (tx) => {
      await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(
        tx,
      )
      await sql`insert into kysely_migration values ('0037-staged-orders', '')`.execute(tx)
    })
    await older.close()
    await expect(openDatabase({ directory })).rejects.toThrow(
      /^The database has the schema 0037-staged-orders, which is older than this program can read\. Start version 0\.2\.0 once, which upgrades it\.$/u,
    )
    rmSync(directory, { recursive: true, force: true })
  })
})

describe('a data directory', () => {
  test('is backed up before it is migrated, and keeps its content', async () => {
    const directory = copyOfTemplate()
    const database = await openDatabase({ directory })
    await openTestCore(database)
    await database.close()

    let backups = 0
    const migrations = { ...MIGRATIONS, '9999-plans-have-a-note': addsNote }
    const beforeMigrating = async () => void (backups += 1)
    const migrated = await openDatabase({ directory, migrations, beforeMigrating })
    expect(backups).toBe(1)
    expect(await columnsOf(migrated, 'plans')).toContain('note')
    expect(await migrated.read.selectFrom('plans').select('version').execute()).toEqual([
      { version: 1 },
    ])
    await migrated.close()

    await expect(openDatabase({ directory })).rejects.toThrow(
      'The database is newer than this program: it has the migration 9999-plans-have-a-note.',
    )
    rmSync(directory, { recursive: true, force: true })
  })

  test('that is up to date is neither backed up nor changed', async () => {
    const directory = copyOfTemplate()
    const beforeMigrating = async () => expect.unreachable('nothing is to be migrated')
    await (await openDatabase({ directory, beforeMigrating })).close()
    rmSync(directory, { recursive: true, force: true })
  })

  test('is unchanged after a migration that fails halfway', async () => {
    const directory = copyOfTemplate()
    const fails: Migration = {
      up: async (db) => {
        await addsNote.up(db)
        await sql`select 1 / 0`.execute(db)
      },
    }
    const migrations = { ...MIGRATIONS, '9999-fails': fails }
    await expect(openDatabase({ directory, migrations })).rejects.toThrow('division by zero')
    const database = await openDatabase({ directory })
    expect(await columnsOf(database, 'plans')).not.toContain('note')
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })
})
