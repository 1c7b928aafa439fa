import type { BonusExplanation, CallInput, getBonusExplanation } from '@partner-office/contracts'
import {
  type EurCents,
  eurCents,
  formatUnits,
  type InfinityAccrual,
  monthEnd,
  monthStart,
  parseMonth,
  planAt,
  type PlanVersion,
  Refusal,
} from '@partner-office/domain'

import { readAdjustmentsOf } from '../../adjustments/read-own-adjustments.ts'
import type { Period } from '../asked-period.ts'
import { provisional, readQuotes } from '../bonus-amounts.ts'
import { type CallerContext, openCallerContext } from '../bonus-context.ts'
import type { BonusSources } from '../bonus-sources.ts'
import { explainedNow, explainedRecord } from './explained-amount.ts'
import { type ExplainedTarget, explainProgramme, explainRank } from './explained-legs.ts'
import { type OrderWithPath, readDownlineOrder } from './explained-order.ts'
import { infinityWay } from './infinity-way.ts'
import { readOrderRecords, readRecords, type StoredRecord } from './stored-record.ts'
import { unilevelWay, type Way } from './unilevel-way.ts'

/**
 * Explains a credited record of the caller, or what an order of the caller's downline brings by direct or team bonus and
 * by infinity, and why nothing.
 *
 * Costs as `infinityWay` for infinity, as `explainRank` and `explainProgramme` for those; a few rows for direct and team
 * bonus.
 *
 * Refuses: `not_found`, both for an unknown record or order and for another partner's; `data_not_ready`.
 * Source: api.md, "Ranks and bonuses".
 */
export async function readExplanation(
  sources: BonusSources,
  partnerId: number,
  { recordId, orderId }: CallInput<typeof getBonusExplanation>['query'],
): Promise<BonusExplanation[]> {
  const explained =
    recordId === undefined
      ? await explainOrder(sources, partnerId, orderId!)
      : [await explainRecord(sources, partnerId, recordId)]
  return withAdjustments(sources, partnerId, explained)
}

/** An explanation without what operators have adjusted. */
type Explained = Omit<BonusExplanation, 'adjustments'>

/** What is adjusted for an order as a whole stands at its first explanation. */
async function withAdjustments(
  { core }: BonusSources,
  partnerId: number,
  explained: readonly Explained[],
): Promise<BonusExplanation[]> {
  const { read } = core.database
  const whole: BonusExplanation[] = []
  for (const [at, each] of explained.entries()) {
    const records = each.amounts.flatMap(({ recordId }) => recordId ?? [])
    const orderId = at === 0 && each.order !== null ? each.order.orderId : null
    const adjustments = await readAdjustmentsOf(read, partnerId, { records, orderId })
    whole.push({ ...each, adjustments })
  }
  return whole
}

async function explainRecord(
  sources: BonusSources,
  partnerId: number,
  recordId: number,
): Promise<Explained> {
  const { core, people } = sources
  const { read } = core.database
  const records = await readRecords(read, partnerId, recordId)
  const record = records.find(({ id }) => id === recordId)
  if (record === undefined) throw new Refusal('not_found')
  const { type, orderId, period, document } = record
  const version = await core.plans.numbered(read, record.planVersion)
  const booked = { ...bookedAs(records, version), bonusType: type }
  if (orderId !== null) {
    const opened = await openOrder(sources, partnerId, orderId, record.upToFact)
    const { context, order } = opened
    const way =
      type === 'UCHAIN_INFINITY'
        ? await infinityWay(context, order)
        : await unilevelWay(core, context, order)
    return { ...booked, ...NO_TARGET, ...(await withNames(sources, opened, way)) }
  }
  const at = period === null ? instantOf(core.clock()) : monthOf(parseMonth(period)!)
  const context = await openCallerContext(core, partnerId, at)
  // Only closings store derivations; a rank is paid by the order that reaches it.
  const explain = document === null ? explainRank : explainProgramme
  const target = await explain(people, context, record, version.plan)
  return { ...booked, ...target, order: null, path: [] }
}

const instantOf = (at: number): Period => ({ start: at, end: at + 1 })
const monthOf = (at: number): Period => ({ start: monthStart(at), end: monthEnd(at) })

/** An order and its month. */
type OpenedOrder = { readonly context: CallerContext; readonly order: OrderWithPath }

/** Opens the month of an order of the caller's downline, as it was known up to a fact. */
async function openOrder(
  { core }: BonusSources,
  partnerId: number,
  orderId: number,
  upToFact: number | null = null,
): Promise<OpenedOrder> {
  const now = await openCallerContext(core, partnerId, instantOf(core.clock()))
  const order = await readDownlineOrder(now.db, now.engine, now.row, orderId)
  const context = await openCallerContext(core, partnerId, monthOf(order.paidAt))
  return { context: upToFact === null ? context : { ...context, upToFact }, order }
}

async function explainOrder(
  sources: BonusSources,
  partnerId: number,
  orderId: number,
): Promise<Explained[]> {
  const opened = await openOrder(sources, partnerId, orderId)
  const { context, order } = opened
  const unilevel = await explainUnilevel(sources, opened)
  const { infinity } = planAt(context.versions, order.paidAt).plan.programmes
  if (order.paidAt < infinity.from) return [unilevel]
  return [unilevel, await explainInfinity(sources, opened)]
}

async function explainUnilevel(sources: BonusSources, opened: OpenedOrder): Promise<Explained> {
  const { context, order } = opened
  const records = await readOrderRecords(context, order.orderId, ['DIRECT', 'TEAM'])
  const way = await unilevelWay(sources.core, context, order)
  return {
    ...bookedAs(records, way.version),
    bonusType: order.path.length === 1 ? 'DIRECT' : 'TEAM',
    ...NO_TARGET,
    ...(await withNames(sources, opened, way)),
  }
}

async function explainInfinity(sources: BonusSources, opened: OpenedOrder): Promise<Explained> {
  const { context, order } = opened
  const { accrual, ...way } = await infinityWay(context, order)
  // A cancelled order counts nowhere; what it credited before shows as reversed.
  const isStanding = order.cancelledBy === null || order.cancelledBy > context.upToFact
  const records = await readOrderRecords(context, order.orderId, ['UCHAIN_INFINITY'])
  const isOpen = isStanding && !context.isSealed && records.length === 0 && accrual !== null
  return {
    ...bookedAs(records, way.version),
    ...(isOpen && {
      state: 'OPEN' as const,
      amounts: await openAmounts(context, accrual, eurCents(order.cents)),
    }),
    period: context.start,
    bonusType: 'UCHAIN_INFINITY',
    ...NO_TARGET,
    ...(await withNames(sources, opened, isStanding ? way : { ...way, steps: [] })),
  }
}

/** Provisional, at the rates of now. */
async function openAmounts(
  context: CallerContext,
  { version, value }: InfinityAccrual,
  amount: EurCents,
) {
  const { currencies } = version.plan.programmes.infinity
  const values = provisional(await readQuotes(context), currencies, value)
  return values.map((each) => explainedNow(each, amount))
}

const NO_TARGET: ExplainedTarget = {
  rang: null,
  target: null,
  counting: null,
  legs: [],
  windowStart: null,
  windowEnd: null,
}

/** The order and its path with the names and ranks of all partners on it. */
async function withNames(
  { people }: BonusSources,
  { context, order }: OpenedOrder,
  { steps, rankOf }: Way,
): Promise<Pick<BonusExplanation, 'order' | 'path'>> {
  const { orderId, paidAt, cents, buyerId, cancelledBy } = order
  const ids = order.path.map((row) => context.engine.ids[row]!)
  const cards = await people.cards([buyerId, ...ids])
  const nameOf = (id: number) => {
    const { firstName, lastName } = cards.get(id)!
    return { firstName, lastName }
  }
  const { ranks } = context.version.plan
  const path = steps.map((step, at) => {
    const id = ids[at]!
    const rank = ranks.findLast(({ id: rankId }) => rankId <= rankOf(order.path[at]!)) ?? ranks[0]!
    return { ...step, isCaller: id === context.partnerId, ...nameOf(id), rang: rank.code }
  })
  const amount = formatUnits(eurCents(cents), 2)
  const isCancelled = cancelledBy !== null
  return { order: { orderId, paidAt, amount, isCancelled, ...nameOf(buyerId) }, path }
}

/** The fields that the records of one cause share. */
function bookedAs(records: readonly StoredRecord[], { version, plan }: PlanVersion) {
  const [record] = records
  const isGone = records.some(({ isTakingBack, isTakenBack }) => isTakingBack || isTakenBack)
  return {
    state: stateOf(record, isGone),
    paidAt: record?.paidAt ?? null,
    period: record?.period ? parseMonth(record.period) : null,
    planVersion: version,
    planValidFrom: plan.validFrom,
    pool: record?.pool ?? null,
    amounts: records.map(explainedRecord),
  }
}

function stateOf(record: StoredRecord | undefined, isGone: boolean): BonusExplanation['state'] {
  if (record === undefined) return 'UNPAID'
  return isGone ? 'REVERSED' : 'BOOKED'
}
