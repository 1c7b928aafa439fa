import { randomBytes } from 'node:crypto'

import { lockPayouts } from '../business/payouts/end/lock-payouts.ts'
import { registerPartner } from '../business/partners/register-partner.ts'
import type { Core } from '../core/core.ts'

/** Stores a row of each kind that gives access, for partners that exist; their payouts are locked. */
export async function storeAccessRows(
  core: Core,
  { userId, locked }: { readonly userId: number; readonly locked: number },
): Promise<void> {
  const now = core.clock()
  const later = now + 3_600_000
  const address = 'new-address@example.com'
  await registerPartner(core, {
    email: 'waiting@example.com',
    passwordHash: 'not a hash',
    firstName: 'Wanda',
    lastName: 'Waiting',
    countryId: 'DE',
    language: 'en',
    referral: null,
  })
  await core.database.transaction(async (tx) => {
    await tx
      .insertInto('passport.recoveryCodes')
      .values({ userId, codeHash: randomBytes(32) })
      .execute()
    await tx
      .insertInto('passport.passkeys')
      .values({
        userId,
        credentialId: randomBytes(32),
        publicKey: randomBytes(64),
        counter: 0,
        transports: ['internal'],
        name: 'Phone',
        addedAt: now,
      })
      .execute()
    await tx
      .insertInto('passport.mailedTokens')
      .values({ userId, tokenHash: randomBytes(32), purpose: 'email', address, expiresAt: later })
      .execute()
    await tx
      .insertInto('passport.emailChanges')
      .values({
        userId,
        oldEmail: 'old@example.com',
        newEmail: address,
        askedAt: now,
        changedAt: now,
      })
      .execute()
  })
  await lockPayouts(core, locked, true)
}
