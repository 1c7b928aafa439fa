import { Refusal } from '@partner-office/domain'

import type { Database, Db, Tx } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import { hashOf, newToken } from './secret-token.ts'

/** Modes in capitals, then the one word of status. Source: decisions D-023. */
export const SCOPE = { scope: 'READ WRITE active', scope_code: 'active' } as const

/** Somebody who is signed in. Units: `expires` in epoch milliseconds, if nothing happens until then. */
export type Session = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly email: string
  readonly expires: number
}

/** What of the passport sessions need. */
type Sessions = Pick<Passport, 'core' | 'business'>

/** Times of use are stored this coarsely: not every call is a write. */
const TOUCH_MS = 60_000

/** How long sessions last, unused and at most. Units: milliseconds. Source: decisions D-024. */
export async function sessionTimes({
  business,
}: Pick<Passport, 'business'>): Promise<{ idle: number; most: number }> {
  const [idle, most] = await Promise.all([
    business.setting('sessionIdle'),
    business.setting('sessionMax'),
  ])
  return { idle: milliseconds(idle), most: milliseconds(most) }
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function milliseconds(duration: string): number {
  const unit = UNITS[duration.at(-1) as keyof typeof UNITS]
  return unit === undefined ? Number(duration) : Number(duration.slice(0, -1)) * unit
}

/** Open a session; the token is told once and stored as a hash. */
export async function openSession(
  { core }: Pick<Passport, 'core'>,
  tx: Tx,
  { userId, application }: { readonly userId: number; readonly application: string },
): Promise<{ token: string; tokenHash: Buffer }> {
  const token = newToken()
  const tokenHash = hashOf(token)
  const now = core.clock()
  await tx
    .insertInto('passport.sessions')
    .values({ tokenHash, userId, application, openedAt: now, lastUsedAt: now })
    .execute()
  return { token, tokenHash }
}

/**
 * The session of an access token, which is used by that.
 *
 * Refuses: `invalid_token`, for a token that is unknown, revoked or expired alike.
 * Source: decisions D-024.
 */
export async function useSession(passport: Sessions, token: string): Promise<Session> {
  const { database, clock } = passport.core
  const now = clock()
  const found = await findSession(database, hashOf(token))
  const { idle, most } = await sessionTimes(passport)
  if (found === undefined) throw new Refusal('invalid_token')

  const { tokenHash, userId, email, openedAt, lastUsedAt } = found
  if (now >= Math.min(lastUsedAt + idle, openedAt + most)) throw new Refusal('invalid_token')
  if (now - lastUsedAt >= Math.min(TOUCH_MS, idle / 20)) {
    // Where it cannot be noted the session only ends earlier.
    await touch(database, tokenHash, now).catch(() => {})
  }
  return { tokenHash, userId, email, expires: Math.min(now + idle, openedAt + most) }
}

/** One that ends is unknown at once, and within half a second where another process has ended it. */
function findSession({ recent, read }: Database, tokenHash: Buffer) {
  return recent.read(keyOf(tokenHash), () =>
    read
      .selectFrom('passport.sessions as s')
      .innerJoin('passport.accounts as a', 'a.userId', 's.userId')
      .select(['s.tokenHash', 's.userId', 's.openedAt', 's.lastUsedAt', 'a.email'])
      .where('s.tokenHash', '=', tokenHash)
      .where('a.closedAt', 'is', null)
      .executeTakeFirst(),
  )
}

async function touch({ recent, read }: Database, tokenHash: Buffer, now: number): Promise<void> {
  await read
    .updateTable('passport.sessions')
    .set({ lastUsedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('lastUsedAt', '<', now)
    .execute()
  recent.forgetOne(keyOf(tokenHash))
}

const keyOf = (tokenHash: Buffer): string => `session ${tokenHash.toString('base64')}`

/**
 * The session of the caller.
 *
 * Refuses: `invalid_token`.
 */
export function requireSession(
  passport: Sessions,
  authorization: string | undefined,
): Promise<Session> {
  const [, token = ''] = /^bearer ([\x21-\x7e]{1,256})$/i.exec(authorization ?? '') ?? []
  return useSession(passport, token)
}

/** End one session, at once and everywhere. */
export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('passport.sessions').where('tokenHash', '=', tokenHash).execute()
}

/** End every session of an account but one, and what could still be swapped for one. Source: decisions D-150. */
export async function endOtherSessions(
  tx: Tx,
  userId: number,
  kept: Buffer | null = null,
): Promise<void> {
  // Hand-offs first: one that is being swapped right now is waited for, and its session then found.
  await tx
    .deleteFrom('passport.handOffs')
    .where('userId', '=', userId)
    .where('sessionHash', 'is', null)
    .execute()
  await tx
    .deleteFrom('passport.sessions')
    .where('userId', '=', userId)
    .$if(kept !== null, (query) => query.where('tokenHash', '<>', kept!))
    .execute()
}
