import type { CallReply, getSecurity } from '@partner-office/contracts'

import type { Passport } from '../passport.ts'
import type { Session } from '../tokens/sessions.ts'
import { hasAuthenticator } from '../two-factor/authenticators.ts'
import { recoveryCodesLeft } from '../two-factor/recovery-codes.ts'
import { FRESH_MS } from './require-fresh.ts'

/** Returns what the security page shows of the signed-in partner's account. */
export async function readSecurity(
  { core: { database } }: Passport,
  { userId, openedAt }: Session,
): Promise<CallReply<typeof getSecurity>> {
  const { passwordChangedAt } = await database.read
    .selectFrom('passport.accounts')
    .select('passwordChangedAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const requests = await database.read
    .selectFrom('passport.dataRequests')
    .select(['kind', 'requestedAt'])
    .where('userId', '=', userId)
    .execute()
  const requestedAt = (kind: 'EXPORT' | 'ERASURE') =>
    requests.find((request) => request.kind === kind)?.requestedAt ?? null
  return {
    passwordChangedAt,
    hasAuthenticator: await hasAuthenticator(database.read, userId),
    recoveryCodesLeft: await recoveryCodesLeft(database.read, userId),
    freshUntil: openedAt + FRESH_MS,
    exportRequestedAt: requestedAt('EXPORT'),
    erasureRequestedAt: requestedAt('ERASURE'),
  }
}
