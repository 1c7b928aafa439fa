import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { CHALLENGE_MS } from '../../proofs/passkey-creation.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'

/** What a challenge is for, and who alone may answer it. */
export type Ceremony = {
  readonly purpose: 'add' | 'signIn' | 'secondFactor'
  /** Hash of the token of the session, the link or the browser's cookie. */
  readonly holderHash: Buffer
  /** The operator whose passkey must sign; null: any operator's. */
  readonly operatorId: number | null
}

/** Issues a challenge for one ceremony; only its hash is stored. */
export async function issueChallenge(core: Core, ceremony: Ceremony): Promise<string> {
  const challenge = newToken()
  const now = core.clock()
  await core.database.read
    .insertInto('console.passkeyChallenges')
    .values({ ...ceremony, challengeHash: hashOf(challenge), expiresAt: now + CHALLENGE_MS })
    .execute()
  await core.database.read
    .deleteFrom('console.passkeyChallenges')
    .where('expiresAt', '<=', now)
    .execute()
  return challenge
}

/** Whether a challenge was issued for this ceremony and is not used or expired; it is then used up. */
export async function redeemChallenge(
  { clock }: Core,
  db: Db,
  challenge: string,
  { purpose, holderHash, operatorId }: Ceremony,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('console.passkeyChallenges')
    .where('challengeHash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('holderHash', '=', holderHash)
    .where('operatorId', 'is not distinct from', operatorId)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  return numDeletedRows === 1n
}
