import type { OrderEffect, OrderLevel } from '@partner-office/contracts'
import { lastPaidDepth } from '@partner-office/domain'

import type { Core } from '../../../core/core.ts'
import { numberOf, ofOne } from '../../bonuses/bonus-texts.ts'
import { explainedRecord } from '../../bonuses/explain/explained-amount.ts'
import { readOrderWithPath } from '../../bonuses/explain/explained-order.ts'
import { readRecordsCausedBy, type StoredRecord } from '../../bonuses/explain/stored-record.ts'
import { type DecidedLevel, readDecision } from '../../bonuses/explain/unilevel-way.ts'
import { freshNetwork } from '../../figures/fresh-network.ts'
import { type PartnerNames, readNames } from '../../partners/named-partners.ts'
import { readActivity } from './order-activity.ts'
import { reachedRanks, readReaches } from './reached-ranks.ts'
import { sumsOf } from './sums.ts'

/**
 * Reads what an order has done at once: every level that its plan pays, the ranks that it reached, and activity.
 *
 * Refuses: `not_found`; `data_not_ready`.
 * Source: requirements ORC-002, ORC-003.
 */
export async function readEffect(core: Core, orderId: number): Promise<OrderEffect> {
  const { read } = core.database
  const { engine } = await freshNetwork(core)
  const order = await readOrderWithPath(read, engine, orderId)
  const above = order.path.map((row) => engine.ids[row]!)
  const versions = await core.plans.versions(read)
  const { version, at } = await readDecision(core, read, order)
  const records = await readRecordsCausedBy(read, orderId)
  const reaches = await readReaches(read, orderId)
  const depth = lastPaidDepth(version.plan, order.paidAt)
  const names = await readNames(read, [
    ...above.slice(0, depth),
    ...reaches.map(({ partnerId }) => partnerId),
  ])
  const levels = Array.from({ length: depth }, (_, place) =>
    levelOf(at(place + 1), { partnerId: above[place], records, names }),
  )
  return {
    levels,
    sums: sumsOf(records),
    ranks: reachedRanks(versions, reaches, { records, names }),
    activity: await readActivity(read, versions, order),
  }
}

type Around = {
  /** Undefined above the top of the tree. */
  readonly partnerId: number | undefined
  readonly records: readonly StoredRecord[]
  readonly names: PartnerNames
}

function levelOf(
  { level, kind, percent, reason }: DecidedLevel,
  { partnerId, records, names }: Around,
): OrderLevel {
  if (partnerId === undefined) {
    return { level, partner: null, kind, percent: null, reason: 'no_partner', amounts: [] }
  }
  const own = records.filter((record) => record.type === kind && record.level === level)
  return {
    level,
    partner: names(partnerId),
    kind,
    percent: percent && numberOf(ofOne(percent)),
    reason,
    amounts: own.map(explainedRecord),
  }
}
