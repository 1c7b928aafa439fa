import type { InfinityLevel, OrderCounts, OrderMonth } from '@partner-office/contracts'
import {
  eurCents,
  type InfinityStep,
  lastPaidDepth,
  MonthInfinity,
  monthEnd,
  monthStart,
  monthText,
  planAt,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { type BonusContext, openContext } from '../../bonuses/bonus-context.ts'
import { exactText, numberOf, ofOne } from '../../bonuses/bonus-texts.ts'
import { explainedRecord } from '../../bonuses/explain/explained-amount.ts'
import { type OrderWithPath, readOrderWithPath } from '../../bonuses/explain/explained-order.ts'
import { readStored, type StoredRecord } from '../../bonuses/explain/stored-record.ts'
import { readTeamMonth, type TeamMonth } from '../../bonuses/team-month.ts'
import { readNames } from '../../partners/named-partners.ts'
import type { OpenedMonth } from './opened-month.ts'
import { countingProgrammes } from './order-programmes.ts'

/**
 * Reads what an order does in the programmes of the month of its payment.
 *
 * Costs all orders of the month; of a closed month, all orders before its end.
 *
 * Refuses: `not_found`; `data_not_ready`.
 * Source: requirements ORC-003; decisions C4 to C7, C11.22.
 */
export async function readMonth(core: Core, orderId: number): Promise<OrderMonth> {
  const opened = await openMonth(core, orderId)
  const { context, order, counts, above } = opened
  const whole = { month: opened.month, isClosed: context.isSealed, counts }
  const top = order.path.at(-1)
  if (top === undefined) return { ...whole, infinity: [], programmes: [] }
  const month = await readTeamMonth(context, { top, lines: Infinity })
  const shares = await infinityShares(opened, month)
  const programmes = counts === 'COUNTS' ? await countingProgrammes(opened, month) : []
  const shown = [...shares, ...programmes].map(({ level }) => above[level - 1]!)
  const names = await readNames(context.db, shown)
  const partnerAt = (level: number) => names(above[level - 1]!)
  return {
    ...whole,
    infinity: shares.map((share) => ({
      ...share,
      partner: partnerAt(share.level),
      rang: rankText(context, month, order.path[share.level - 1]!),
    })),
    programmes: programmes.map((each) => ({ ...each, partner: partnerAt(each.level) })),
  }
}

/** Opens the month of an order. Refuses: `not_found`; `data_not_ready`. */
async function openMonth(core: Core, orderId: number): Promise<OpenedMonth> {
  const { read } = core.database
  const { engine: now } = core.network
  const { paidAt } = await readOrderWithPath(read, now, orderId)
  const context = await openContext(core, { start: monthStart(paidAt), end: monthEnd(paidAt) })
  const order = await readOrderWithPath(read, context.engine, orderId)
  return {
    core,
    context,
    order,
    counts: countsOf(order, context),
    month: monthText(paidAt),
    levels: lastPaidDepth(planAt(context.versions, paidAt).plan, paidAt),
    above: order.path.map((row) => context.engine.ids[row]!),
  }
}

/** Whether the month as it was computed last has the order. Source: decisions C11.12, C11.22. */
export function countsOf(
  { fact, cancelledBy }: Pick<OrderWithPath, 'fact' | 'cancelledBy'>,
  { upToFact }: Pick<BonusContext, 'upToFact'>,
): OrderCounts {
  if (cancelledBy !== null && cancelledBy <= upToFact) return 'CANCELLED'
  if (fact <= upToFact) return 'COUNTS'
  return cancelledBy === null ? 'LATE' : 'CANCELLED'
}

type Share = Omit<InfinityLevel, 'partner' | 'rang'>

/** The infinity of each level: by the rule while the order counts, and what was credited. Source: decisions C4. */
async function infinityShares(
  { context, order, counts, levels }: OpenedMonth,
  month: TeamMonth,
): Promise<Share[]> {
  const { orderId, paidAt, cents, path } = order
  const records = await readStored(
    context.db,
    sql`where b.order_id = ${orderId} and b.type = 'UCHAIN_INFINITY' order by b.id`,
  )
  const { infinity } = planAt(context.versions, paidAt).plan.programmes
  const isCounted = counts === 'COUNTS' && paidAt >= infinity.from
  const steps = isCounted
    ? new MonthInfinity(month.basis).stepsFrom(month.rowOf(path[0]!), {
        paidAt,
        amount: eurCents(cents),
      })
    : []
  return path
    .map((_row, place) => shareAt(place + 1, steps[place], records))
    .filter(
      ({ level, reason, amounts }) =>
        (isCounted && (level <= levels || reason === null)) || amounts.length > 0,
    )
}

function shareAt(
  level: number,
  step: InfinityStep | undefined,
  records: readonly StoredRecord[],
): Share {
  const own = records.filter((record) => record.level === level)
  return {
    level,
    effective: step ? numberOf(ofOne(step.effective)) : null,
    paidBefore: step ? numberOf(ofOne(step.paidBefore)) : null,
    share: step ? numberOf(ofOne(step.share)) : null,
    eur: step ? exactText(step.eur) : null,
    reason: step?.reason ?? null,
    amounts: own.map(explainedRecord),
  }
}

/** The rank that the programmes of the month go by. */
function rankText({ version: { plan } }: BonusContext, month: TeamMonth, row: number): string {
  const rankId = month.basis.rankOf(month.rowOf(row))
  // A later plan may have dropped the very rank that is held: the next one below it stands in.
  return (plan.ranks.findLast(({ id }) => id <= rankId) ?? plan.ranks[0]!).code
}
