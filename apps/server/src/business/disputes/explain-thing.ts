import type { BonusExplanation } from '@partner-office/contracts'
import {
  accountNameOf,
  type BonusType,
  type DisputedProgramme,
  parseMonth,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { readOwnAdjustment } from '../adjustments/read-own-adjustments.ts'
import { readExplanation } from '../bonuses/explain/read-explanation.ts'
import { BSP, DIAMOND, readCheckpoints, WINNER } from '../bonuses/read-checkpoints.ts'
import { readInfinity } from '../bonuses/read-infinity.ts'
import { readLifestyle } from '../bonuses/read-lifestyle.ts'
import { readPools } from '../bonuses/read-pools.ts'
import { readTurbo } from '../bonuses/read-turbo.ts'
import { readReachedRank } from '../ranks/read-rank-history.ts'
import type { DisputeSources } from './dispute-sources.ts'
import type { MeantThing } from './meant-thing.ts'

/** What is known of a thing besides its explanation; null: it has none. */
type Facts = {
  readonly recordId: number | null
  readonly orderId: number | null
  readonly month: string | null
  readonly bonusType: BonusType | null
  readonly rankId: number | null
  readonly rang: string | null
  readonly adjustmentId: number | null
  readonly account: string | null
}

/** A thing as its partner sees it. Units: `since`: from when it could be questioned. */
export type ExplainedThing = Facts & {
  readonly kind: MeantThing['kind']
  readonly since: number
  readonly explanation: object
}

const NOTHING: Facts = {
  recordId: null,
  orderId: null,
  month: null,
  bonusType: null,
  rankId: null,
  rang: null,
  adjustmentId: null,
  account: null,
}

/**
 * Explains a thing by the calls of the office, for the partner whose it is.
 *
 * Refuses: `not_found`, both for what does not exist and for what is another partner's; `data_not_ready`.
 * Source: D-170, D-171.
 */
export async function explainThing(
  sources: DisputeSources,
  partnerId: number,
  thing: MeantThing,
): Promise<ExplainedThing> {
  const { kind } = thing
  switch (kind) {
    case 'record':
      return { ...NOTHING, kind, ...(await explainRecord(sources, partnerId, thing)) }
    case 'order':
      return { ...NOTHING, kind, ...(await explainZero(sources, partnerId, thing)) }
    case 'programme':
      return { ...NOTHING, kind, ...(await explainMonth(sources, partnerId, thing)) }
    case 'rank':
      return { ...NOTHING, kind, ...(await explainRank(sources, partnerId, thing)) }
    case 'adjustment':
      return { ...NOTHING, kind, ...(await explainAdjustment(sources, partnerId, thing)) }
  }
}

type Of<Kind> = Extract<MeantThing, { kind: Kind }>

type RecordRow = Pick<Facts, 'orderId' | 'month' | 'bonusType' | 'rankId' | 'account'> & {
  readonly since: number
}

async function explainRecord(
  sources: DisputeSources,
  partnerId: number,
  { recordId }: Of<'record'>,
) {
  const { rows } = await sql<RecordRow>`
    select b.order_id, b.period as month, b.type as bonus_type, b.rank_id, a.name as account, t.created_at as since
    from bonus_records b join transfers t on t.id = b.transfer_id join accounts a on a.id = t.partner_account_id
    where b.id = ${recordId} and b.partner_id = ${partnerId}`.execute(sources.core.database.read)
  const [row] = rows
  if (row === undefined) throw new Refusal('not_found')
  const [explanation] = await readExplanation(sources, partnerId, { recordId })
  return { ...row, recordId, rang: explanation!.rang, explanation: explanation! }
}

/** Only what was not paid is a zero: a credit is questioned as its record. */
async function explainZero(
  sources: DisputeSources,
  partnerId: number,
  { orderId, bonusType }: Of<'order'>,
) {
  const { core } = sources
  const found = await readExplanation(sources, partnerId, { orderId })
  const isZero = ({ bonusType: type, state }: BonusExplanation) =>
    type === bonusType && state === 'UNPAID'
  const explanation = found.find(isZero)
  if (explanation === undefined) throw new Refusal('not_found')
  const { read } = core.database
  const { recordedAt: since } = await read
    .selectFrom('orders')
    .select('recordedAt')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { plan } = await core.plans.numbered(read, explanation.planVersion)
  const isUnilevel = bonusType !== 'UCHAIN_INFINITY'
  const account = isUnilevel ? accountNameOf(plan.unilevelCurrency) : null
  return { orderId, bonusType, since, account, explanation }
}

type ReadProgramme = (sources: DisputeSources, partnerId: number, at: number) => Promise<object>

/** The page of each programme; of cycled turbo the window that holds the first instant of the month. */
const PROGRAMMES: Readonly<Record<DisputedProgramme, ReadProgramme>> = {
  UCHAIN_INFINITY: readInfinity,
  DIAMOND: (from, partnerId, at) => readCheckpoints(from, partnerId, DIAMOND, at),
  DIAMOND_POOL: readPools,
  WINNER: (from, partnerId, at) => readCheckpoints(from, partnerId, WINNER, at),
  LIFESTYLE: readLifestyle,
  BSP: (from, partnerId, at) => readCheckpoints(from, partnerId, BSP, at),
  CYCLED_TURBO: readTurbo,
}

async function explainMonth(
  sources: DisputeSources,
  partnerId: number,
  { month, bonusType }: Of<'programme'>,
) {
  const sealed = await sources.core.database.read
    .selectFrom('periodSeals as s')
    .innerJoin('closings as c', 'c.id', 's.closingId')
    .select('s.sealedAt')
    .where('c.period', '=', month)
    .executeTakeFirst()
  if (sealed === undefined) throw new Refusal('not_found')
  const explanation = await PROGRAMMES[bonusType](sources, partnerId, parseMonth(month)!)
  return { month, bonusType, since: sealed.sealedAt, explanation }
}

async function explainRank(
  { core, pasts }: DisputeSources,
  partnerId: number,
  { rankId }: Of<'rank'>,
) {
  const explanation = await readReachedRank(pasts, partnerId, rankId)
  const { reachedAt: since, rang, bonus } = explanation
  const { read } = core.database
  const { recordedAt } = await read
    .selectFrom('orders')
    .select('recordedAt')
    .where('id', '=', explanation.order.orderId)
    .executeTakeFirstOrThrow()
  const account = bonus === null ? null : accountNameOf(bonus.currency as 'UPT')
  return { rankId, rang, since: Math.max(since, recordedAt), account, explanation }
}

async function explainAdjustment(
  { core }: DisputeSources,
  partnerId: number,
  { adjustmentId }: Of<'adjustment'>,
) {
  const explanation = await readOwnAdjustment(core.database.read, partnerId, adjustmentId)
  const { account, orderId, postedAt: since } = explanation
  return { adjustmentId, orderId, account, since, explanation }
}
