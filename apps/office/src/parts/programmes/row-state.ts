import type { BonusRecord } from '@partner-office/contracts'

import type { ProgrammeRow } from './programmes.ts'

/** How a partner stands to a row: a row that asks for a higher rank is locked. */
export type RowState = 'reached' | 'open' | 'locked'

/** The state of the row at a place among all rows, from 0; pools go by their number. Source: decisions C5, C6; ENT-005. */
export function rowState(
  { checkpoints, achievedCheckpoints }: Pick<BonusRecord, 'checkpoints' | 'achievedCheckpoints'>,
  row: Pick<ProgrammeRow, 'pool'>,
  place: number,
): RowState {
  const id = row.pool ?? place + 1
  if (achievedCheckpoints.includes(id)) return 'reached'
  return checkpoints.some((checkpoint) => checkpoint.id === id) ? 'open' : 'locked'
}
