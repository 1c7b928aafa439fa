import type { Passport } from './passport.ts'
import { requireView, VIEW_SCOPE } from './accounts/views.ts'
import { isViewToken } from '../proofs/view-token.ts'
import { bearerOf, SCOPE, useSession } from './tokens/sessions.ts'

/**
 * The owner of an access token, its session (the hash of the token), and the modes of its scope, such as READ. `view`: the view of an
 * operator that the token is of, which has no session; null for a partner's own token.
 *
 * Source: decisions D-023, D-174.
 */
export type SignedIn = {
  readonly userId: number
  readonly session: string
  readonly modes: readonly string[]
  readonly view: number | null
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

const modesOf = ({ scope }: { readonly scope: string }): readonly string[] =>
  scope.split(' ').filter((word) => /^[A-Z]+$/.test(word))

/** The identities that a passport knows. Refuses: `invalid_token`. */
export function identitiesOf(passport: Pick<Passport, 'core' | 'business'>): Identities {
  return {
    checkToken: async (authorization) => {
      const token = bearerOf(authorization)
      if (isViewToken(token)) {
        const { id, userId } = await requireView(passport.core, token)
        return { userId, session: '', modes: modesOf(VIEW_SCOPE), view: id }
      }
      const { userId, tokenHash } = await useSession(passport, token)
      return {
        userId,
        session: tokenHash.toString('base64url'),
        modes: modesOf(SCOPE),
        view: null,
      }
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
