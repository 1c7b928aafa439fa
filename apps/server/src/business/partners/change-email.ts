import type { Tx } from '../../db/database.ts'

/** Stores the confirmed e-mail address of a partner. */
export async function changeEmail(tx: Tx, partnerId: number, email: string): Promise<void> {
  await tx
    .updateTable('partners')
    .set({ email })
    .where('id', '=', partnerId)
    .where('erasedAt', 'is', null)
    .execute()
}
