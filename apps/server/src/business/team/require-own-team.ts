import { Refusal } from '@partner-office/domain'

import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'

/**
 * Row of a team's owner and the owner's depth below the caller (caller = 0).
 *
 * Refuses: `access_denied` for any partner outside the caller's team, known or not.
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

/** Depth of a row below another, 0 for the same row; null when it is not below. */
export function linesBelow(engine: FiguresEngine, upper: number, row: number): number | null {
  let lines = 0
  for (let at = row; at !== NO_ROW; at = engine.parent[at]!) {
    if (at === upper) return lines
    lines += 1
  }
  return null
}
