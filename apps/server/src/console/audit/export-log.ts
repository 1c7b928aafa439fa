import type { FileReply } from '@partner-office/contracts'
import { sql } from 'kysely'

import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../../business/exports/csv.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { readLines } from '../../db/read-cursor.ts'
import { streamSnapshot } from '../../db/stream-snapshot.ts'

/** An entry as it is exported. `text` is exactly what the hash covers, behind the hash before. */
type Exported = {
  readonly id: number
  readonly at: number
  readonly actor: string
  readonly command: string
  readonly text: string
  readonly hash: string
}

const FORMS = {
  csv: {
    head: BYTE_ORDER_MARK + csvLine(['id', 'at', 'actor', 'command', 'text', 'hash']),
    line: ({ id, at, actor, command, text, hash }: Exported) =>
      csvLine([id, new Date(at).toISOString(), textCell(actor), textCell(command), text, hash]),
  },
  jsonl: {
    head: '',
    line: ({ text, hash }: Exported) => `${JSON.stringify({ text, hash })}\n`,
  },
} as const

/**
 * The audit log from the entry behind `after` on, oldest first, of one moment. `docs/check-audit-log.mjs` checks the file.
 *
 * Source: requirements AUD-004.
 */
export function exportLog(
  { database, clock }: Core,
  { form, after }: { readonly form: keyof typeof FORMS; readonly after: number },
): FileReply {
  const { head, line } = FORMS[form]
  async function* lines(tx: Tx): AsyncGenerator<string> {
    if (head !== '') yield head
    yield* readLines(tx, entriesAfter(after), line)
  }
  const day = new Date(clock()).toISOString().slice(0, 10)
  return { name: `audit-log-${day}.${form}`, chunks: inChunks(streamSnapshot(database, lines)) }
}

const entriesAfter = (after: number) => sql<Exported>`
  select id, at, actor, command, convert_from(audit_text(id, at, actor, command, arguments), 'UTF8') as text,
    encode(hash, 'hex') as hash
  from audit_log where id > ${sql.lit(after)} order by id`
