import { eurCents, type EurCents } from '../money.ts'
import type { Leg } from '../rules/fifty-percent-rule.ts'

/** A partner's place in the tree; without a sponsor it is a root. */
export type TreePartner = { readonly id: number; readonly sponsorId: number | null }

/**
 * What a partner's own orders, first line and team come to.
 *
 * Units: turnovers in EUR cents; `legs` by user id.
 */
export type Figures = {
  readonly ownTurnover: EurCents
  readonly flSize: number
  readonly flTurnover: EurCents
  readonly teamSize: number
  readonly teamTurnover: EurCents
  readonly legs: readonly Leg[]
}

/**
 * The figures of every partner, the plain way: sponsors after their whole first line, each adding
 * it up. It is what faster engines are compared with. Loops instead of recursion, because a chain
 * may be a hundred thousand partners deep.
 *
 * Refuses: a cycle or a sponsor that is not in the list, with a RangeError.
 * Source: decisions C0.
 */
export function figuresOf(
  partners: readonly TreePartner[],
  ownTurnover: ReadonlyMap<number, EurCents>,
): Map<number, Figures> {
  const firstLines = firstLinesOf(partners)
  const figures = new Map<number, Figures>()
  for (const id of topDown(partners, firstLines).toReversed()) {
    const firstLine = firstLines.get(id) ?? []
    figures.set(id, sumUp(ownTurnover.get(id) ?? eurCents(0n), firstLine, figures))
  }
  return figures
}

function firstLinesOf(partners: readonly TreePartner[]): Map<number, number[]> {
  const firstLines = new Map<number, number[]>()
  for (const { id, sponsorId } of partners.toSorted((a, b) => a.id - b.id)) {
    if (sponsorId === null) continue
    const firstLine = firstLines.get(sponsorId)
    if (firstLine) firstLine.push(id)
    else firstLines.set(sponsorId, [id])
  }
  return firstLines
}

/** Every partner after its sponsor. */
function topDown(
  partners: readonly TreePartner[],
  firstLines: ReadonlyMap<number, readonly number[]>,
): number[] {
  const order = partners.filter(({ sponsorId }) => sponsorId === null).map(({ id }) => id)
  // The list grows while it is walked: each partner appends its first line.
  for (const id of order) {
    for (const child of firstLines.get(id) ?? []) order.push(child)
  }
  if (order.length !== partners.length) {
    throw new RangeError('Some partners hang below no root: a cycle or an unknown sponsor')
  }
  return order
}

function sumUp(
  own: EurCents,
  firstLine: readonly number[],
  known: ReadonlyMap<number, Figures>,
): Figures {
  let flTurnover = 0n
  let teamTurnover = 0n
  let teamSize = 0
  const legs: Leg[] = []
  for (const userId of firstLine) {
    const member = known.get(userId)!
    const turnover = eurCents(member.ownTurnover + member.teamTurnover)
    flTurnover += member.ownTurnover
    teamTurnover += turnover
    teamSize += 1 + member.teamSize
    legs.push({ userId, turnover })
  }
  return {
    ownTurnover: own,
    flSize: firstLine.length,
    flTurnover: eurCents(flTurnover),
    teamSize,
    teamTurnover: eurCents(teamTurnover),
    legs,
  }
}
