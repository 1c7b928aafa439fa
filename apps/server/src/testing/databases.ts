import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest'

import { type Database, openDatabase } from '../db/database.ts'
import { runStatement } from './postgres.ts'

/** Opens a fresh, migrated database of one kind. */
export type NewDatabase = () => Promise<Database>

const postgresUrl = inject('postgresUrl')

type PostgresDatabase = { readonly url: string; drop(): Promise<void> }

/** Creates an empty database, not migrated, on the tests' PostgreSQL. */
export const createPostgresDatabase = (): Promise<PostgresDatabase> =>
  newPostgresDatabase('template1')

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

/** Runs the same suite on the embedded database and on PostgreSQL. */
export function onBothDatabases(title: string, suite: (newDatabase: NewDatabase) => void): void {
  describe(`${title}, embedded database`, () => {
    withFresh(suite, openEmbedded)
  })
  onPostgres(title, suite)
}

/** Runs a suite that needs parallel connections, on PostgreSQL. */
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

/** Missing in the types of Node.js. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
}
let heldModule: Promise<object> | undefined

/**
 * Compiles the engine once and keeps the module alive: V8 then shares its code with the threads of all databases, and
 * each starts in half the time.
 */
function holdEngineModule(): Promise<object> {
  const file = import.meta.resolve('@electric-sql/pglite').replace(/[^/]+$/, 'pglite.wasm')
  return (heldModule ??= WebAssembly.compile(readFileSync(new URL(file))))
}

async function openEmbedded(): Promise<Opened> {
  await holdEngineModule()
  const directory = copyOfTemplate()
  const remove = async () => rmSync(directory, { recursive: true, force: true })
  return { database: await openDatabase({ directory }), remove }
}

/** Opens a migrated, empty embedded database in a directory of its own. */
export function copyOfTemplate(): string {
  const directory = emptyDirectory()
  cpSync(inject('embeddedTemplate'), directory, { recursive: true })
  return directory
}

export const emptyDirectory = (): string => mkdtempSync(join(tmpdir(), 'partner-office-test-'))

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await newPostgresDatabase(inject('postgresTemplate'))
  return { database: await openDatabase({ url, connections: 24 }), remove: drop }
}
