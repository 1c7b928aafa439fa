import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { requirePartner } from '../partners/require-partner.ts'

/**
 * Approves the wallets of a partner; returns their kinds. Approving again changes nothing.
 *
 * Refuses: `not_found` for an unknown partner; `wallet_not_found` for one without wallets.
 * Source: operations.md section 4; decisions D-089.
 */
export async function approveWallets(
  { database }: Core,
  partnerId: number,
): Promise<readonly string[]> {
  const approved = await database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    return tx
      .updateTable('wallets')
      .set({ moderatorApproved: true })
      .where('partnerId', '=', partnerId)
      .returning('walletType')
      .execute()
  })
  if (approved.length === 0) {
    throw new Refusal('wallet_not_found', { reason: `partner ${partnerId} has no wallet` })
  }
  return approved.map(({ walletType }) => walletType).toSorted()
}
