import type { Fraction } from '../fraction.ts'
import { eurCents, type EurCents } from '../money.ts'
import type { Plan, Rank } from '../plan/plan.ts'
import { reachesTarget, type Leg } from './fifty-percent-rule.ts'
import { fineCaps, legRoom, type FineCaps } from './leg-room.ts'

/**
 * The least turnover that reaches a target, and legs in which all of it counts; `userId` null is a
 * leg that is not there yet.
 *
 * Units: EUR cents.
 */
export type CheapestWay = {
  readonly amount: EurCents
  readonly parts: readonly { readonly userId: number | null; readonly amount: EurCents }[]
}

type Wanted = {
  readonly plan: Pick<Plan, 'legRule'>
  readonly targetRank: Rank
  readonly legs: readonly Leg[]
  /** The own turnover, if the plan counts it. */
  readonly own: EurCents
  readonly missing: Fraction
}

type GrowingLeg = { readonly userId: number | null; readonly before: bigint; turnover: bigint }

/** Enough legs for every plan but one with tiny percents. */
const MOST_PARTS = 50

/**
 * The least turnover that still reaches a rank. No euro counts more than once, so the missing turnover
 * is the least. It is placed so that every cent counts: in one leg that has room for all of it, else in
 * a new leg, else in several legs, most room first. Null if that is not possible.
 *
 * Rounding: up to the cent.
 * Source: decisions C1.
 */
export function cheapestWay(wanted: Wanted): CheapestWay | null {
  const { plan, targetRank, missing } = wanted
  const amount = (missing.num + missing.den - 1n) / missing.den
  const fine = fineCaps(targetRank.turnover, targetRank.legPercents)
  const legs: GrowingLeg[] = wanted.legs.map(({ userId, turnover }) => {
    return { userId, before: turnover, turnover }
  })
  let rest = amount
  for (let part = 0; rest > 0n && part < MOST_PARTS; part += 1) {
    const { leg, room } = roomiest(legs, { fine, plan, rest })
    if (room === 0n) return null
    if (!legs.includes(leg)) legs.push(leg)
    const added = room < rest ? room : rest
    leg.turnover += added
    rest -= added
  }
  return rest === 0n && reaches(wanted, legs)
    ? { amount: eurCents(amount), parts: partsOf(legs) }
    : null
}

type Search = { readonly fine: FineCaps; readonly plan: Wanted['plan']; readonly rest: bigint }

/** The leg to add to, and how much of it counts in full. Units: cents. */
function roomiest(
  legs: readonly GrowingLeg[],
  { fine, plan, rest }: Search,
): { leg: GrowingLeg; room: bigint } {
  const sorted = legs
    .map(({ turnover }) => turnover * fine.perCent)
    .sort((a, b) => (a < b ? 1 : -1))
  const roomIn = (leg: GrowingLeg, among: readonly bigint[]) => {
    const room = legRoom(leg.turnover * fine.perCent, among, fine, plan.legRule)
    return { leg, room: room === null ? rest : room / fine.perCent }
  }
  const created: GrowingLeg = { userId: null, before: 0n, turnover: 0n }
  const choices = [...legs.map((leg) => roomIn(leg, sorted)), roomIn(created, [...sorted, 0n])]
  // Without limits first, then with room for all; of equals the larger leg, a new one last.
  const enough = choices.filter(({ room }) => room >= rest)
  const best = enough.length > 0 ? enough : choices
  return best.reduce((a, b) => (isBetter(b, a, enough.length > 0) ? b : a))
}

function isBetter(
  a: { leg: GrowingLeg; room: bigint },
  b: { leg: GrowingLeg; room: bigint },
  bothAreEnough: boolean,
): boolean {
  return bothAreEnough ? a.leg.turnover > b.leg.turnover : a.room > b.room
}

function reaches({ plan, targetRank, own }: Wanted, legs: readonly GrowingLeg[]): boolean {
  const topLegs = legs.map(({ turnover }) => turnover).sort((a, b) => (a < b ? 1 : -1))
  const { turnover: target, legPercents: percents } = targetRank
  const total = topLegs.reduce((sum, leg) => sum + leg, own as bigint)
  return reachesTarget({ total, topLegs, target, percents, rule: plan.legRule })
}

function partsOf(legs: readonly GrowingLeg[]): CheapestWay['parts'] {
  return legs
    .filter(({ before, turnover }) => turnover > before)
    .map(({ userId, before, turnover }) => ({ userId, amount: eurCents(turnover - before) }))
}
