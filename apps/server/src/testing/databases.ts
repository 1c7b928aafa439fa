import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest'

import { type Database, openDatabase } from '../db/database.ts'

/** Opens a fresh, migrated database of one kind. */
export type NewDatabase = () => Promise<Database>

const postgresUrl = inject('postgresUrl')

/** A new empty database on the tests' PostgreSQL, and how to remove it. */
export async function createPostgresDatabase(): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  if (postgresUrl === null) throw new Error('There is no PostgreSQL for tests')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return { url: String(url), drop: () => onServer(`drop database ${name} with (force)`) }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl! })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Run the same suite on the embedded database and on PostgreSQL. */
export function onBothDatabases(title: string, suite: (newDatabase: NewDatabase) => void): void {
  describe(`${title}, embedded database`, () => {
    withFresh(suite, openEmbedded)
  })
  onPostgres(title, suite)
}

/** Run a suite that needs parallel connections. */
export function onPostgres(title: string, suite: (newDatabase: NewDatabase) => void): void {
  describe.skipIf(postgresUrl === null)(`${title}, PostgreSQL`, () => {
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
  // What a test has opened goes with it; what a suite shares stays until its end.
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

async function openEmbedded(): Promise<Opened> {
  const directory = copyOfTemplate()
  const remove = async () => rmSync(directory, { recursive: true, force: true })
  return { database: await openDatabase({ directory }), remove }
}

/** A migrated, empty embedded database in a directory of its own. */
export function copyOfTemplate(): string {
  const directory = emptyDirectory()
  cpSync(inject('embeddedTemplate'), directory, { recursive: true })
  return directory
}

export const emptyDirectory = (): string => mkdtempSync(join(tmpdir(), 'partner-office-test-'))

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await createPostgresDatabase()
  return { database: await openDatabase({ url, connections: 24 }), remove: drop }
}
