import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'

/** Sets the state of a partner's passport document, as one that states no facts. */
export async function setVerification(
  { clock }: Core,
  tx: Tx,
  userId: number,
  status: 'PENDING' | 'APPROVED' | 'REJECTED',
): Promise<void> {
  const result = { status, updatedAt: clock() }
  await tx
    .insertInto('passport.verifications')
    .values({ userId, documentType: 'PASSPORT', fields: JSON.stringify({}), ...result })
    .onConflict((conflict) => conflict.columns(['userId', 'documentType']).doUpdateSet(result))
    .execute()
}
