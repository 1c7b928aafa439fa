import type { BonusExplanation } from '@partner-office/contracts'
import { fraction, type Plan, unilevelRowAt, ZERO } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import { numberOf, ofOne } from '../bonus-texts.ts'
import type { DownlineOrder } from './explained-order.ts'

/** A step without the partner's name and rank. */
export type BareStep = Pick<
  BonusExplanation['path'][number],
  'level' | 'kind' | 'percent' | 'rate' | 'reason'
>

type Decision = {
  readonly unpaidLevels: number[]
  readonly unpaidReasons: string
}

/**
 * Reads who was paid by direct and team bonus for an order, and why others were not, up to the caller, as decided at its
 * intake.
 *
 * Source: decisions C3, C11.13.
 */
export async function unilevelSteps(
  db: Db,
  plan: Plan,
  { orderId, paidAt, path }: DownlineOrder,
): Promise<BareStep[]> {
  const { rows: paid } = await sql<{ level: number; percent: string }>`
    select level, percent::text from bonus_records
    where order_id = ${orderId} and type in ('DIRECT', 'TEAM') and reverses_id is null`.execute(db)
  const { rows: decided } = await sql<Decision>`
    select unpaid_levels, array_to_string(unpaid_reasons, ',') as unpaid_reasons
    from order_decisions where order_id = ${orderId}`.execute(db)
  const reasons = new Map(
    decided.flatMap(({ unpaidLevels, unpaidReasons }) => {
      const words = unpaidReasons.split(',')
      return unpaidLevels.map((level, at) => [level, words[at]!] as const)
    }),
  )
  const percents = new Map(paid.map(({ level, percent }) => [level, fraction(percent)]))
  return path.map((_row, at) => {
    const level = at + 1
    const row = unilevelRowAt(plan, paidAt, level)
    const isCutToNothing = reasons.get(level) === 'below_smallest_unit'
    const percent = percents.get(level) ?? (isCutToNothing ? row?.percent : undefined)
    return {
      level,
      kind: row?.kind ?? 'TEAM',
      percent: numberOf(ofOne(percent ?? ZERO)),
      rate: null,
      reason: percent === undefined ? shownReason(reasons.get(level)) : null,
    }
  })
}

/** Hides that a partner was blocked. */
const shownReason = (reason: string | undefined) =>
  reason === 'inactive' ? ('not_active' as const) : ('no_claim' as const)
