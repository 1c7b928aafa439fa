import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'

/**
 * Approves the wallets of a partner; returns their kinds. Approving again changes nothing.
 *
 * Refuses: `wallet_not_found` for a partner without wallets.
 * Source: operations.md section 4; decisions D-089.
 */
export async function approveWallets(
  { database }: Core,
  partnerId: number,
): Promise<readonly string[]> {
  const approved = await database.transaction((tx) =>
    tx
      .updateTable('wallets')
      .set({ moderatorApproved: true })
      .where('partnerId', '=', partnerId)
      .returning('walletType')
      .execute(),
  )
  if (approved.length === 0) {
    throw new Refusal('wallet_not_found', { reason: `partner ${partnerId} has no wallet` })
  }
  return approved.map(({ walletType }) => walletType).toSorted()
}
