import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { sql } from 'kysely'

import type { Db } from '../db/database.ts'

/** The command's name in the audit log, from which the reports are read. */
export const BACKUPS_REPORT = 'backups report'

/** Runs a program and gives its output; fails where there is no such program. */
export type RunProgram = (program: string, words: readonly string[]) => Promise<string>

/** A backup of pgBackRest. Units: epoch milliseconds; bytes of the database in it. */
export type PgBackRestBackup = {
  readonly kind: string
  readonly at: number
  readonly bytes: number | null
}

type Stanza = {
  readonly backup?: readonly {
    readonly type?: string
    readonly timestamp: { readonly stop: number }
    readonly info?: { readonly size?: number }
  }[]
}

/** The last backup of each type (full, diff, incr) that pgBackRest has ended; null where it is not set up on this machine. */
export async function readPgBackRest(
  runs: RunProgram = runProgram,
): Promise<PgBackRestBackup[] | null> {
  try {
    const stanzas = JSON.parse(await runs('pgbackrest', ['info', '--output=json'])) as Stanza[]
    const last = new Map<string, PgBackRestBackup>()
    for (const { type = 'full', timestamp, info } of stanzas.flatMap(({ backup = [] }) => backup)) {
      const at = timestamp.stop * 1_000
      if (at <= (last.get(type)?.at ?? 0)) continue
      last.set(type, { kind: type, at, bytes: info?.size ?? null })
    }
    return stanzas.length === 0 ? null : [...last.values()]
  } catch {
    return null
  }
}

const LONGEST_PROGRAM_MS = 5_000

const runProgram: RunProgram = async (program, words) =>
  (await promisify(execFile)(program, [...words], { timeout: LONGEST_PROGRAM_MS })).stdout

/** The last backups and restore tests that the audit log knows. Units: epoch milliseconds; null for none. */
export type KnownBackups = {
  readonly product: number | null
  readonly reported: number | null
  readonly restoreTest: number | null
  readonly hasRestoreFailed: boolean
}

/** Reads them by an index of their entries. */
export async function readKnownBackups(db: Db): Promise<KnownBackups> {
  const { rows } = await sql<KnownBackups>`
    select max(at) filter (where command = 'backup') as product,
      max(at) filter (where kind = 'backup' and not has_failed) as reported,
      max(at) filter (where kind = 'restore-test' and not has_failed) as restore_test,
      coalesce((array_agg(has_failed order by id desc) filter (where kind = 'restore-test'))[1], false)
        as has_restore_failed
    from (
      select id, at, command, arguments ? 'failed' as has_failed,
        case when command = ${BACKUPS_REPORT} then arguments #>> '{words,0}' end as kind
      from audit_log where command in ('backup', 'backups report')) entries`.execute(db)
  return rows[0]!
}

const ASKED_AGAIN_MS = 600_000
let asked: { readonly at: number; readonly last: number } | null = null

/** When the last backup ended; 0 for none. pgBackRest, a program, is asked every ten minutes. */
export async function lastBackupAt(db: Db): Promise<number> {
  const { product, reported } = await readKnownBackups(db)
  if (asked === null || performance.now() - asked.at > ASKED_AGAIN_MS) {
    const found = (await readPgBackRest()) ?? []
    asked = { at: performance.now(), last: Math.max(0, ...found.map(({ at }) => at)) }
  }
  return Math.max(product ?? 0, reported ?? 0, asked.last)
}
