import type { ProgrammeBase } from '../../plan/plan.ts'
import { eurCents } from '../../money.ts'
import type { PeriodTurnover } from '../checkpoints.ts'
import type { Leg } from '../fifty-percent-rule.ts'

/**
 * What one leg of a partner bought, by line. The leg begins with a first-line partner.
 *
 * Units: EUR cents; `line1` is bought by the first-line partner, `deeper` by everybody below line 3.
 */
export type PartnerLeg = {
  readonly partnerId: number
  readonly line1: number
  readonly line2: number
  readonly line3: number
  readonly deeper: number
}

/** The legs as a programme with a base counts them, largest first, ties by id. Source: decisions B3, C1. */
export function countedLegs(legs: readonly PartnerLeg[], base: ProgrammeBase): Leg[] {
  return legs
    .map((leg) => ({ userId: leg.partnerId, turnover: eurCents(countedOf(leg, base)) }))
    .filter(({ turnover }) => turnover > 0n)
    .toSorted((a, b) => Number(b.turnover - a.turnover) || a.userId - b.userId)
}

function countedOf({ line1, line2, line3, deeper }: PartnerLeg, base: ProgrammeBase): number {
  switch (base) {
    case 'line1':
      return line1
    case 'lines1To2':
      return line1 + line2
    case 'lines1To3':
      return line1 + line2 + line3
    default:
      return line1 + line2 + line3 + deeper
  }
}

/** What the rules of the programmes ask of legs that are sorted by turnover. */
export function turnoverOf(legs: readonly Leg[]): PeriodTurnover {
  return {
    total: legs.reduce((sum, { turnover }) => sum + turnover, 0n),
    topLegs: legs.map(({ turnover }) => turnover),
  }
}
