import type { BonusRecord } from '@partner-office/contracts'
import { compare, fraction } from '@partner-office/domain'

import { drawnPercent } from '../figures/eur.ts'

/** A checkpoint on the way to a target. Units: EUR. */
export type Milestone = { readonly target: string; readonly isReached: boolean }

/** A checkpoint's mark on a bar; its name is before or after the mark. Units: `at` in percent of the bar. */
export type Mark = Milestone & {
  readonly at: number
  readonly isNamed: boolean
  readonly isNameAfter: boolean
}

/** Least distance between two names. Units: percent of the bar. */
const LEAST_GAP = 24
/** Least room that a name needs before its mark. Units: percent of the bar. */
const LEAST_START = 18

/** Marks of checkpoints on a bar, the lowest first. Of two marks that are too close, the higher one keeps its name. */
export function marksOf(checkpoints: readonly Milestone[], width: string): readonly Mark[] {
  const marks: Mark[] = []
  for (const checkpoint of checkpoints.toReversed()) {
    if (compare(fraction(checkpoint.target), fraction(width)) > 0) continue
    const at = drawnPercent(checkpoint.target, width)
    const next = marks.findLast(({ isNamed }) => isNamed)
    const isNameAfter = at < LEAST_START
    const gap = isNameAfter ? 2 * LEAST_GAP : LEAST_GAP
    const isNamed = next === undefined || next.at - at >= gap
    marks.push({ ...checkpoint, at, isNamed, isNameAfter })
  }
  return marks.toReversed()
}

/** The checkpoints of a record. */
export const milestonesOf = ({ checkpoints, achievedCheckpoints }: BonusRecord): Milestone[] =>
  checkpoints.map(({ id, targetTurnover }) => ({
    target: targetTurnover,
    isReached: achievedCheckpoints.includes(id),
  }))
