import { Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { withFactLog } from '../facts/with-fact-log.ts'

/**
 * Block a partner from now on, or lift the block; doing it again changes nothing.
 *
 * Refuses: `not_found`.
 * Source: api.md section 7; decisions C11.13.
 */
export async function blockPartner(
  core: Core,
  partnerId: number,
  blocked: boolean,
  reason: string,
): Promise<void> {
  const change = withFactLog(core, async (tx, log) => {
    if ((await isBlocked(tx, partnerId)) === blocked) return
    const changedAt = core.clock()
    await tx
      .insertInto('partnerBlocks')
      .values({ fact: log.last + 1, partnerId, blocked, reason, changedAt })
      .execute()
    log.written(1)
  })
  await core.database.recent.revokeAfter(change)
}

async function isBlocked(tx: Tx, partnerId: number): Promise<boolean> {
  const partner = await tx
    .selectFrom('partners as p')
    .leftJoin('partnerBlocks as b', 'b.partnerId', 'p.id')
    .select('b.blocked')
    .where('p.id', '=', partnerId)
    .orderBy('b.fact', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (partner === undefined) throw new Refusal('not_found', { field: 'userId', partnerId })
  return partner.blocked ?? false
}
