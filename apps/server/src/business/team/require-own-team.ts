import { Refusal } from '@partner-office/domain'

import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'

/**
 * A sponsor whose team somebody may see, their own or that of anybody below: the row, and the line it is in for whoever
 * asks, who is 0.
 *
 * Refuses: `access_denied`, for anybody else, whether there is such a partner or not.
 * Source: api.md section 2, "Team"; decisions D-071; ACC-004.
 */
export function requireOwnTeam(
  engine: FiguresEngine,
  partnerId: number,
  sponsorId: number,
): { top: number; topLevel: number } {
  const top = engine.rowOf(sponsorId)
  const topLevel = linesBelow(engine, engine.rowOf(partnerId), top)
  if (topLevel === null) throw new Refusal('access_denied')
  return { top, topLevel }
}

/** How many lines a row is below another, 0 for the same; null where it is not below it. */
export function linesBelow(engine: FiguresEngine, upper: number, row: number): number | null {
  let lines = 0
  for (let at = row; at !== NO_ROW; at = engine.parent[at]!) {
    if (at === upper) return lines
    lines += 1
  }
  return null
}
