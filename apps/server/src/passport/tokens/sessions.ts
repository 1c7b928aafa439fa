import { setTimeout as wait } from 'node:timers/promises'

import { Refusal } from '@partner-office/domain'

import type { Database, Db, Tx } from '../../db/database.ts'
import { lockAccount } from '../accounts/accounts.ts'
import type { Passport } from '../passport.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'

/** The scope of every session: modes in capitals, then the status. Source: decisions D-023. */
export const SCOPE = { scope: 'READ WRITE active', scope_code: 'active' } as const

/** An open session. Units: `expires` in epoch milliseconds, if the session is not used again. */
export type Session = {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly email: string
  readonly openedAt: number
  readonly expires: number
}

/** The dependencies of sessions. */
type Sessions = Pick<Passport, 'core' | 'business'>

/** The last use is stored at most once in this time, so that not every call writes. */
const TOUCH_MS = 60_000
const TOUCH_PATIENCE_MS = 250
/** The clocks of several machines never differ by as much. */
const AHEAD_MS = 24 * 3_600_000

/** How long a session lasts when it is idle, and at most. Units: milliseconds. Source: decisions D-024. */
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

type NewSession = {
  readonly userId: number
  readonly application: string
  /** A coarse name of the browser and its system. */
  readonly device: string
  /** The first part of the network address. */
  readonly place: string
}

/** Opens a session; returns its token, of which only the hash is stored. */
export async function openSession(
  { core }: Pick<Passport, 'core'>,
  tx: Tx,
  { userId, application, device, place }: NewSession,
): Promise<{ token: string; tokenHash: Buffer }> {
  const token = newToken()
  const tokenHash = hashOf(token)
  const now = core.clock()
  await tx
    .insertInto('passport.sessions')
    .values({ tokenHash, userId, application, device, place, openedAt: now, lastUsedAt: now })
    .execute()
  return { token, tokenHash }
}

/**
 * Returns the session of an access token. This counts as a use of the session.
 *
 * Refuses: `invalid_token`, for an unknown, revoked or expired token.
 * Source: decisions D-024.
 */
export async function useSession(passport: Sessions, token: string): Promise<Session> {
  const { database, clock } = passport.core
  const now = clock()
  const found = await findSession(database, hashOf(token))
  const { idle, most } = await sessionTimes(passport)
  if (found === undefined) throw new Refusal('invalid_token')

  const { tokenHash, userId, email, openedAt, lastUsedAt } = found
  // It was used while the clock was ahead, and would outlive its time by as much.
  if (lastUsedAt > now + AHEAD_MS) throw new Refusal('invalid_token')
  if (now >= Math.min(lastUsedAt + idle, openedAt + most)) throw new Refusal('invalid_token')
  if (now - lastUsedAt >= Math.min(TOUCH_MS, idle / 20)) {
    // Without this write the session ends earlier, which is harmless. A database that is gone must not delay the call.
    const touched = touch(database, tokenHash, now).catch(() => {})
    await Promise.race([touched, wait(TOUCH_PATIENCE_MS, undefined, { ref: false })])
  }
  return { tokenHash, userId, email, openedAt, expires: Math.min(now + idle, openedAt + most) }
}

/** Reads through the cache; what ends a session waits for the caches of other processes, see `Recent.revokeAfter`. */
function findSession({ recent, read }: Database, tokenHash: Buffer) {
  return recent.read(sessionKey(tokenHash), () =>
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
  recent.outdateOne(sessionKey(tokenHash))
}

/** The cached read of a session; what ends it announces this key: see `announce-ended-sessions.sql`. */
export const sessionKey = (tokenHash: Buffer): string => `session ${tokenHash.toString('base64')}`

/**
 * Returns the caller's session.
 *
 * Refuses: `invalid_token`.
 */
export function requireSession(
  passport: Sessions,
  authorization: string | undefined,
): Promise<Session> {
  return useSession(passport, bearerOf(authorization))
}

/** The token of a call; empty without one. */
export const bearerOf = (authorization: string | undefined): string =>
  /^bearer ([\x21-\x7e]{1,256})$/i.exec(authorization ?? '')?.[1] ?? ''

/**
 * Locks the caller's account and requires that the session is still open; returns the account's address. What ends sessions
 * locks the account too, so no act that a session began outlives a new password at the same time.
 *
 * Refuses: `invalid_token`.
 */
export async function lockOpenSession(
  tx: Tx,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
): Promise<string> {
  const email = await lockAccount(tx, userId)
  const session = await tx
    .selectFrom('passport.sessions')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  if (email === undefined || session === undefined) throw new Refusal('invalid_token')
  return email
}

/** Ends one session. */
export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('passport.sessions').where('tokenHash', '=', tokenHash).execute()
}

/** Ends all sessions of an account but one, and deletes its unused hand-offs. Source: decisions D-150. */
export async function endOtherSessions(
  tx: Tx,
  userId: number,
  kept: Buffer | null = null,
): Promise<void> {
  // Hand-offs first: this waits for a swap in progress, whose session the next statement then finds.
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
