import type { BonusRecord } from '@partner-office/contracts'
import { compare, fraction } from '@partner-office/domain'

import { drawnPercent } from '../rank/rank-figures.ts'

/** A checkpoint on the way to a target. Units: EUR. */
export type Milestone = { readonly target: string; readonly isReached: boolean }

/** Where a checkpoint stands on a bar. Units: `at` in percent of the bar. */
export type Mark = Milestone & { readonly at: number; readonly isNamed: boolean }

/** Amounts that are nearer to each other do not fit side by side. Units: percent of the bar. */
const LEAST_GAP = 24

/** Checkpoints on a bar, from below; of those that stand too close the higher one keeps its name. */
export function marksOf(checkpoints: readonly Milestone[], width: string): readonly Mark[] {
  const marks: Mark[] = []
  for (const checkpoint of checkpoints.toReversed()) {
    if (compare(fraction(checkpoint.target), fraction(width)) > 0) continue
    const at = drawnPercent(checkpoint.target, width)
    const next = marks.findLast(({ isNamed }) => isNamed)
    marks.push({ ...checkpoint, at, isNamed: next === undefined || next.at - at >= LEAST_GAP })
  }
  return marks.toReversed()
}

/** The checkpoints of a record. */
export const milestonesOf = ({ checkpoints, achievedCheckpoints }: BonusRecord): Milestone[] =>
  checkpoints.map(({ id, targetTurnover }) => ({
    target: targetTurnover,
    isReached: achievedCheckpoints.includes(id),
  }))
