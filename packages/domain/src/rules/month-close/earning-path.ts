import { compare, isZero } from '../../fraction.ts'
import type { EffectiveRows } from './effective-rows.ts'
import type { PartnerColumns } from './month-facts.ts'

/** Nobody stands there. */
export const NOBODY = -1

/**
 * Who is paid infinity at all, close together, and the steps that lead from everybody up to them.
 *
 * Units: a place is one in these columns, `NOBODY` where nobody is left.
 */
export type EarningPath = {
  /** By place. */
  readonly rows: readonly number[]
  /** How high the percent stands among those of the plan, from 1. */
  readonly height: readonly number[]
  /** The next above who earns anything, and the next who earns more. */
  readonly nextEarning: readonly number[]
  readonly nextHigher: readonly number[]
  /** By row of the network: the own place, the first place above, and the depth. */
  readonly placeOf: Int32Array
  readonly above: Int32Array
  readonly depth: Int32Array
}

/** Source: decisions C4. Sponsors stand before whom they sponsor, so one pass finds everybody. */
export function earningPath(earning: EffectiveRows, partners: PartnerColumns): EarningPath {
  const { parent, blocked, size } = partners
  const heights = heightsOf(earning)
  const path = { rows: [], height: [], nextEarning: [], nextHigher: [] } as Growing
  const placeOf = new Int32Array(size).fill(NOBODY)
  const above = new Int32Array(size).fill(NOBODY)
  const depth = new Int32Array(size)
  for (let row = 0; row < size; row += 1) {
    const sponsor = parent[row]!
    if (sponsor >= 0) {
      above[row] = placeOf[sponsor] === NOBODY ? above[sponsor]! : placeOf[sponsor]!
      depth[row] = depth[sponsor]! + 1
    }
    const height = blocked[row] === 1 ? 0 : heights[earning.effective[row]!]!
    if (height > 0) placeOf[row] = addPlace(path, row, height, above[row]!)
  }
  return { ...path, placeOf, above, depth }
}

type Growing = { [K in 'rows' | 'height' | 'nextEarning' | 'nextHigher']: number[] }

function addPlace(path: Growing, row: number, height: number, nextEarning: number): number {
  let higher = nextEarning
  while (higher !== NOBODY && path.height[higher]! <= height) higher = path.nextHigher[higher]!
  path.height.push(height)
  path.nextEarning.push(nextEarning)
  path.nextHigher.push(higher)
  return path.rows.push(row) - 1
}

/** By what `EffectiveRows` says of somebody: equal percents stand equally high, 0 percent at 0. */
function heightsOf({ rows }: EffectiveRows): number[] {
  const paying = rows.map(({ percent }) => percent).filter((percent) => !isZero(percent))
  const ascending = paying.toSorted(compare)
  const heights = rows.map(({ percent }) => {
    return ascending.findIndex((other) => compare(other, percent) === 0) + 1
  })
  return [0, ...heights]
}
