import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { Leadership } from '../core/leadership.ts'
import { openTestCore } from '../testing/core.ts'
import { copyOfTemplate, copyOfUnmigrated, createPostgresDatabase } from '../testing/databases.ts'
import { PartnersService } from '../testing/partners-service.ts'
import { postgresProgram, runStatement } from '../testing/postgres.ts'
import {
  chainDirectory,
  chainStatements,
  releasedFile,
  restoreReleased,
} from '../testing/released.ts'
import { runOffice } from '../testing/run-office.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { connectionName } from './connection-budget.ts'
import { type Database, openDatabase } from './database.ts'
import { BASELINE, MIGRATIONS } from './migrations/index.ts'
import { finishUpgrade } from './upgrade.ts'

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
    const chain = await createPostgresDatabase({ isMigrated: false })
    const fresh = await createPostgresDatabase({ isMigrated: false })
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

describe('two versions on one PostgreSQL', () => {
  const NEXT = { ...MIGRATIONS, '9999-plans-have-a-note': addsNote }
  const NAME = 'partner_office 0000000010badcafe '
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => {
    ;({ url, drop } = await createPostgresDatabase({ isMigrated: false }))
  })
  afterEach(() => drop())
  const oldest = (name: string) => runStatement(url, `update upgrades set oldest = '${name}'`)
  const newest = Object.keys(MIGRATIONS).at(-1)!

  test('UPG-004 UPG-006 the version before works on the expanded schema, and leaves its functions alone', async () => {
    const next = await openDatabase({ url, migrations: NEXT })
    await runStatement(
      url,
      `create or replace function announce() returns trigger language plpgsql as $$ begin return null; end $$;
       update applied_functions set sha256 = 'of the next version' where file = 'functions/announcements/announce.sql'`,
    )
    await oldest(newest)
    const former = await openDatabase({ url })
    const service = await PartnersService.open(former)
    const token = await service.signInAccepted(1)
    expect(await service.get(token, '/v1/rang/current')).toMatchObject({ currentRang: {} })
    expect((await verifyAll(service.core)).differences).toEqual([])
    const files = await former.read
      .selectFrom('appliedFunctions')
      .select('file')
      .where('sha256', '=', 'of the next version')
      .execute()
    expect(files).toHaveLength(1)
    await Promise.all([former.close(), next.close()])
  })

  test('UPG-004 a version older than the one before stops with one line, and so does one whose own migration is missing', async () => {
    const next = await openDatabase({ url, migrations: NEXT })
    await oldest('9999-plans-have-a-note')
    const refused =
      'The database is newer than this program: it has the migration 9999-plans-have-a-note. Start the newer version.'
    await expect(openDatabase({ url })).rejects.toThrow(refused)
    await oldest(newest)
    const other = { ...MIGRATIONS, '9998-of-another-branch': addsNote }
    await expect(openDatabase({ url, migrations: other })).rejects.toThrow(refused)
    await next.close()
  })

  test('UPG-006 an upgrade is finished once no older process lives, each of which is named, and then the version before does not start', async () => {
    const database = await openDatabase({ url })
    const core = await openTestCore(database)
    await oldest(BASELINE)
    const living = async (name: string) => {
      const client = new pg.Client({ connectionString: url, application_name: name })
      await client.connect()
      return client
    }
    const clients = [
      await living(`${NAME}of two versions before`),
      await living(connectionName('app2', 0, '0044-orders-as-rows')),
      await living(connectionName('app3', 0)),
      await living('psql'),
    ]
    expect(await runOffice(core, ['upgrade', 'finish'])).toMatchObject({
      exit: 1,
      notes: ['processes of an older version live: app2, of two versions before'],
    })
    expect(await stateOf(database)).toEqual({ oldest: BASELINE, contracted: [] })
    await Promise.all(clients.map((client) => client.end()))
    await expect
      .poll(async () => (await runOffice(core, ['upgrade', 'finish'])).exit, { timeout: 10_000 })
      .toBe(0)
    expect(await stateOf(database)).toEqual({ oldest: newest, contracted: [] })
    const known = Object.entries(MIGRATIONS).slice(0, -1)
    await expect(openDatabase({ url, migrations: Object.fromEntries(known) })).rejects.toThrow(
      'The database is newer than this program',
    )
    await database.close()
  })

  test('UPG-003 a process knows whether one of an older version lives beside it', async () => {
    const database = await openDatabase({ url })
    const leadership = new Leadership(database)
    leadership.compete(async () => {})
    const expectBesideOlder = async (expected: boolean) => {
      await expect.poll(() => leadership.isBesideOlder, { timeout: 10_000 }).toBe(expected)
    }
    const client = new pg.Client({
      connectionString: url,
      application_name: connectionName('app2', 0, BASELINE),
    })
    await client.connect()
    await expectBesideOlder(true)
    await client.end()
    await expectBesideOlder(false)
    await leadership.resign()
    await database.close()
  })

  test('UPG-006 what only older versions used is dropped once, at the end of the upgrade', async () => {
    const database = await openDatabase({ url })
    const contractions = { '9000-plans-have-a-note': addsNote }
    expect(await finishUpgrade(database, contractions)).toEqual({
      contracted: ['9000-plans-have-a-note'],
    })
    expect(await columnsOf(database, 'plans')).toContain('note')
    expect(await finishUpgrade(database, contractions)).toEqual({ contracted: [] })
    await database.close()
  })

  const stateOf = ({ read }: Database) =>
    read.selectFrom('upgrades').selectAll().executeTakeFirstOrThrow()
})
