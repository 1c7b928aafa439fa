import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { InQuarantine } from '../../core/in-quarantine.ts'
import type { Db, Tx } from '../../db/database.ts'

/** A time in which a restored database sends nothing out. Units: `lastFact` is what the database held when it began. */
export type Quarantine = {
  readonly number: number
  readonly beganAt: number
  readonly reason: string
  readonly lastFact: number
}

/** The open quarantine, if there is one. Source: cluster.md, D-196. */
export async function readQuarantine(db: Db): Promise<Quarantine | null> {
  const open = await db
    .selectFrom('quarantines')
    .select(['number', 'beganAt', 'reason', 'lastFact'])
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return open ?? null
}

/** Refuses what leaves the installation or cannot be undone: `InQuarantine`. */
export async function requireNoQuarantine(db: Db): Promise<void> {
  if ((await readQuarantine(db)) !== null) throw new InQuarantine()
}

/** Begins a quarantine unless one is open. */
export async function beginQuarantine({ database }: Core, reason: string): Promise<void> {
  await sql`select begin_quarantine(${reason})`.execute(database.read)
}

/** Notes that a backup was read into the database, which moves an installation: no quarantine follows. */
export async function noteMoved(tx: Tx, at: number): Promise<void> {
  const { lastFact } = await tx.selectFrom('factLog').select('lastFact').executeTakeFirstOrThrow()
  const reason = 'a backup was restored'
  await tx
    .insertInto('quarantines')
    .values({ beganAt: at, reason, lastFact, endedAt: at, endReason: 'it moves an installation' })
    .execute()
}
