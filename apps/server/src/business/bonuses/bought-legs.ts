import type { Leg, PeriodTurnover, ProgrammeBase } from '@partner-office/domain'
import { eurCents } from '@partner-office/domain'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { Bought } from './bought.ts'

/** Lines 1, 2 and 3 are told apart, all others are one. */
const LINES_TOLD = 4

/**
 * What a leg bought in a period, by line: the first is the partner the leg begins with.
 *
 * Units: cents; the fourth line is all that is below the third.
 */
export type BoughtLeg = { readonly row: number; readonly lines: Float64Array }

/** The legs of a row that bought anything, from what was bought by people below it. */
export function boughtLegs(
  engine: FiguresEngine,
  top: number,
  bought: Iterable<Bought>,
): BoughtLeg[] {
  const legs = new Map<number, BoughtLeg>()
  for (const { row, cents } of bought) {
    const { first, depth } = legOf(engine, top, row)
    const leg = legs.get(first) ?? { row: first, lines: new Float64Array(LINES_TOLD) }
    legs.set(first, leg)
    leg.lines[Math.min(depth, LINES_TOLD) - 1]! += cents
  }
  return [...legs.values()]
}

function legOf(engine: FiguresEngine, top: number, row: number) {
  let first = row
  let depth = 1
  while (engine.parent[first]! !== top) {
    first = engine.parent[first]!
    depth += 1
  }
  return { first, depth }
}

const LINES_COUNTED: Readonly<Record<ProgrammeBase, number>> = {
  line1: 1,
  lines1To2: 2,
  lines1To3: 3,
  team: LINES_TOLD,
  company: LINES_TOLD,
}

/** How many lines below somebody have to be looked at for a base. */
export const linesOf = (base: ProgrammeBase): number =>
  base === 'team' || base === 'company' ? Infinity : LINES_COUNTED[base]

/** What lines come to in all legs together. Units: cents. */
export const lineTurnover = (legs: readonly BoughtLeg[], line: 1 | 2 | 3): bigint =>
  legs.reduce((sum, { lines }) => sum + BigInt(lines[line - 1]!), 0n)

/**
 * The legs as a programme with a base counts them, largest first, ties by id.
 *
 * Source: decisions B3, C1.
 */
export function ruleLegs(
  engine: FiguresEngine,
  legs: readonly BoughtLeg[],
  base: ProgrammeBase,
): Leg[] {
  return legs
    .map(({ row, lines }) => ({
      userId: engine.ids[row]!,
      turnover: eurCents(sumOf(lines.subarray(0, LINES_COUNTED[base]))),
    }))
    .filter(({ turnover }) => turnover > 0n)
    .toSorted((a, b) => Number(b.turnover - a.turnover) || a.userId - b.userId)
}

/** The same as the rules of the programmes ask for it. */
export function periodTurnover(legs: readonly Leg[]): PeriodTurnover {
  return {
    total: legs.reduce((sum, { turnover }) => sum + turnover, 0n),
    topLegs: legs.map(({ turnover }) => turnover),
  }
}

const sumOf = (cents: Float64Array): number => cents.reduce((sum, each) => sum + each, 0)
