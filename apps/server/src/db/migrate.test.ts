import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, test } from 'vitest'

import { openTestCore } from '../testing/core.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { restoreReleased } from '../testing/released.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { type Database, openDatabase } from './database.ts'
import { MIGRATIONS } from './migrations/index.ts'

const RELEASED = join(import.meta.dirname, 'released')

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

describe('a data directory', () => {
  test.for(readdirSync(RELEASED))(
    'of the released schema %s is opened, migrated and verified',
    async (file) => {
      const { directory, rows } = await restoreReleased(join(RELEASED, file))
      expect(rows).toBeGreaterThan(100)

      const database = await openDatabase({ directory })
      expect((await verifyAll(await openTestCore(database))).differences).toEqual([])
      await database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  )

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
