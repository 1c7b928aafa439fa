import { IMPORT_FIELDS, type ImportForm } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import type { Console, Session } from '../console.ts'
import { findImport, type StoredImport } from './stored-imports.ts'

type Seen = { readonly id: number; readonly version: number }

/** Locks a file that may be changed. Refuses: `not_found`; `changed_meanwhile`, also for one that is done or being imported. */
async function lockImport(tx: Tx, id: number, version?: number): Promise<StoredImport> {
  await tx.selectFrom('console.imports').select('id').where('id', '=', id).forUpdate().execute()
  const stored = await findImport(tx, id)
  if (version !== undefined && stored.version !== version) throw new Refusal('changed_meanwhile')
  if (stored.state === 'DONE') throw new Refusal('changed_meanwhile')
  if (stored.state === 'CONFIRMED' && (await isRunning(tx, stored))) {
    throw new Refusal('changed_meanwhile')
  }
  return stored
}

async function isRunning(tx: Tx, { id }: StoredImport): Promise<boolean> {
  const job = await tx
    .selectFrom('console.jobs')
    .select('id')
    .where('kind', '=', 'import')
    .where('object', '=', String(id))
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return job !== undefined
}

const OPEN = {
  state: 'NEW',
  result: null,
  reason: null,
  confirmedBy: null,
} as const

/**
 * Changes how a file is read; what a check has found no longer holds.
 *
 * Refuses: `validation_error`, for a field that the kind does not have or a column of two fields; `changed_meanwhile`.
 */
export function changeForm(
  core: Core,
  { id, version }: Seen,
  form: ImportForm,
  { email }: Session,
): Promise<void> {
  return core.database.transaction(async (tx) => {
    const stored = await lockImport(tx, id, version)
    requireColumns(stored, form)
    await tx
      .updateTable('console.imports')
      .set({ ...OPEN, form: JSON.stringify(form), version: version + 1 })
      .where('id', '=', id)
      .execute()
    const details = () => ({ import: id, object: stored.kind, ...form })
    await writeEntries(tx, core.clock(), [{ actor: email, command: 'import form', details }])
  })
}

function requireColumns({ kind }: StoredImport, { columns }: ImportForm): void {
  const { required, optional } = IMPORT_FIELDS[kind]
  const known: readonly string[] = [...required, ...optional]
  const used = Object.values(columns)
  InvalidInput.refuseAny(
    Object.entries(columns).flatMap(([field, column]) => {
      const place = `form.columns.${field}`
      if (!known.includes(field)) return { place, problem: `must be one of ${known.join(', ')}` }
      if (used.filter((one) => one === column).length === 1) return []
      return { place, problem: 'must be another column than that of another field' }
    }),
  )
}

/** Starts the check of a file. Refuses: as `postImportCheck` says. */
export async function startCheck(
  { core, jobs }: Console,
  { id, version }: Seen,
  session: Session,
): Promise<number> {
  await core.database.transaction(async (tx) => {
    const { kind, form } = await lockImport(tx, id, version)
    const missing = IMPORT_FIELDS[kind].required.find((field) => form.columns[field] === undefined)
    if (missing !== undefined) throw new Refusal('required', { field: missing })
    if (form.dates === null) throw new Refusal('required', { field: 'dates' })
  })
  return startJob({ core, jobs }, 'importCheck', id, session)
}

/** Confirms a checked file and starts its import. Refuses: as `postImportConfirm` says. */
export async function confirmImport(
  { core, jobs }: Pick<Console, 'core' | 'jobs'>,
  { id, version }: Seen,
  reason: string,
  session: Session,
): Promise<number> {
  await core.database.transaction(async (tx) => {
    const { kind, sha256, state, result } = await lockImport(tx, id, version)
    const isGood = state === 'CONFIRMED' || (state === 'CHECKED' && result?.bad === 0)
    if (!isGood) throw new Refusal('changed_meanwhile')
    await tx
      .updateTable('console.imports')
      .set({ state: 'CONFIRMED', reason, confirmedBy: session.operatorId, version: version + 1 })
      .where('id', '=', id)
      .execute()
    const details = () => ({ import: id, object: kind, sha256, reason })
    const entry = { actor: session.email, command: 'import confirm', details }
    await writeEntries(tx, core.clock(), [entry])
  })
  return startJob({ core, jobs }, 'import', id, session)
}

async function startJob(
  { core, jobs }: Pick<Console, 'core' | 'jobs'>,
  kind: 'importCheck' | 'import',
  id: number,
  session: Session,
): Promise<number> {
  const jobId = await jobs.start(core, { kind, object: String(id) }, session)
  await core.database.transaction((tx) =>
    tx.updateTable('console.imports').set({ jobId }).where('id', '=', id).execute(),
  )
  return jobId
}

/** Deletes a file that is not imported. Refuses: `not_found`; `changed_meanwhile`. */
export function deleteImport(core: Core, id: number, { email }: Session): Promise<void> {
  return core.database.transaction(async (tx) => {
    const { kind, sha256 } = await lockImport(tx, id)
    await tx.deleteFrom('console.imports').where('id', '=', id).execute()
    const details = () => ({ import: id, object: kind, sha256 })
    await writeEntries(tx, core.clock(), [{ actor: email, command: 'import delete', details }])
  })
}
