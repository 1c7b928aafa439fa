import type { TopLegs } from './top-legs.ts'

/**
 * Turnovers since an instant, as columns by row: `own` is given, `team` rolled up.
 *
 * Units: whole euro cents, exact to 2^53; `start` in epoch milliseconds.
 */
export type Measure = {
  /** Orders paid from this instant on count. */
  readonly start: number
  own: Float64Array
  team: Float64Array
  /** The largest legs of the rows with many children. */
  legs: TopLegs
}
