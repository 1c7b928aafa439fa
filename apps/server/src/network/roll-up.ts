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
 * Add the rows [from, to), the last first, to those above them: of all rows, pieces from the end on, every first line
 * and team in one pass.
 *
 * Source: decisions C0; ENT-021.
 */
export function rollRows(
  { parent, own }: RollUpFrom,
  { flTurnover, flSize, teamSize, team }: RollUpInto,
  from: number,
  to: number,
): void {
  for (let row = to - 1; row >= from; row -= 1) {
    const above = parent[row]!
    if (above < 0) continue
    const bought = own[row]!
    flSize[above]! += 1
    flTurnover[above]! += bought
    teamSize[above]! += 1 + teamSize[row]!
    team[above]! += bought + team[row]!
  }
}
