import type { LifestyleMonth } from '../../parts/programmes/lifestyle-query.ts'
import type { ProgrammePeriod } from '../../parts/programmes/programme-query.ts'

/** A partner's standing in a programme in its current period. */
export type Standing =
  | { readonly state: 'reached'; readonly reached: number; readonly all: number }
  | { readonly state: 'inProgress' }
  /** `rank` is the lowest rank that qualifies; null where any rank does. */
  | { readonly state: 'disabled'; readonly rank: string | null }

/** Standing by the checkpoints that the rank allows. Source: decisions C5, C6. */
export function checkpointStanding({ record, rows }: ProgrammePeriod): Standing {
  const { enabled, checkpoints, achievedCheckpoints } = record
  if (!enabled) return { state: 'disabled', rank: rows[0]?.rang ?? null }
  return standing(achievedCheckpoints.length, checkpoints.length)
}

/** Standing by the rows that the rank allows. Source: decisions C7. */
export function lifestyleStanding({ rows }: Pick<LifestyleMonth, 'rows'>): Standing {
  const open = rows.filter(({ isReachable }) => isReachable)
  if (open.length === 0) return { state: 'disabled', rank: rows[0]?.rang ?? null }
  return standing(open.filter(({ status }) => status === 'reached').length, open.length)
}

const standing = (reached: number, all: number): Standing =>
  reached > 0 ? { state: 'reached', reached, all } : { state: 'inProgress' }
