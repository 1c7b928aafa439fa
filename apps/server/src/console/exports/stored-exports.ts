import type { Export, ExportedList, FileReply } from '@partner-office/contracts'
import { DAY_MS, Refusal } from '@partner-office/domain'
import type { Selectable } from 'kysely'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Database } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { Session } from '../console.ts'
import { requireFresh } from '../sign-in/sessions.ts'

/** Files wait this long for their operator. Source: requirements EXP-006. */
const KEPT_MS = 7 * DAY_MS

/** An export whose process has not renewed it for this long is interrupted. */
export const GONE_AFTER_MS = 60_000

type Stored = Selectable<Schema['console.exports']>

/** The operator's exports of the last 7 days, the newest first. */
export async function listExports(core: Core, session: Session): Promise<Export[]> {
  const rows = await ownExports(core, session).orderBy('id', 'desc').execute()
  return rows.map((stored) => asExport(stored, core.clock()))
}

/** One of the operator's exports. Refuses: `not_found`. */
export async function readExport(core: Core, id: number, session: Session): Promise<Export> {
  return asExport(await ownExport(core, id, session), core.clock())
}

const ownExports = ({ database, clock }: Core, { operatorId }: Session) =>
  database.read
    .selectFrom('console.exports')
    .selectAll()
    .where('operatorId', '=', operatorId)
    .where('at', '>', clock() - KEPT_MS)

async function ownExport(core: Core, id: number, session: Session): Promise<Stored> {
  const stored = await ownExports(core, session).where('id', '=', id).executeTakeFirst()
  if (stored === undefined) throw new Refusal('not_found')
  return stored
}

function asExport(stored: Stored, now: number): Export {
  const isGone = stored.state === 'RUNNING' && stored.touchedAt <= now - GONE_AFTER_MS
  return {
    id: stored.id,
    list: stored.list as ExportedList,
    filters: stored.filters,
    columns: stored.columns,
    withContacts: stored.withContacts,
    state: isGone ? 'INTERRUPTED' : stored.state,
    rows: stored.rows,
    bytes: stored.bytes,
    sha256: stored.sha256,
    at: stored.at,
    until: stored.at + KEPT_MS,
  }
}

/**
 * The file of one of the operator's exports. One with contacts is an entry of the audit log each time.
 *
 * Refuses: `not_found`, also for a file that is not done; `fresh_sign_in_required`, for contacts.
 * Source: requirements EXP-005, AUD-002.
 */
export async function readFile(core: Core, id: number, session: Session): Promise<FileReply> {
  const { state, list, at, rows, withContacts, sha256 } = await ownExport(core, id, session)
  if (state !== 'DONE') throw new Refusal('not_found')
  if (withContacts) {
    requireFresh(session, core.clock())
    const details = () => ({ object: list, export: id, sha256 })
    await core.database.transaction((tx) =>
      writeEntries(tx, core.clock(), [{ actor: session.email, command: 'export read', details }]),
    )
  }
  const name = `${list}-${new Date(at).toISOString().slice(0, 10)}.csv`
  return { name, lines: rows + 1, chunks: partsOf(core.database, id) }
}

async function* partsOf(
  { read }: Pick<Database, 'read'>,
  exportId: number,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const stored = await read
      .selectFrom('console.exportParts')
      .select('content')
      .where('exportId', '=', exportId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (stored === undefined) return
    yield stored.content
  }
}

/** Deletes one of the operator's exports, also one that is being made. Refuses: `not_found`. */
export async function deleteExport(core: Core, id: number, session: Session): Promise<void> {
  const { list } = await ownExport(core, id, session)
  await core.database.transaction(async (tx) => {
    await tx.deleteFrom('console.exports').where('id', '=', id).execute()
    const details = () => ({ object: list, export: id })
    await writeEntries(tx, core.clock(), [
      { actor: session.email, command: 'export delete', details },
    ])
  })
}

/** Deletes the exports whose time is over. Source: requirements EXP-006. */
export async function deleteOldExports({
  database,
  clock,
}: Pick<Core, 'database' | 'clock'>): Promise<void> {
  await database.transaction((tx) =>
    tx
      .deleteFrom('console.exports')
      .where('at', '<=', clock() - KEPT_MS)
      .execute(),
  )
}
