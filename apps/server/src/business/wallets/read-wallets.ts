import type { CallReply, getWalletActive } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'

/** The wallets of a partner. Source: api.md section 2; API-014. */
export function readWallets(
  { database: { read } }: Core,
  partnerId: number,
): Promise<CallReply<typeof getWalletActive>> {
  return read
    .selectFrom('wallets')
    .select(['walletType', 'address', 'assignedAt', 'moderatorApproved'])
    .where('partnerId', '=', partnerId)
    .orderBy('walletType', 'desc')
    .execute()
}
