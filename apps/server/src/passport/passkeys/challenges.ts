import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { CHALLENGE_MS } from '../../proofs/passkey-creation.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'

/** What a challenge is for, and who alone may answer it. */
type Ceremony = {
  readonly purpose: 'add' | 'signIn' | 'secondFactor'
  /** Hash of the token of the session or of the browser's cookie. */
  readonly holderHash: Buffer
  /** The account whose passkey must sign; null: any account's. */
  readonly userId: number | null
}

/** Issues a challenge for one ceremony; only its hash is stored. */
export async function issueChallenge(
  { database, clock }: Core,
  ceremony: Ceremony,
): Promise<string> {
  const challenge = newToken()
  const expiresAt = clock() + CHALLENGE_MS
  await database.read
    .insertInto('passport.passkeyChallenges')
    .values({ ...ceremony, challengeHash: hashOf(challenge), expiresAt })
    .execute()
  return challenge
}

/** Whether a challenge was issued for this ceremony and is not used or expired; it is then used up. */
export async function redeemChallenge(
  { clock }: Core,
  db: Db,
  challenge: string,
  { purpose, holderHash, userId }: Ceremony,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passport.passkeyChallenges')
    .where('challengeHash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('holderHash', '=', holderHash)
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  return numDeletedRows === 1n
}
