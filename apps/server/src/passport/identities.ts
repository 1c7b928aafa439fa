import type { Passport } from './passport.ts'
import { requireSession, SCOPE } from './tokens/sessions.ts'

/** Who an access token belongs to, and the modes of its scope, such as READ. Source: decisions D-023. */
export type SignedIn = { readonly userId: number; readonly modes: readonly string[] }

/** What the passport does for the services beside it, in the same process. */
export type Identities = {
  /** As `POST /oauth/check_token`: the session is used by that, and one that was revoked is unknown at once. */
  readonly checkToken: (authorization: string | undefined) => Promise<SignedIn>
  /** Whether who somebody is has been proven by a passport. Source: decisions D-095. */
  readonly isVerified: (userId: number) => Promise<boolean>
}

/** The door to a passport. Refuses: `invalid_token`. */
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
