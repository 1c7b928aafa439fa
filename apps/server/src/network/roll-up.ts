/** What a roll-up reads, by row in preorder. Units: cents. */
export type RollUpFrom = { readonly parent: Int32Array; readonly own: Float64Array }

/** What it adds to, all zero before the first rows. Units: cents and people. */
export type RollUpInto = {
  readonly flTurnover: Float64Array
  readonly flSize: Int32Array
  readonly teamSize: Int32Array
  readonly team: Float64Array
}

/**
 * Add the rows [first, end), the last first, to those above them: of all rows, pieces from the end on, every first line
 * and team in one pass.
 *
 * Source: decisions C0; ENT-021.
 */
export function rollRows(from: RollUpFrom, into: RollUpInto, first: number, end: number): void {
  // A loop that skips the few rows with nobody above takes a quarter longer than one that ends at each.
  for (let row = end; row > first;) row = rollUntilRoot(from, into, first, row)
}

/** The rows before `end`, as far as the next that nobody is above; answers that row, or the first. */
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
