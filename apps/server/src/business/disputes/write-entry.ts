import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import { addWords } from '../support/desk-words.ts'

type Entry = {
  readonly kind: Schema['console.disputeEntries']['kind']
  readonly text: string
  /** The operator; without one, the partner. */
  readonly by?: number
}

/** Writes what one side has written or done. The inbox finds a dispute by what both sides have written, not by notes. */
export async function writeEntry(
  { clock }: Core,
  tx: Tx,
  disputeId: number,
  { kind, text, by }: Entry,
): Promise<void> {
  await tx
    .insertInto('console.disputeEntries')
    .values({ disputeId, at: clock(), kind, operatorId: by ?? null, text })
    .execute()
  if (kind === 'note') return
  await addWords(tx, 'dispute', { id: disputeId, text, isWhole: kind === 'opened' })
}
