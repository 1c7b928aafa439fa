import { createReadStream } from 'node:fs'
import { basename } from 'node:path'

import { restoreBackup } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { MIGRATIONS } from '../db/migrations/index.ts'
import { copyOfUnmigrated } from './databases.ts'

/** Restores a backup of an earlier release into a directory with the schema of that release. */
export async function restoreReleased(
  file: string,
): Promise<{ readonly directory: string; readonly rows: number }> {
  const last = Object.keys(MIGRATIONS).indexOf(basename(file).split('.', 1)[0]!)
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, last + 1))
  const directory = copyOfUnmigrated()
  const released = await openDatabase({ directory, migrations })
  const { rows } = await restoreBackup(released, createReadStream(file))
  await released.close()
  return { directory, rows }
}
