/** The input of a roll-up, by row in preorder. Units: cents. */
export type RollUpFrom = { readonly parent: Int32Array; readonly own: Float64Array }

/** The output of a roll-up, all zero before. Units: cents and people. */
export type RollUpInto = {
  readonly flTurnover: Float64Array
  readonly flSize: Int32Array
  readonly teamSize: Int32Array
  readonly team: Float64Array
}

/**
 * Adds the rows [first, end) to their parents, from the last row to the first. Called for all pieces from the end to the
 * start, it computes every first line and team in one pass: a row is complete when it is added to its parent.
 *
 * Source: decisions C0; ENT-021.
 */
export function rollRows(from: RollUpFrom, into: RollUpInto, first: number, end: number): void {
  // Ending the loop at each root is a quarter faster than a check in the loop that skips the few roots.
  for (let row = end; row > first;) row = rollUntilRoot(from, into, first, row)
}

/** Adds the rows before `end`, down to the next root; returns that root, or `first`. */
function rollUntilRoot(
  { parent, own }: RollUpFrom,
  { flTurnover, flSize, teamSize, team }: RollUpInto,
  first: number,
  end: number,
): number {
  for (let row = end - 1; row >= first; row -= 1) {
    const above = parent[row]!
    if (above < 0) return row
    const bought = own[row]!
    flSize[above]! += 1
    flTurnover[above]! += bought
    teamSize[above]! += 1 + teamSize[row]!
    team[above]! += bought + team[row]!
  }
  return first
}
