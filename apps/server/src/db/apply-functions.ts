import { createHash } from 'node:crypto'

import { sql, type Transaction } from 'kysely'

import { limitWait } from './give-way.ts'
import type { Schema } from './schema.ts'
import { functionFiles, type SqlFile } from './schema-files.ts'

/**
 * Puts the functions and triggers of this program into force: runs each file that has changed since its last run.
 *
 * Needs the owner's rights. Servers that start at the same time wait for each other.
 */
export async function applyFunctions(
  tx: Transaction<Schema>,
  files: readonly SqlFile[] = functionFiles(),
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partner-office: functions'))`.execute(tx)
  const changed = await changedFiles(tx, files)
  if (changed.length === 0) return
  await limitWait(tx)
  // Files stand in no order: a function may name one of a later file.
  await sql`set local check_function_bodies = off`.execute(tx)
  for (const { name, text, sha256 } of changed) {
    await sql.raw(text).execute(tx)
    await tx
      .insertInto('appliedFunctions')
      .values({ file: name, sha256 })
      .onConflict((conflict) => conflict.column('file').doUpdateSet({ sha256 }))
      .execute()
  }
}

async function changedFiles(tx: Transaction<Schema>, files: readonly SqlFile[]) {
  await sql`
    create table if not exists applied_functions (file text primary key, sha256 text not null);
    grant select on applied_functions to partner_office_app`.execute(tx)
  const rows = await tx.selectFrom('appliedFunctions').selectAll().execute()
  const applied = new Map(rows.map(({ file, sha256 }) => [file, sha256]))
  return files
    .map((file) => ({ ...file, sha256: createHash('sha256').update(file.text).digest('hex') }))
    .filter(({ name, sha256 }) => applied.get(name) !== sha256)
}
