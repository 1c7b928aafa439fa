import type { FiguresEngine } from '../figures-engine.ts'
import type { Values } from './zones.ts'

/** What can be bounded. */
export const MEASURES = ['ownTurnover', 'flTurnover', 'teamTurnover', 'flSize', 'teamSize'] as const
export type MeasureName = (typeof MEASURES)[number]

/** What can be sorted by. */
export const SORT_FIELDS = [...MEASURES, 'registeredAt'] as const
export type SortField = (typeof SORT_FIELDS)[number]

/** What rows have codes for, by their place in the columns of codes. */
export const CODED = [...SORT_FIELDS, 'activeUntil', 'rank'] as const
export type CodedField = (typeof CODED)[number]

/** Inclusive. Units: cents and people. */
export type Bound = { readonly field: MeasureName; readonly min: number; readonly max: number }

/**
 * What somebody asks about the team below `top`, a row.
 *
 * Units: `now` in epoch milliseconds; `rank` is a place on the ladder; `active` and `rank` null: any.
 * Source: decisions D-066 to D-068.
 */
export type TeamQuestion = {
  readonly top: number
  readonly scope: 'firstLine' | 'downline'
  readonly sort: SortField
  readonly isDescending: boolean
  /** How many rows come before the page, and how many are on it at most. */
  readonly offset: number
  readonly limit: number
  readonly bounds: readonly Bound[]
  readonly rank: number | null
  readonly active: boolean | null
  readonly now: number
  readonly name: string | null
}

/** The column of a field that has one. */
export function valuesOf(engine: FiguresEngine, field: SortField): Values {
  switch (field) {
    case 'ownTurnover':
      return engine.measures[0]!.own
    case 'teamTurnover':
      return engine.measures[0]!.team
    default:
      return engine[field]
  }
}

/** One condition on one field: whole numbers from `min` to `max`. */
export type Range = { readonly field: CodedField; readonly min: number; readonly max: number }

const UNBOUNDED = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

/** The conditions of a question, without the name. Active is who is so until later than now. */
export function rangesOf({ bounds, rank, active, now }: TeamQuestion): Range[] {
  const ranges: Range[] = [...bounds]
  const today = Math.floor(now)
  if (active === true) ranges.push({ ...UNBOUNDED, field: 'activeUntil', min: today + 1 })
  if (active === false) ranges.push({ ...UNBOUNDED, field: 'activeUntil', max: today })
  if (rank !== null) ranges.push({ field: 'rank', min: rank, max: rank })
  return ranges
}
