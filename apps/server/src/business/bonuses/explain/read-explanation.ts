import type { BonusExplanation, CallInput, getBonusExplanation } from '@partner-office/contracts'
import {
  eurCents,
  monthEnd,
  monthStart,
  parseMonth,
  planAt,
  type PlanVersion,
  Refusal,
} from '@partner-office/domain'

import { readDerivation } from '../../periods/derivation-document.ts'
import { readRateBook } from '../bonus-amounts.ts'
import { openOwnDesk, type OwnDesk } from '../bonus-desk.ts'
import type { BonusSources } from '../bonus-sources.ts'
import type { Accrual } from '../team-infinity.ts'
import { explainedNow, explainedRecord } from './explained-amount.ts'
import {
  type ExplainedTarget,
  explainProgramme,
  explainRank,
  planVersionOf,
} from './explained-legs.ts'
import { type DownlineOrder, readDownlineOrder, toldOrder } from './explained-order.ts'
import { infinityWay } from './infinity-steps.ts'
import { readOrderRecords, readRecords, type StoredRecord } from './stored-record.ts'
import { type BareStep, unilevelSteps } from './unilevel-steps.ts'

/**
 * Why a credited record of the caller is what it is, or what an order of the caller's downline brings by direct or team
 * bonus and by infinity, and why nothing.
 *
 * Costs as `infinityWay` for infinity, as `explainRank` and `explainProgramme` for those; a few rows for direct and team
 * bonus.
 *
 * Refuses: `not_found`, for a record or an order that is not there, and for somebody else's alike; `data_not_ready`.
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
  const desk = await orderDesk(sources, partnerId, record.orderId!, record.upToFact)
  const version = await planVersionOf(core, record.planVersion)
  const told =
    type === 'UCHAIN_INFINITY'
      ? await infinityTold(sources, desk)
      : await unilevelTold(sources, desk, version)
  return { ...bookedAs(records, version), bonusType: type, ...NO_TARGET, ...told }
}

type OrderDesk = { readonly desk: OwnDesk; readonly order: DownlineOrder }

/** The order and its month. */
async function orderDesk(
  { core }: BonusSources,
  partnerId: number,
  orderId: number,
  upToFact: number | null = null,
): Promise<OrderDesk> {
  const now = core.clock()
  const anywhere = await openOwnDesk(core, partnerId, { start: now, end: now + 1 })
  const order = await readDownlineOrder(anywhere.db, anywhere.engine, anywhere.row, orderId)
  const start = monthStart(order.paidAt)
  const desk = await openOwnDesk(core, partnerId, { start, end: monthEnd(start) })
  return { desk: upToFact === null ? desk : { ...desk, upToFact }, order }
}

async function explainOrder(
  sources: BonusSources,
  partnerId: number,
  orderId: number,
): Promise<BonusExplanation[]> {
  const ordered = await orderDesk(sources, partnerId, orderId)
  const { desk, order } = ordered
  const unilevel = await explainUnilevel(sources, partnerId, ordered)
  const { infinity } = planAt(desk.versions, order.paidAt).plan.programmes
  if (order.paidAt < infinity.from) return [unilevel]
  return [unilevel, await explainInfinity(sources, partnerId, ordered)]
}

async function explainUnilevel(
  sources: BonusSources,
  partnerId: number,
  ordered: OrderDesk,
): Promise<BonusExplanation> {
  const { core } = sources
  const db = core.database.read
  const { order } = ordered
  const records = await readOrderRecords(db, partnerId, order.orderId, ['DIRECT', 'TEAM'])
  const { planVersion } = await db
    .selectFrom('orderDecisions')
    .select('planVersion')
    .where('orderId', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const version = await planVersionOf(core, planVersion)
  const told = await unilevelTold(sources, ordered, version)
  const bonusType = order.path.length === 1 ? ('DIRECT' as const) : ('TEAM' as const)
  return { ...bookedAs(records, version), bonusType, ...NO_TARGET, ...told }
}

async function explainInfinity(
  sources: BonusSources,
  partnerId: number,
  ordered: OrderDesk,
): Promise<BonusExplanation> {
  const { desk, order } = ordered
  const way = await infinityWay(desk, order)
  // A cancelled order counts nowhere; what had been credited for it before is told as taken back.
  const isStanding = order.cancelledBy === null || order.cancelledBy > desk.upToFact
  const steps = isStanding ? way.told : []
  const records = await readOrderRecords(desk.db, partnerId, order.orderId, ['UCHAIN_INFINITY'])
  const isOpen = isStanding && desk.sealed === null && records.length === 0
  const accrual = isOpen ? way.team.accrualOf(order) : null
  return {
    ...bookedAs(records, way.version),
    ...(accrual !== null && {
      state: 'OPEN' as const,
      amounts: await openAmounts(desk, accrual),
    }),
    period: desk.start,
    bonusType: 'UCHAIN_INFINITY',
    ...NO_TARGET,
    ...(await toldWith(sources, ordered, steps, way.ranksThen)),
  }
}

/** Provisional, at the rates of now. */
async function openAmounts(desk: OwnDesk, { order, version, value }: Accrual) {
  const rateFor = await readRateBook(desk)
  const { currencies } = version.plan.programmes.infinity
  return currencies.flatMap((share) => {
    const rate = rateFor(share.currency)
    if (rate === null && share.currency !== 'EUR') return []
    const derivation = { value, share, rate, type: 'UCHAIN_INFINITY' as const }
    return explainedNow({ ...derivation, planVersion: version.version }, eurCents(order.cents))
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

async function unilevelTold(sources: BonusSources, ordered: OrderDesk, { plan }: PlanVersion) {
  const { desk, order } = ordered
  const steps = await unilevelSteps(desk.db, plan, order)
  return toldWith(sources, ordered, steps, (row) => desk.rankNow(row).id)
}

async function infinityTold(sources: BonusSources, ordered: OrderDesk) {
  const way = await infinityWay(ordered.desk, ordered.order)
  return toldWith(sources, ordered, way.told, way.ranksThen)
}

/** The order and its way with everybody's name. */
async function toldWith(
  { people }: BonusSources,
  { desk, order }: OrderDesk,
  steps: readonly BareStep[],
  rankOf: (row: number) => number,
): Promise<Pick<BonusExplanation, 'order' | 'path'>> {
  const ids = order.path.map((row) => desk.engine.ids[row]!)
  const cards = await people.cards([order.buyerId, ...ids])
  const { ranks } = desk.version.plan
  const path = steps.map((step, at) => {
    const { firstName, lastName } = cards.get(ids[at]!)!
    const rank = ranks.findLast(({ id }) => id <= rankOf(order.path[at]!)) ?? ranks[0]!
    const isCaller = ids[at] === desk.partnerId
    return { ...step, isCaller, firstName, lastName, rang: rank.code }
  })
  return { order: toldOrder(order, cards.get(order.buyerId)!), path }
}

/** What the records of one cause say together. */
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
