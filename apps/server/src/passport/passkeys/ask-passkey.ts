import type { PasskeyRequest, Transport } from '@partner-office/contracts'

import type { Db } from '../../db/database.ts'
import type { Caller, Passport } from '../passport.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'
import { passkeyRequest } from '../../proofs/passkey-creation.ts'
import { issueChallenge } from './challenges.ts'
import { relyingParty } from '../../proofs/relying-party.ts'

type Browser = Pick<Caller, 'passkeyBrowser' | 'setPasskeyBrowser'>

/** The passkeys of an account, as browsers describe them. */
export async function passkeysOf(
  db: Db,
  userId: number,
): Promise<PasskeyRequest['allowCredentials']> {
  const rows = await db
    .selectFrom('passport.passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports: transports as Transport[],
  }))
}

/**
 * Asks a browser for a passkey of any account. The answer does not depend on an account, so it reveals none.
 *
 * Refuses: `too_many_requests`.
 */
export async function askAnyPasskey(
  passport: Passport,
  caller: Browser & Pick<Caller, 'address'>,
): Promise<PasskeyRequest> {
  await limitCalls(passport, { purpose: 'passkey', address: caller.address })
  return ask(passport, caller, { purpose: 'signIn', userId: null, allowCredentials: [] })
}

/** Asks a browser for a passkey of one account, as the second factor; undefined when it has none. */
export async function askPasskeyOf(
  passport: Passport,
  browser: Browser,
  userId: number,
): Promise<PasskeyRequest | undefined> {
  const allowCredentials = await passkeysOf(passport.core.database.read, userId)
  if (allowCredentials.length === 0) return undefined
  return ask(passport, browser, { purpose: 'secondFactor', userId, allowCredentials })
}

type Asked = Pick<PasskeyRequest, 'allowCredentials'> & {
  readonly purpose: 'signIn' | 'secondFactor'
  readonly userId: number | null
}

async function ask(
  passport: Passport,
  { passkeyBrowser, setPasskeyBrowser }: Browser,
  { purpose, userId, allowCredentials }: Asked,
): Promise<PasskeyRequest> {
  // One token for all tabs of a browser, so that a second tab does not take the first one's challenge away.
  const browser = passkeyBrowser ?? newToken()
  setPasskeyBrowser(browser)
  const ceremony = { purpose, userId, holderHash: hashOf(browser) }
  return passkeyRequest(
    relyingParty(passport.passportOrigin),
    await issueChallenge(passport.core, ceremony),
    allowCredentials,
  )
}
