import type { LifestyleMonth } from '../../parts/programmes/lifestyle-query.ts'
import type { ProgrammePeriod } from '../../parts/programmes/programme-query.ts'

/** How a partner stands to a programme in its current period. */
export type Standing =
  | { readonly state: 'reached'; readonly reached: number; readonly all: number }
  | { readonly state: 'inProgress' }
  /** `rank` is where the programme starts, where it asks for one. */
  | { readonly state: 'disabled'; readonly rank: string | null }

/** By the checkpoints that the rank allows. Source: decisions C5, C6. */
export function checkpointStanding({ record, rows }: ProgrammePeriod): Standing {
  const { enabled, checkpoints, achievedCheckpoints } = record
  if (!enabled) return { state: 'disabled', rank: rows[0]?.rang ?? null }
  return standing(achievedCheckpoints.length, checkpoints.length)
}

/** By the rows that the rank reaches up to. Source: decisions C7. */
export function lifestyleStanding({ rows }: Pick<LifestyleMonth, 'rows'>): Standing {
  const open = rows.filter(({ isReachable }) => isReachable)
  if (open.length === 0) return { state: 'disabled', rank: rows[0]?.rang ?? null }
  return standing(open.filter(({ status }) => status === 'reached').length, open.length)
}

const standing = (reached: number, all: number): Standing =>
  reached > 0 ? { state: 'reached', reached, all } : { state: 'inProgress' }
