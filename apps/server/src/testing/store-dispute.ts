import type { Core } from '../core/core.ts'
import { fingerprintOf } from '../business/disputes/fingerprint.ts'

const EXPLANATION = { rang: 'PEARL', order: { firstName: 'Ada', lastName: 'Own' } }

/** An open dispute of a partner about a rank, as opening one leaves it; returns its number. */
export function storeDispute(core: Core, partnerId: number, rankId = 1): Promise<number> {
  const now = core.clock()
  return core.database.transaction(async (tx) => {
    const { id } = await tx
      .insertInto('console.disputes')
      .values({
        partnerId,
        kind: 'rank',
        thing: `rank ${rankId}`,
        rankId,
        rang: 'PEARL',
        fingerprint: fingerprintOf(EXPLANATION),
        openedAt: now,
        dueAt: now + 3 * 86_400_000,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const content = JSON.stringify(EXPLANATION)
    await tx.insertInto('console.disputeExplanations').values({ disputeId: id, content }).execute()
    const entry = { disputeId: id, at: now, kind: 'opened', text: 'Why is it so late?' } as const
    await tx.insertInto('console.disputeEntries').values(entry).execute()
    return id
  })
}
