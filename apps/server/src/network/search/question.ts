import type { FiguresEngine } from '../figures-engine.ts'
import type { Values } from './zones.ts'

/** Fields with lower and upper bounds. */
export const MEASURES = ['ownTurnover', 'flTurnover', 'teamTurnover', 'flSize', 'teamSize'] as const

/** Fields to sort by. */
export const SORT_FIELDS = [...MEASURES, 'registeredAt'] as const
export type SortField = (typeof SORT_FIELDS)[number]

/** Fields with a column of codes, in the order of those columns. */
export const CODED = [...SORT_FIELDS, 'activeUntil', 'rank'] as const
export type CodedField = (typeof CODED)[number]

/** An inclusive range of values. Units: cents, people and epoch milliseconds. */
export type Bound = { readonly field: SortField; readonly min: number; readonly max: number }

/**
 * A search in the team below `top`, a row; `NO_ROW`: in the whole network.
 *
 * Units: `now` in epoch milliseconds; `rank` is a place on the ladder; `active` and `rank` null: any.
 * Source: decisions D-066 to D-068.
 */
export type TeamQuestion = {
  readonly top: number
  readonly scope: 'firstLine' | 'downline'
  readonly sort: SortField
  readonly isDescending: boolean
  /** The number of rows before the page, and the size of the page. */
  readonly offset: number
  readonly limit: number
  readonly bounds: readonly Bound[]
  readonly rank: number | null
  readonly active: boolean | null
  readonly now: number
  readonly name: string | null
}

/** Returns the column of a field. */
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

/** A condition on one field: whole numbers from `min` to `max`. */
export type Range = { readonly field: CodedField; readonly min: number; readonly max: number }

const UNBOUNDED = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

/** The conditions of a search, except the name. A partner is active when its activity ends later than now. */
export function rangesOf({ bounds, rank, active, now }: TeamQuestion): Range[] {
  const ranges: Range[] = [...bounds]
  const today = Math.floor(now)
  if (active === true) ranges.push({ ...UNBOUNDED, field: 'activeUntil', min: today + 1 })
  if (active === false) ranges.push({ ...UNBOUNDED, field: 'activeUntil', max: today })
  if (rank !== null) ranges.push({ field: 'rank', min: rank, max: rank })
  return ranges
}
