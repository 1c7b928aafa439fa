import type { CallInput, putWallet } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { requirePartner } from '../partners/require-partner.ts'

const ADDRESS = /^[A-Za-z0-9]{26,64}$/

/**
 * Assigns a wallet to a partner, or approves it; another address of the same kind takes its place.
 *
 * Refuses: `not_found`; `invalid_wallet_address`.
 * Source: api.md section 7; decisions D-089, D-124.
 */
export async function setWallet(
  core: Core,
  partnerId: number,
  { walletType, address, moderatorApproved }: CallInput<typeof putWallet>['body'],
): Promise<void> {
  if (!ADDRESS.test(address)) throw new Refusal('invalid_wallet_address', { field: 'address' })
  const wallet = { address, moderatorApproved, assignedAt: core.clock() }
  await core.database.transaction(async (tx) => {
    await requirePartner(tx, partnerId)
    await tx
      .insertInto('wallets')
      .values({ partnerId, walletType, ...wallet })
      .onConflict((conflict) => conflict.columns(['partnerId', 'walletType']).doUpdateSet(wallet))
      .execute()
  })
}
