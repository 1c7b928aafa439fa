import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'

import { restoreBackup } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { BASELINE } from '../db/migrations/index.ts'
import { copyOfUnmigrated } from './databases.ts'

const RELEASED = join(import.meta.dirname, '../db/released')

/** Path of a file that a released version has left. */
export const releasedFile = (name: string): string => join(RELEASED, name)

/** Statements that make an empty database as the chain of migrations before the baseline left it. */
export const chainStatements = (): string => readFileSync(releasedFile(`${BASELINE}.sql`), 'utf8')

/** Makes an empty embedded database as the chain of migrations before the baseline left it. Returns its directory. */
export async function chainDirectory(): Promise<string> {
  const directory = copyOfUnmigrated()
  const database = await openDatabase({ directory, migrations: {} })
  await database.asOwner((tx) => sql.raw(chainStatements()).execute(tx))
  await database.close()
  return directory
}

/** Restores a backup of a release into the embedded database of a directory. Returns the number of rows. */
export async function restoreReleased(directory: string, name: string): Promise<number> {
  const database = await openDatabase({ directory })
  const { rows } = await restoreBackup(database, createReadStream(releasedFile(name)))
  await database.close()
  return rows
}
