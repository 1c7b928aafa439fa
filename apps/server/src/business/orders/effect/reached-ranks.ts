import type { OrderRank } from '@partner-office/contracts'
import type { PlanVersion } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import { explainedRecord } from '../../bonuses/explain/explained-amount.ts'
import type { StoredRecord } from '../../bonuses/explain/stored-record.ts'
import type { PartnerNames } from '../../partners/named-partners.ts'

/** A rank that an order reached. `isHeld`: on the ladder of ranks; else on that of rank bonuses alone. */
export type Reach = {
  readonly partnerId: number
  readonly rankId: number
  readonly planVersion: number
  readonly isHeld: boolean
  readonly recordId: number | null
}

/** Reads the ranks that an order reached, one for each partner and rank, whichever ladders they are on. */
export async function readReaches(db: Db, orderId: number): Promise<Reach[]> {
  const { rows } = await sql<Reach>`
    select partner_id, rank_id, plan_version, bool_or(ladder = 'ordinary') as is_held,
      max(bonus_record_id) as record_id
    from rank_reaches where order_id = ${orderId}
    group by partner_id, rank_id, plan_version order by rank_id desc, partner_id`.execute(db)
  return rows
}

/** Ranks with the names of partners and ranks, and the records of their bonuses. */
export function reachedRanks(
  versions: readonly PlanVersion[],
  reaches: readonly Reach[],
  { records, names }: { readonly records: readonly StoredRecord[]; readonly names: PartnerNames },
): OrderRank[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return reaches.map(({ partnerId, rankId, planVersion, isHeld, recordId }) => {
    const { plan } = versions.find(({ version }) => version === planVersion)!
    const record = recordId === null ? undefined : byId.get(recordId)
    return {
      partner: names(partnerId),
      rang: plan.ranks.find(({ id }) => id === rankId)!.code,
      isHeld,
      bonus: record === undefined ? null : explainedRecord(record),
    }
  })
}
