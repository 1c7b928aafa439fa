import type { BonusExplanation } from '@partner-office/contracts'
import { fraction, type PlanVersion, unilevelRowAt, ZERO } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { CallerContext } from '../bonus-context.ts'
import { numberOf, ofOne } from '../bonus-texts.ts'
import type { DownlineOrder } from './explained-order.ts'

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

/**
 * Reads who was paid by direct and team bonus for an order, and why others were not, up to the caller, as decided at its
 * intake.
 *
 * Source: decisions C3, C11.13.
 */
export async function unilevelWay(
  { plans }: Core,
  { db, rankNow }: CallerContext,
  { orderId, paidAt, path }: DownlineOrder,
): Promise<Way> {
  const { rows: paid } = await sql<{ level: number; percent: string }>`
    select level, percent from bonus_records
    where order_id = ${orderId} and type in ('DIRECT', 'TEAM') and reverses_id is null`.execute(db)
  const { rows } = await sql<{ planVersion: number; levels: number[]; reasons: string[] }>`
    select plan_version, unpaid_levels as levels, unpaid_reasons::text[] as reasons
    from order_decisions where order_id = ${orderId}`.execute(db)
  const { planVersion, levels, reasons } = rows[0]!
  const version = await plans.numbered(db, planVersion)
  const percents = new Map(paid.map(({ level, percent }) => [level, fraction(percent)]))
  const steps = path.map((_row, at) => {
    const level = at + 1
    const row = unilevelRowAt(version.plan, paidAt, level)
    const reason = reasons[levels.indexOf(level)]
    const isCutToNothing = reason === 'below_smallest_unit'
    const percent = percents.get(level) ?? (isCutToNothing ? row?.percent : undefined)
    return {
      level,
      kind: row?.kind ?? 'TEAM',
      percent: numberOf(ofOne(percent ?? ZERO)),
      rate: null,
      reason: percent === undefined ? shownReason(reason) : null,
    }
  })
  return { version, steps, rankOf: (row) => rankNow(row).id }
}

/** Hides that a partner was blocked. */
const shownReason = (reason: string | undefined) =>
  reason === 'inactive' ? ('not_active' as const) : ('no_claim' as const)
