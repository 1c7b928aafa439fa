import type { Fraction } from '../fraction.ts'
import type { EurCents } from '../money.ts'
import { unilevelTableAt, type Plan, type UnilevelKind, type UnilevelRow } from '../plan/plan.ts'

/** Someone above the buyer, as they were when the order came in. */
export type Ancestor = {
  readonly partnerId: number
  readonly blocked: boolean
  readonly active: boolean
}

/** A share of an order. Units: `percent` of the order (40 is 40 %), `eur` in EUR, exact. */
export type UnilevelShare = {
  readonly partnerId: number
  readonly depth: number
  readonly kind: UnilevelKind
  readonly percent: Fraction
  readonly eur: Fraction
}

/** Why an ancestor gets nothing of an order. */
export type UnpaidShare = {
  readonly partnerId: number
  readonly depth: number
  readonly reason: 'blocked' | 'inactive' | 'no_percent'
}

/**
 * The row that pays the ancestor at a depth above the buyer, null when none does.
 *
 * Source: decisions B2, D-051; BON-017, BON-019.
 */
export function unilevelRowAt(plan: Plan, paidAt: number, depth: number): UnilevelRow | null {
  return rowFor(unilevelTableAt(plan, paidAt), depth)
}

/**
 * What an order pays to the ancestors of its buyer, nearest first, and why other ancestors get nothing.
 * Nobody gets the share of a blocked or inactive ancestor.
 *
 * Units: `amount` in EUR cents; shares in EUR.
 * Rounding: none; a share is cut when it is credited.
 * Source: decisions C3, C11.13, B4.
 */
export function unilevelShares({
  plan,
  amount,
  paidAt,
  ancestors,
}: {
  plan: Plan
  amount: EurCents
  paidAt: number
  ancestors: readonly Ancestor[]
}): { paid: UnilevelShare[]; unpaid: UnpaidShare[] } {
  const table = unilevelTableAt(plan, paidAt)
  const paid: UnilevelShare[] = []
  const unpaid: UnpaidShare[] = []
  for (const [index, ancestor] of ancestors.entries()) {
    const depth = index + 1
    const { partnerId } = ancestor
    const row = rowFor(table, depth)
    const reason = reasonNotToPay(plan, row, ancestor)
    if (!row || reason) unpaid.push({ partnerId, depth, reason: reason ?? 'no_percent' })
    else paid.push({ partnerId, depth, ...shareOf(amount, row) })
  }
  return { paid, unpaid }
}

function rowFor(table: readonly UnilevelRow[], depth: number): UnilevelRow | null {
  return table.find((row) => row.depthFrom <= depth && depth <= row.depthTo) ?? null
}

function reasonNotToPay(
  plan: Plan,
  row: UnilevelRow | null,
  ancestor: Ancestor,
): UnpaidShare['reason'] | null {
  if (!row || row.percent.num === 0n) return 'no_percent'
  if (ancestor.blocked) return 'blocked'
  const needsActivity = row.kind === 'DIRECT' ? plan.directNeedsActivity : plan.teamNeedsActivity
  return needsActivity && !ancestor.active ? 'inactive' : null
}

function shareOf(
  amount: EurCents,
  { kind, percent }: UnilevelRow,
): Pick<UnilevelShare, 'kind' | 'percent' | 'eur'> {
  // A hundred cents a EUR, a hundred percent in all.
  const eur = { num: amount * percent.num, den: 10_000n * percent.den }
  return { kind, percent, eur }
}
