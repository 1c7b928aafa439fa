import type { BonusExplanation } from '@partner-office/contracts'
import {
  type Fraction,
  fraction,
  type PlanVersion,
  type UnilevelKind,
  unilevelRowAt,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db } from '../../../db/database.ts'
import type { CallerContext } from '../bonus-context.ts'
import { numberOf, ofOne } from '../bonus-texts.ts'
import type { OrderWithPath } from './explained-order.ts'

/** A step without the partner's name and rank. */
export type BareStep = Pick<
  BonusExplanation['path'][number],
  'level' | 'kind' | 'percent' | 'rate' | 'reason'
>

/** The way of an order up to the caller by the plan that decides it. Units: `rankOf` takes a row of the engine. */
export type Way = {
  readonly version: PlanVersion
  readonly steps: readonly BareStep[]
  readonly rankOf: (row: number) => number
}

/** Why a level was not paid, as it was decided at the intake; null for one that the decision did not look at. */
export type UnpaidReason = 'blocked' | 'inactive' | 'no_percent' | 'below_smallest_unit'

/** What direct and team bonus decided about a level. Units: `percent` of the order; null for a level that gets nothing. */
export type DecidedLevel = {
  readonly level: number
  readonly kind: UnilevelKind
  readonly percent: Fraction | null
  readonly reason: UnpaidReason | null
}

/**
 * Reads how direct and team bonus decided about an order at its intake. The function answers for any level; one whose share was cut
 * to nothing has both a percent and a reason.
 *
 * Source: decisions C3, C11.13.
 */
export async function readDecision(
  { plans }: Core,
  db: Db,
  { orderId, paidAt }: Pick<OrderWithPath, 'orderId' | 'paidAt'>,
): Promise<{ readonly version: PlanVersion; readonly at: (level: number) => DecidedLevel }> {
  const { rows: paid } = await sql<{ level: number; percent: string }>`
    select level, percent from bonus_records
    where order_id = ${orderId} and type in ('DIRECT', 'TEAM') and reverses_id is null`.execute(db)
  const { rows } = await sql<{
    planVersion: number
    levels: number[]
    reasons: UnpaidReason[]
  }>`
    select plan_version, unpaid_levels as levels, unpaid_reasons::text[] as reasons
    from order_decisions where order_id = ${orderId}`.execute(db)
  const { planVersion, levels, reasons } = rows[0]!
  const version = await plans.numbered(db, planVersion)
  const percents = new Map(paid.map(({ level, percent }) => [level, fraction(percent)]))
  const at = (level: number): DecidedLevel => {
    const row = unilevelRowAt(version.plan, paidAt, level)
    const reason = reasons[levels.indexOf(level)] ?? null
    const cut = reason === 'below_smallest_unit' ? row?.percent : undefined
    const percent = percents.get(level) ?? cut ?? null
    return { level, kind: row?.kind ?? 'TEAM', percent, reason }
  }
  return { version, at }
}

/**
 * Reads who was paid by direct and team bonus for an order, and why others were not, up to the caller, as decided at its
 * intake.
 *
 * Source: decisions C3, C11.13.
 */
export async function unilevelWay(
  core: Core,
  { db, rankNow }: CallerContext,
  order: OrderWithPath,
): Promise<Way> {
  const { version, at } = await readDecision(core, db, order)
  const steps = order.path.map((_row, place) => {
    const { level, kind, percent, reason } = at(place + 1)
    return {
      level,
      kind,
      percent: numberOf(ofOne(percent ?? ZERO)),
      rate: null,
      reason: percent === null ? shownReason(reason) : null,
    }
  })
  return { version, steps, rankOf: (row) => rankNow(row).id }
}

/** Hides that a partner was blocked. */
const shownReason = (reason: UnpaidReason | null) =>
  reason === 'inactive' ? ('not_active' as const) : ('no_claim' as const)
