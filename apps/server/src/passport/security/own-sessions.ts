import type { CallReply, getSessions } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import type { Passport } from '../passport.ts'
import { type Session, sessionTimes } from '../tokens/sessions.ts'

/** Lists the open sessions of the signed-in partner, the last used first. */
export async function readSessions(
  passport: Passport,
  { userId, tokenHash }: Session,
): Promise<CallReply<typeof getSessions>> {
  const { idle, most } = await sessionTimes(passport)
  const now = passport.core.clock()
  const rows = await passport.core.database.read
    .selectFrom('passport.sessions')
    .select(['id', 'device', 'place', 'openedAt', 'lastUsedAt', 'tokenHash'])
    .where('userId', '=', userId)
    .where('lastUsedAt', '>', now - idle)
    .where('openedAt', '>', now - most)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ tokenHash: hash, ...row }) => ({ ...row, isCurrent: hash.equals(tokenHash) }))
}

/**
 * Ends a session of the signed-in partner.
 *
 * Refuses: `not_found`, also for a session of another partner.
 */
export async function endOwnSession(
  { core }: Passport,
  { userId }: Session,
  id: number,
): Promise<void> {
  const change = core.database.transaction((tx) =>
    tx
      .deleteFrom('passport.sessions')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst(),
  )
  const { numDeletedRows } = await core.database.recent.revokeAfter(change)
  if (numDeletedRows === 0n) throw new Refusal('not_found')
}
