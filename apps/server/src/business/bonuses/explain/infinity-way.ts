import {
  eurCents,
  type InfinityAccrual,
  type InfinityStep,
  isZero,
  MonthInfinity,
  planAt,
} from '@partner-office/domain'

import type { CallerContext } from '../bonus-context.ts'
import { numberOf, ofOne } from '../bonus-texts.ts'
import { linesOf, readTeamMonth } from '../team-month.ts'
import type { OrderWithPath } from './explained-order.ts'
import type { BareStep, Way } from './unilevel-way.ts'

/** The way of an order by infinity, and what the caller gets of it by now; null for nothing. */
type InfinityWay = Way & { readonly accrual: InfinityAccrual | null }

/**
 * Reads who is paid by infinity for an order, and why others are not, up to the caller: by now while the month is open,
 * as its closing knew it afterwards.
 *
 * Costs as `readTeamMonth`, for the lines below everybody on the way that the programme counts.
 * Source: decisions C4, C11.5, C11.13.
 */
export async function infinityWay(
  context: CallerContext,
  { orderId, paidAt, cents, path }: OrderWithPath,
): Promise<InfinityWay> {
  const { row: top, versions } = context
  const version = planAt(versions, paidAt)
  const lines = linesOf(version.plan.programmes.infinity.base)
  const { basis, facts, rowOf } = await readTeamMonth(context, { top, lines, path })
  const infinity = new MonthInfinity(basis)
  const steps = infinity.stepsFrom(rowOf(path[0]!), { paidAt, amount: eurCents(cents) })
  const place = facts.orders.ids.indexOf(orderId)
  return {
    version,
    steps: steps.map(bareStep),
    rankOf: (row) => basis.rankOf(rowOf(row)),
    accrual: place < 0 ? null : infinity.accrualOf(rowOf(top), place),
  }
}

/** Hides that a partner was blocked or did not reach the target, and a percent that was not compared. */
function bareStep({ depth, effective, share, reason }: InfinityStep): BareStep {
  const isCompared = reason === null || reason === 'not_above_paid'
  return {
    level: depth,
    kind: 'UCHAIN_INFINITY',
    percent: numberOf(ofOne(share)),
    rate: isCompared && !isZero(effective) ? numberOf(ofOne(effective)) : null,
    reason: reason === null ? null : REASONS[reason],
  }
}

const REASONS = {
  blocked: 'no_claim',
  target_not_reached: 'no_claim',
  inactive: 'not_active',
  rank_too_low: 'rank_too_low',
  not_above_paid: 'not_above_paid',
} as const
