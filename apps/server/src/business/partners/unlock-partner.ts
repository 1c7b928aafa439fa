import { unlockAccount } from '../../passport/accounts/accounts.ts'
import type { Core } from '../../core/core.ts'

/**
 * Let a partner sign in again after too many wrong passwords.
 *
 * Refuses: `not_found`.
 * Source: decisions D-031; operations.md section 4.
 */
export async function unlockPartner(core: Core, partnerId: number): Promise<void> {
  await core.database.transaction((tx) => unlockAccount(tx, partnerId))
}
