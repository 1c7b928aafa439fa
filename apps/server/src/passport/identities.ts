import type { Passport } from './passport.ts'
import { requireSession, SCOPE } from './tokens/sessions.ts'

/** The owner of an access token, its session (the hash of the token), and the modes of its scope, such as READ. Source: decisions D-023. */
export type SignedIn = {
  readonly userId: number
  readonly session: string
  readonly modes: readonly string[]
}

type IdentityProof = { readonly verified: boolean; readonly selfieRequired: boolean }

/** What the passport offers to the other services of the same process. */
export type Identities = {
  /** Like `POST /oauth/check_token`: counts as a use of the session, and refuses a revoked token at once. */
  readonly checkToken: (authorization: string | undefined) => Promise<SignedIn>
  /**
   * Whether the account's passport document is approved, and whether the identity must be proved again, because an operator
   * has rejected the approved document. Source: decisions D-009, D-095.
   */
  readonly proofOf: (userId: number) => Promise<IdentityProof>
}

/** The identities that a passport knows. Refuses: `invalid_token`. */
export function identitiesOf(passport: Pick<Passport, 'core' | 'business'>): Identities {
  return {
    checkToken: async (authorization) => {
      const { userId, tokenHash } = await requireSession(passport, authorization)
      const modes = SCOPE.scope.split(' ').filter((word) => /^[A-Z]+$/.test(word))
      return { userId, session: tokenHash.toString('base64url'), modes }
    },
    proofOf: async (userId) => {
      const { read, recent } = passport.core.database
      const document = await recent.lastKnown(`proof ${userId}`, () =>
        read
          .selectFrom('passport.verifications')
          .select(['status', 'wasApproved'])
          .where('userId', '=', userId)
          .where('documentType', '=', 'PASSPORT')
          .executeTakeFirst(),
      )
      return {
        verified: document?.status === 'APPROVED',
        selfieRequired: document?.status === 'REJECTED' && document.wasApproved,
      }
    },
  }
}
