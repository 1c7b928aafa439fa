import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { type NewDatabase, onBothDatabases } from '../testing/databases.ts'
import { applyFunctions } from './apply-functions.ts'
import type { Database, Tx } from './database.ts'
import { functionFiles, type SqlFile } from './schema-files.ts'

const answering = (name: string, answer: number): SqlFile => ({
  name: `functions/${name}.sql`,
  text: `create or replace function ${name}() returns integer language sql as $$ select ${answer} $$`,
})

const answerOf = async ({ read }: Database, name: string): Promise<number> => {
  const { rows } = await sql<{ answer: number }>`select ${sql.raw(name)}() as answer`.execute(read)
  return rows[0]!.answer
}

/** Applies files with the owner's rights, as a start does. */
const apply = (database: Database, files: readonly SqlFile[]): Promise<void> =>
  database.asOwner((tx: Tx) => applyFunctions(tx, files))

onBothDatabases('the files of functions', (newDatabase: NewDatabase) => {
  test('a changed file is run, an unchanged one is not', async () => {
    const database = await newDatabase()
    await apply(database, [answering('one', 1), answering('two', 2)])
    // Changed by hand: it stays, because the file of the function has not changed.
    await database.asOwner((tx) => sql.raw(answering('one', 9).text).execute(tx))
    await apply(database, [answering('one', 1), answering('two', 22)])
    expect([await answerOf(database, 'one'), await answerOf(database, 'two')]).toEqual([9, 22])
  })

  test('of files one of which fails, none is run', async () => {
    const database = await newDatabase()
    const broken = { name: 'functions/broken.sql', text: 'create function' }
    await expect(apply(database, [answering('one', 1), broken])).rejects.toThrow('syntax error')
    await expect(answerOf(database, 'one')).rejects.toThrow('does not exist')
  })

  test('a new database has run all of them', async () => {
    const database = await newDatabase()
    const applied = await database.read.selectFrom('appliedFunctions').select('file').execute()
    expect(applied.map(({ file }) => file).toSorted()).toEqual(
      functionFiles().map(({ name }) => name),
    )
  })
})
