import { randomUUID } from 'node:crypto'

import { Refusal } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { hashPassword } from '../../proofs/password-hasher.ts'

/** A partner's account to create. The password is plain; null means none until a reset sets one. */
export type NewAccount = {
  readonly userId: number
  readonly email: string
  readonly password: string | null
}

/** The stored data of an account, without credentials. */
export type AccountData = {
  readonly email: string
  readonly emailConfirmed: boolean
  readonly hasPassword: boolean
  readonly lockedUntil: number | null
  readonly createdAt: number
  readonly closedAt: number | null
}

/**
 * Creates accounts for imported partners. Their e-mail addresses count as confirmed.
 *
 * Plain passwords are encrypted here and hashed later in the background, because hashing a million takes hours.
 *
 * Source: decisions D-146.
 */
export async function createAccounts(
  core: Core,
  tx: Tx,
  accounts: readonly NewAccount[],
): Promise<void> {
  const rows = accounts.map(({ userId, email, password }) => ({
    id: userId,
    email,
    sealed:
      password === null
        ? null
        : core.passwords.seal(userId, password.normalize('NFC')).toString('base64'),
  }))
  await sql`
    insert into passport.accounts (user_id, email, sealed_password, email_confirmed, created_at)
    select id, email, decode(sealed, 'base64'), true, ${core.clock()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(id bigint, email text, sealed text)`.execute(
    tx,
  )
}

/** The account of a new partner, with the hash of its password. */
export type RegisteredAccount = {
  readonly userId: number
  readonly email: string
  readonly passwordHash: string
}

/**
 * Creates the account of a registration, with an unconfirmed e-mail address.
 *
 * Refuses: `not_unique`.
 */
export async function createRegisteredAccount(
  tx: Tx,
  account: RegisteredAccount,
  now: number,
): Promise<void> {
  const inserted = await tx
    .insertInto('passport.accounts')
    .values({ ...account, emailConfirmed: false, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new Refusal('not_unique', { field: 'email' })
}

/** Locks an open account until the transaction ends; returns its address, undefined for a closed or unknown account. */
export async function lockAccount(tx: Tx, userId: number): Promise<string | undefined> {
  const account = await tx
    .selectFrom('passport.accounts')
    .select('email')
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return account?.email
}

/** Stores that the owner of an account has read a mail to its address. */
export async function confirmAddress(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('passport.accounts')
    .set({ emailConfirmed: true })
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .execute()
}

/**
 * Removes the lock that wrong passwords have set, for the account and for each of its devices.
 *
 * Refuses: `not_found`.
 * Source: decisions D-031.
 */
export async function unlockAccount(tx: Tx, userId: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('passport.accounts')
    .set({ wrongPasswords: 0, lockedUntil: null })
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found', { field: 'userId', partnerId: userId })
  await tx
    .updateTable('passport.devices')
    .set({ wrongPasswords: 0, lockedUntil: null })
    .where('userId', '=', userId)
    .execute()
}

/**
 * Gives an account a confirmed authenticator with this secret.
 *
 * Units: the secret in Base32, as authenticator apps expect.
 */
export async function setAuthenticator(
  core: Core,
  tx: Tx,
  userId: number,
  secret: string,
): Promise<void> {
  const sealedSecret = core.passwords.seal(userId, secret)
  await tx
    .insertInto('passport.authenticators')
    .values({ userId, sealedSecret, confirmedAt: core.clock() })
    .execute()
}

/** Closes an account permanently: it can no longer sign in, and its e-mail address is free again. Source: decisions D-148. */
export async function closeAccount(
  tx: Tx,
  userId: number,
  { email, now }: { readonly email: string; readonly now: number },
): Promise<void> {
  await tx
    .updateTable('passport.accounts')
    // With another salt nobody can find out by trying which address the digests in the journal stand for.
    .set({ email, passwordHash: null, sealedPassword: null, closedAt: now, salt: randomUUID() })
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .execute()
  for (const table of TABLES_OF_AN_ACCOUNT) {
    await tx.deleteFrom(table).where('userId', '=', userId).execute()
  }
}

const TABLES_OF_AN_ACCOUNT = [
  'passport.sessions',
  'passport.handOffs',
  'passport.mailedTokens',
  'passport.authenticators',
  'passport.devices',
  'passport.mails',
  'passport.verifications',
  'passport.documents',
  'passport.recoveryCodes',
  'passport.passkeys',
  'passport.passkeyChallenges',
  'passport.notices',
  'passport.emailChanges',
  'passport.dataRequests',
] as const

/** Returns the data of a partner's account; null when there is none. */
export async function readAccount(db: Db, userId: number): Promise<AccountData | null> {
  const account = await db
    .selectFrom('passport.accounts')
    .select(['email', 'emailConfirmed', 'lockedUntil', 'createdAt', 'closedAt'])
    .select(
      sql<boolean>`coalesce(password_hash, sealed_password::text) is not null`.as('hasPassword'),
    )
    .where('userId', '=', userId)
    .executeTakeFirst()
  return account ?? null
}

/** Which of these partners have confirmed their e-mail address and have not closed their account. */
export async function reachableByMail(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from passport.accounts
    where user_id = any(${[...userIds]}::bigint[]) and email_confirmed and closed_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ userId }) => userId))
}

/** Queries by list name. They select dates and states, never credentials. */
export type AccountLists = Readonly<Record<string, RawBuilder<object>>>

/** Queries for the data stored beside a partner's account. Source: decisions D-148. */
export const accountLists = (userId: number): AccountLists => ({
  sessions: sql`
    select application, device, place, opened_at, last_used_at from passport.sessions
    where user_id = ${userId} order by opened_at`,
  authenticators: sql`
    select confirmed_at from passport.authenticators
    where user_id = ${userId} and sealed_secret is not null`,
  passkeys: sql`
    select name, transports, added_at, used_at from passport.passkeys where user_id = ${userId} order by added_at, id`,
  devices: sql`
    select known_at, last_used_at from passport.devices where user_id = ${userId} order by known_at`,
  verifications: sql`
    select document_type, status, fields, reason, updated_at, tries, former from passport.verifications
    where user_id = ${userId} order by document_type`,
  documents: sql`
    select name, media_type, bytes, sent_at from passport.documents where user_id = ${userId} order by sent_at, id`,
})

/** One round of hashing: its last account, and how many passwords were hashed or could not be decrypted. */
export type HashingRound = {
  readonly after: number
  readonly hashed: number
  readonly unreadable: number
}

const ACCOUNTS_A_ROUND = 20

/**
 * Hashes some of the sealed passwords, starting behind account `after`.
 *
 * A password that changes meanwhile keeps its change. When two servers hash the same password, the first hash stays.
 *
 * Source: decisions D-146.
 */
export async function hashPending(core: Core, after: number): Promise<HashingRound> {
  const pending = await core.database.read
    .selectFrom('passport.accounts')
    .select(['userId', 'sealedPassword'])
    .where('sealedPassword', 'is not', null)
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(ACCOUNTS_A_ROUND)
    .execute()

  let hashed = 0
  for (const { userId, sealedPassword } of pending) {
    const password = core.passwords.open(userId, sealedPassword!)
    if (password === null) continue
    await replaceSealed(core, userId, sealedPassword!, await hashPassword(password))
    hashed += 1
  }
  return {
    after: pending.at(-1)?.userId ?? 0,
    hashed,
    unreadable: pending.length - hashed,
  }
}

/**
 * Replaces a sealed password by its hash, unless it was replaced or changed meanwhile. Returns the stored hash.
 */
export async function replaceSealed(
  core: Core,
  userId: number,
  sealed: Buffer,
  passwordHash: string,
): Promise<string | null> {
  return core.database.transaction(async (tx) => {
    await tx
      .updateTable('passport.accounts')
      .set({ passwordHash, sealedPassword: null })
      .where('userId', '=', userId)
      .where('sealedPassword', '=', sealed)
      .execute()
    const account = await tx
      .selectFrom('passport.accounts')
      .select('passwordHash')
      .where('userId', '=', userId)
      .executeTakeFirst()
    return account?.passwordHash ?? null
  })
}
