import type { Passport } from './passport.ts'
import { requireSession, SCOPE } from './tokens/sessions.ts'

/** The owner of an access token, and the modes of its scope, such as READ. Source: decisions D-023. */
export type SignedIn = { readonly userId: number; readonly modes: readonly string[] }

/** What the passport offers to the other services of the same process. */
export type Identities = {
  /** Like `POST /oauth/check_token`: counts as a use of the session, and refuses a revoked token at once. */
  readonly checkToken: (authorization: string | undefined) => Promise<SignedIn>
  /** Whether the account has an approved passport document. Source: decisions D-095. */
  readonly isVerified: (userId: number) => Promise<boolean>
}

/** The identities that a passport knows. Refuses: `invalid_token`. */
export function identitiesOf(passport: Pick<Passport, 'core' | 'business'>): Identities {
  return {
    checkToken: async (authorization) => {
      const { userId } = await requireSession(passport, authorization)
      return { userId, modes: SCOPE.scope.split(' ').filter((word) => /^[A-Z]+$/.test(word)) }
    },
    isVerified: async (userId) => {
      const approved = await passport.core.database.read
        .selectFrom('passport.verifications')
        .select('userId')
        .where('userId', '=', userId)
        .where('documentType', '=', 'PASSPORT')
        .where('status', '=', 'APPROVED')
        .executeTakeFirst()
      return approved !== undefined
    },
  }
}
