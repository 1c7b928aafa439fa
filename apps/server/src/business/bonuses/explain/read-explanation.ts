import type { BonusExplanation, CallInput, getBonusExplanation } from '@partner-office/contracts'
import {
  type EurCents,
  eurCents,
  type InfinityAccrual,
  monthEnd,
  monthStart,
  parseMonth,
  planAt,
  type PlanVersion,
  Refusal,
} from '@partner-office/domain'

import { readDerivation } from '../../periods/derivation-document.ts'
import { readQuotes } from '../bonus-amounts.ts'
import { type CallerContext, openCallerContext } from '../bonus-context.ts'
import type { BonusSources } from '../bonus-sources.ts'
import { explainedNow, explainedRecord } from './explained-amount.ts'
import {
  type ExplainedTarget,
  explainProgramme,
  explainRank,
  planVersionOf,
} from './explained-legs.ts'
import { type DownlineOrder, readDownlineOrder, shownOrder } from './explained-order.ts'
import { infinityWay } from './infinity-steps.ts'
import { readOrderRecords, readRecords, type StoredRecord } from './stored-record.ts'
import { type BareStep, unilevelSteps } from './unilevel-steps.ts'

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
  return recordId === undefined
    ? explainOrder(sources, partnerId, orderId!)
    : [await explainRecord(sources, partnerId, recordId)]
}

async function explainRecord(
  sources: BonusSources,
  partnerId: number,
  recordId: number,
): Promise<BonusExplanation> {
  const records = await readRecords(sources.core.database.read, partnerId, recordId)
  const record = records.find(({ id }) => id === recordId)
  if (record === undefined) throw new Refusal('not_found')
  if (record.orderId !== null) return explainRecordOfOrder(sources, partnerId, records)
  const { type } = record
  const target =
    record.document === null
      ? await explainRank(sources, partnerId, record)
      : await explainProgramme(sources, partnerId, record, readDerivation(record.document).value)
  const version = await planVersionOf(sources.core, record.planVersion)
  return { ...bookedAs(records, version), bonusType: type, ...target, order: null, path: [] }
}

async function explainRecordOfOrder(
  sources: BonusSources,
  partnerId: number,
  records: readonly StoredRecord[],
): Promise<BonusExplanation> {
  const { core } = sources
  const [record] = records as [StoredRecord]
  const { type } = record
  const opened = await openOrder(sources, partnerId, record.orderId!, record.upToFact)
  const version = await planVersionOf(core, record.planVersion)
  const shown =
    type === 'UCHAIN_INFINITY'
      ? await infinityPath(sources, opened)
      : await unilevelPath(sources, opened, version)
  return { ...bookedAs(records, version), bonusType: type, ...NO_TARGET, ...shown }
}

/** An order and its month. */
type OpenedOrder = { readonly context: CallerContext; readonly order: DownlineOrder }

/** Opens the month of an order of the caller's downline, as it was known up to a fact. */
async function openOrder(
  { core }: BonusSources,
  partnerId: number,
  orderId: number,
  upToFact: number | null = null,
): Promise<OpenedOrder> {
  const now = core.clock()
  const { db, engine, row } = await openCallerContext(core, partnerId, { start: now, end: now + 1 })
  const order = await readDownlineOrder(db, engine, row, orderId)
  const start = monthStart(order.paidAt)
  const context = await openCallerContext(core, partnerId, { start, end: monthEnd(start) })
  return { context: upToFact === null ? context : { ...context, upToFact }, order }
}

async function explainOrder(
  sources: BonusSources,
  partnerId: number,
  orderId: number,
): Promise<BonusExplanation[]> {
  const opened = await openOrder(sources, partnerId, orderId)
  const { context, order } = opened
  const unilevel = await explainUnilevel(sources, partnerId, opened)
  const { infinity } = planAt(context.versions, order.paidAt).plan.programmes
  if (order.paidAt < infinity.from) return [unilevel]
  return [unilevel, await explainInfinity(sources, partnerId, opened)]
}

async function explainUnilevel(
  sources: BonusSources,
  partnerId: number,
  opened: OpenedOrder,
): Promise<BonusExplanation> {
  const { core } = sources
  const db = core.database.read
  const { order } = opened
  const records = await readOrderRecords(db, partnerId, order.orderId, ['DIRECT', 'TEAM'])
  const { planVersion } = await db
    .selectFrom('orderDecisions')
    .select('planVersion')
    .where('orderId', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const version = await planVersionOf(core, planVersion)
  const shown = await unilevelPath(sources, opened, version)
  const bonusType = order.path.length === 1 ? ('DIRECT' as const) : ('TEAM' as const)
  return { ...bookedAs(records, version), bonusType, ...NO_TARGET, ...shown }
}

async function explainInfinity(
  sources: BonusSources,
  partnerId: number,
  opened: OpenedOrder,
): Promise<BonusExplanation> {
  const { context, order } = opened
  const { version, steps, rankOf, accrual } = await infinityWay(context, order)
  // A cancelled order counts nowhere; what it credited before shows as reversed.
  const isStanding = order.cancelledBy === null || order.cancelledBy > context.upToFact
  const records = await readOrderRecords(context.db, partnerId, order.orderId, ['UCHAIN_INFINITY'])
  const isOpen = isStanding && !context.isSealed && records.length === 0 && accrual !== null
  return {
    ...bookedAs(records, version),
    ...(isOpen && {
      state: 'OPEN' as const,
      amounts: await openAmounts(context, accrual, eurCents(order.cents)),
    }),
    period: context.start,
    bonusType: 'UCHAIN_INFINITY',
    ...NO_TARGET,
    ...(await withNames(sources, opened, isStanding ? steps : [], rankOf)),
  }
}

/** Provisional, at the rates of now. */
async function openAmounts(
  context: CallerContext,
  { version, value }: InfinityAccrual,
  amount: EurCents,
) {
  const rateFor = await readQuotes(context)
  const { currencies } = version.plan.programmes.infinity
  return currencies.flatMap((share) => {
    const rate = rateFor(share.currency)
    if (rate === null && share.currency !== 'EUR') return []
    const derivation = { value, share, rate, type: 'UCHAIN_INFINITY' as const }
    return explainedNow({ ...derivation, planVersion: version.version }, amount)
  })
}

const NO_TARGET: ExplainedTarget = {
  rang: null,
  target: null,
  counting: null,
  legs: [],
  windowStart: null,
  windowEnd: null,
}

async function unilevelPath(sources: BonusSources, opened: OpenedOrder, { plan }: PlanVersion) {
  const { context, order } = opened
  const steps = await unilevelSteps(context.db, plan, order)
  return withNames(sources, opened, steps, (row) => context.rankNow(row).id)
}

async function infinityPath(sources: BonusSources, opened: OpenedOrder) {
  const { steps, rankOf } = await infinityWay(opened.context, opened.order)
  return withNames(sources, opened, steps, rankOf)
}

/** The order and its path with the names and ranks of all partners on it. */
async function withNames(
  { people }: BonusSources,
  { context, order }: OpenedOrder,
  steps: readonly BareStep[],
  rankOf: (row: number) => number,
): Promise<Pick<BonusExplanation, 'order' | 'path'>> {
  const ids = order.path.map((row) => context.engine.ids[row]!)
  const cards = await people.cards([order.buyerId, ...ids])
  const { ranks } = context.version.plan
  const path = steps.map((step, at) => {
    const { firstName, lastName } = cards.get(ids[at]!)!
    const rank = ranks.findLast(({ id }) => id <= rankOf(order.path[at]!)) ?? ranks[0]!
    const isCaller = ids[at] === context.partnerId
    return { ...step, isCaller, firstName, lastName, rang: rank.code }
  })
  return { order: shownOrder(order, cards.get(order.buyerId)!), path }
}

/** The fields that the records of one cause share. */
function bookedAs(records: readonly StoredRecord[], { version, plan }: PlanVersion) {
  const [record] = records
  const isGone = records.some(({ isTakingBack, isTakenBack }) => isTakingBack || isTakenBack)
  return {
    state: stateOf(record, isGone),
    paidAt: record?.paidAt ?? null,
    period: record?.period == null ? null : parseMonth(record.period),
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
