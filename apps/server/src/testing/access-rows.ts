import { randomBytes } from 'node:crypto'

import { lockPayouts } from '../business/payouts/end/lock-payouts.ts'
import { registerPartner } from '../business/partners/register-partner.ts'
import { addOperator } from '../console/accounts/change-operators.ts'
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
  await storeOperators(core)
}

/** Two operators: one has signed in and has each kind of factor, the other has a link that waits for its second factor. */
async function storeOperators(core: Core): Promise<void> {
  const now = core.clock()
  await core.database.transaction(async (tx) => {
    const roles = ['admin', 'finance'] as const
    const { id } = await addOperator(core, tx, { email: 'ann@example.com', roles, by: null })
    const one = { operatorId: id, addedAt: now, confirmedAt: now }
    await tx
      .insertInto('console.operatorFactors')
      .values([
        { ...one, kind: 'authenticator', name: 'Phone', sealedSecret: randomBytes(48) },
        {
          ...one,
          kind: 'passkey',
          name: 'Laptop',
          credentialId: randomBytes(32),
          publicKey: randomBytes(64),
        },
      ])
      .execute()
    await tx
      .insertInto('console.sessions')
      .values({
        tokenHash: randomBytes(32),
        operatorId: id,
        openedAt: now,
        lastUsedAt: now,
        freshAt: now,
        device: '',
        place: '',
      })
      .execute()
    const added = { email: 'bob@example.com', roles: ['viewer'], by: id } as const
    const bob = await addOperator(core, tx, added)
    await tx
      .updateTable('console.links')
      .set({ passwordHash: 'not a hash', sealedSecret: randomBytes(48) })
      .where('operatorId', '=', bob.id)
      .execute()
    await tx
      .insertInto('console.endpoints')
      .values({
        address: 'https://hooks.example.com/office',
        note: '',
        types: ['order.recorded'],
        sealedSecret: randomBytes(60),
        sealedFormerSecret: randomBytes(60),
        formerUntil: now + 3_600_000,
        addedAt: now,
      })
      .execute()
    await tx
      .insertInto('console.proposals')
      .values({
        kind: 'setting',
        object: 'paymentsEnabled',
        objectName: 'paymentsEnabled',
        before: JSON.stringify({ value: 'TRUE' }),
        after: JSON.stringify({ value: 'FALSE' }),
        preview: '[]',
        basis: JSON.stringify({ value: 'TRUE' }),
        fingerprint: '0'.repeat(64),
        reason: 'the shop is closed',
        proposerId: id,
        at: now,
        expiresAt: now + 1,
      })
      .execute()
  })
}
