import type { CallReply, getPartnerSecurity } from '@partner-office/contracts'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { isVerified } from './verified-fields.ts'

/** What the page of a partner shows of the account. Units: null: not locked. */
export type SecurityState = {
  readonly signInLockedUntil: number | null
  readonly isVerified: boolean
  readonly isEmailConfirmed: boolean
  readonly hasSecondFactor: boolean
  readonly sessions: number
}

/** Reads the state of an account; a partner without one can do nothing. */
export async function readSecurityState(db: Db, userId: number): Promise<SecurityState> {
  const { rows } = await sql<SecurityState>`
    select (select a.locked_until from passport.accounts a where a.user_id = ${userId}) as sign_in_locked_until,
      ${isVerified(sql`${userId}`)} as is_verified,
      coalesce((select a.email_confirmed from passport.accounts a where a.user_id = ${userId}), false) as is_email_confirmed,
      exists (select from passport.authenticators f where f.user_id = ${userId} and f.confirmed_at is not null)
        or exists (select from passport.passkeys k where k.user_id = ${userId}) as has_second_factor,
      (select count(*)::integer from passport.sessions s where s.user_id = ${userId}) as sessions`.execute(
    db,
  )
  return rows[0]!
}

/** Reads what an account signs in with and its documents: dates and states, never a secret. Source: requirements PTR-007. */
export async function readSecurity(
  db: Db,
  userId: number,
): Promise<CallReply<typeof getPartnerSecurity>> {
  const authenticator = await db
    .selectFrom('passport.authenticators')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passport.passkeys')
    .select(['name', 'addedAt', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('addedAt', 'desc')
    .execute()
  const sessions = await db
    .selectFrom('passport.sessions')
    .select(['application', 'device', 'openedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('lastUsedAt', 'desc')
    .execute()
  const documents = await db
    .selectFrom('passport.verifications')
    .select(['documentType as type', 'status', 'reason', 'updatedAt'])
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .execute()
  return { authenticatorSince: authenticator?.confirmedAt ?? null, passkeys, sessions, documents }
}

/**
 * SQL with the changes of an account's sign-in for the time line of a partner: sessions, authenticator, passkeys, and the last change of
 * password and of the e-mail address.
 *
 * Source: requirements PTR-019.
 */
export const signInChanges = (userId: number): RawBuilder<unknown> => sql`
  select at, key, 0 as number, state, '[]'::jsonb as amounts from (
    select opened_at as at, id * 8 as key, 'SESSION' as state from passport.sessions where user_id = ${userId}
    union all
    select added_at, id * 8 + 1, 'PASSKEY' from passport.passkeys where user_id = ${userId}
    union all
    select confirmed_at, 2, 'AUTHENTICATOR' from passport.authenticators where user_id = ${userId} and confirmed_at is not null
    union all
    select password_changed_at, 3, 'PASSWORD' from passport.accounts where user_id = ${userId} and password_changed_at is not null
    union all
    select changed_at, 4, 'EMAIL' from passport.email_changes where user_id = ${userId} and changed_at is not null) changes`
