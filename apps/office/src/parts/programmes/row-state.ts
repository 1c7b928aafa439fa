import type { BonusRecord } from '@partner-office/contracts'

import type { ProgrammeRow } from './programmes.ts'

/** State of a row for a partner: a row that requires a higher rank is locked. */
export type RowState = 'reached' | 'open' | 'locked'

/** State of the row at an index of all rows; rows of pools are identified by the number of the pool. Source: decisions C5, C6; ENT-005. */
export function rowState(
  { checkpoints, achievedCheckpoints }: Pick<BonusRecord, 'checkpoints' | 'achievedCheckpoints'>,
  row: Pick<ProgrammeRow, 'pool'>,
  place: number,
): RowState {
  const id = row.pool ?? place + 1
  if (achievedCheckpoints.includes(id)) return 'reached'
  return checkpoints.some((checkpoint) => checkpoint.id === id) ? 'open' : 'locked'
}
