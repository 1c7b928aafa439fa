import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest'

import { type Database, openDatabase } from '../db/database.ts'
import { runStatement } from './postgres.ts'
import { RestoredEngine } from './restored-engine.ts'

/** Opens a fresh, migrated database of one kind. */
export type NewDatabase = () => Promise<Database>

const postgresUrl = inject('postgresUrl')

type PostgresDatabase = { readonly url: string; drop(): Promise<void> }

/** Creates an empty database on the tests' PostgreSQL: migrated, if not said otherwise, which takes a second from each start. */
export const createPostgresDatabase = ({ isMigrated = true } = {}): Promise<PostgresDatabase> =>
  newPostgresDatabase(isMigrated ? inject('postgresTemplate') : 'template1')

async function newPostgresDatabase(template: string): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runStatement(postgresUrl, `create database ${name} template ${template}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return {
    url: String(url),
    drop: () => runStatement(postgresUrl, `drop database ${name} with (force)`),
  }
}

/** The kind of database that a suite runs on. */
type DatabaseKind = 'embedded' | 'PostgreSQL'

/**
 * Runs the same suite on the embedded database and on PostgreSQL, for what meets the engine itself. Tables of cases that
 * differ only in a rule run one of their cases on the embedded database: `kind` names the database.
 */
export function onBothDatabases(
  title: string,
  suite: (newDatabase: NewDatabase, kind: DatabaseKind) => void,
): void {
  describe(`${title}, embedded database`, () => {
    withFresh(
      (newDatabase) => suite(newDatabase, 'embedded'),
      async () => ({ database: await openEmbedded(), remove: async () => {} }),
    )
  })
  onPostgres(title, (newDatabase) => suite(newDatabase, 'PostgreSQL'))
}

/** Like `onBothDatabases`, with the embedded engine as the product runs it: in its own thread, on files. */
export function onBothProductDatabases(
  title: string,
  suite: (newDatabase: NewDatabase) => void,
): void {
  describe(`${title}, embedded database`, () => {
    withFresh(suite, openOnFiles)
  })
  onPostgres(title, suite)
}

/** Runs a suite of rules, or one that needs parallel connections, on PostgreSQL. The browser tests run on the embedded database. */
export function onPostgres(title: string, suite: (newDatabase: NewDatabase) => void): void {
  describe(`${title}, PostgreSQL`, () => {
    withFresh(suite, openPostgres)
  })
}

type Opened = { database: Database; remove: () => Promise<void> }

function withFresh(suite: (newDatabase: NewDatabase) => void, open: () => Promise<Opened>): void {
  const opened: Opened[] = []
  let before = 0
  const closeFrom = async (first: number) => {
    for (const { database, remove } of opened.splice(first)) {
      await database.close()
      await remove()
    }
  }
  // A database that a test has opened closes after the test; shared databases close after the suite.
  beforeEach(() => {
    before = opened.length
  })
  afterEach(() => closeFrom(before))
  afterAll(() => closeFrom(0))
  suite(async () => {
    const one = await open()
    opened.push(one)
    return one.database
  })
}

async function openOnFiles(): Promise<Opened> {
  const directory = copyOfTemplate()
  const remove = async () => rmSync(directory, { recursive: true, force: true })
  return { database: await openDatabase({ directory }), remove }
}

/** Opens a migrated, empty embedded database. */
export const openEmbedded = async (): Promise<Database> =>
  openDatabase({
    directory: null,
    engine: await RestoredEngine.open(inject('embeddedTemplate')),
  })

/** Copies the migrated, empty embedded database into a directory of its own. */
export const copyOfTemplate = (): string => copyOf(inject('embeddedTemplate'))

/** Copies an embedded database without a schema, as a first start of any version creates it. */
export const copyOfUnmigrated = (): string => copyOf(inject('unmigratedTemplate'))

function copyOf(template: string): string {
  const directory = emptyDirectory()
  cpSync(template, directory, { recursive: true })
  return directory
}

/** Creates a data directory whose embedded database is migrated and empty: creating one takes several seconds. */
export function dataDirectory(): string {
  const directory = emptyDirectory()
  copyDatabaseTo(directory)
  return directory
}

/** Copies the migrated, empty embedded database into a data directory. */
export const copyDatabaseTo = (dataDir: string): void =>
  cpSync(inject('embeddedTemplate'), join(dataDir, 'db'), { recursive: true })

export const emptyDirectory = (): string => mkdtempSync(join(tmpdir(), 'partner-office-test-'))

/** For many parallel calls on a busy machine. */
const PATIENT = { connections: 24, patienceMs: 30_000 }

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await newPostgresDatabase(inject('postgresTemplate'))
  return { database: await openDatabase({ url, ...PATIENT }), remove: drop }
}
