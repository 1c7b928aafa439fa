import type { TopLegs } from './top-legs.ts'

/**
 * One sum of turnovers, as columns by row: `own` is given, `team` rolled up.
 *
 * Units: whole euro cents, exact to 2^53; `start` in epoch milliseconds.
 */
export type Measure = {
  /** Orders from this instant on count. */
  readonly start: number
  own: Float64Array
  team: Float64Array
  /** The largest legs of the rows with more than `FEW_CHILDREN`. */
  legs: TopLegs
}
