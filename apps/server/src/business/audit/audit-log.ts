import { type RawBuilder, sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db, Tx } from '../../db/database.ts'
import { PREPARED } from '../../db/prepared.ts'
import type { Core } from '../../core/core.ts'
import { currentCaller, currentRequestId } from '../../input/request-id.ts'

/** Actor, command and details of an entry. */
export type AuditEntry = {
  readonly actor: string
  readonly command: string
  /** Called when the entry is written, so that it can include results of the work. */
  readonly details: () => object
  /**
   * The request that asked for the act, if one did; without the key, the request of the running code. Work that is done for several
   * requests names the one of each entry. Source: cluster.md, OBS-011.
   */
  readonly requestId?: string | undefined
  /** The same for the network address of the operator. Source: requirements AUD-001. */
  readonly callerAddress?: string | undefined
}

export type AuditRow = {
  readonly id: number
  readonly at: number
  readonly actor: string
  readonly command: string
  readonly details: object
}

/**
 * Do something that changes data, with its entry in the audit log.
 *
 * The entry is part of the first transaction that commits, so there is no change without one; what was refused has
 * changed nothing and leaves none.
 *
 * Source: operations.md section 4.
 */
export async function audited<T>(
  core: Core,
  entry: AuditEntry,
  work: (core: Core) => Promise<T>,
): Promise<T> {
  const write = (tx: Tx) => writeEntries(tx, core.clock(), [entry])
  return withFirstCommit(core, write, work)
}

/** Does something that changes data, with `write` as the end of the first transaction that commits, or in one of its own. */
export async function withFirstCommit<T>(
  core: Core,
  write: (tx: Tx) => Promise<void>,
  work: (core: Core) => Promise<T>,
): Promise<T> {
  const { database } = core
  let isWritten = false

  const transaction: typeof database.transaction = async (inner, use) => {
    const answer = await database.transaction(async (tx) => {
      const result = await inner(tx)
      if (!isWritten) await write(tx)
      return result
    }, use)
    isWritten = true
    return answer
  }
  const result = await work({ ...core, database: { ...database, transaction } })
  if (!isWritten) await database.transaction(write)
  return result
}

/** Writes entries in the transaction of what they tell. */
export async function writeEntries(
  tx: Tx,
  at: number,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const here = { requestId: currentRequestId(), callerAddress: currentCaller() }
  const written = entryArguments(entries.map((entry) => ({ ...here, ...entry })))
  await sql`${PREPARED} select write_audit_entries(at => ${at}, ${written})`.execute(tx)
}

/** The entries as arguments of a function of the database. */
export const entryArguments = (entries: readonly AuditEntry[]): RawBuilder<unknown> => sql`
  actors => ${column(entries.map(({ actor }) => actor))},
  commands => ${column(entries.map(({ command }) => command))},
  details => ${column(entries.map(({ details, requestId, callerAddress }) => JSON.stringify({ ...details(), requestId, callerAddress })))}`

const ROWS_A_PAGE = 1000

/** The whole audit log, oldest first. */
export async function* readAuditLog(db: Db): AsyncGenerator<AuditRow> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('auditLog')
      .select(['id', 'at', 'actor', 'command', 'arguments as details'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_A_PAGE)
      .execute()
    yield* rows
    if (rows.length < ROWS_A_PAGE) return
    after = rows.at(-1)!.id
  }
}
