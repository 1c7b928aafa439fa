import type { Tx } from '../../db/database.ts'

/** Locks a partner's row until the transaction ends. It comes before the rows of tickets and disputes. */
export async function lockPartner(tx: Tx, partnerId: number): Promise<void> {
  await tx.selectFrom('partners').select('id').where('id', '=', partnerId).forUpdate().execute()
}
