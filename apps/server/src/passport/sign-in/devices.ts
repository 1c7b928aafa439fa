import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { hashOf, newToken } from '../../proofs/secret-token.ts'

/** A device that is not used for this long is deleted. */
export const DEVICE_KEPT_MS = 365 * 86_400_000

/**
 * The caller's device, if the account of that e-mail has signed in from it before; else null.
 *
 * A known device proves no identity. It only has its own count of wrong passwords, apart from the guesses of others.
 *
 * Source: decisions D-031.
 */
export async function knownDevice(
  { database }: Core,
  email: string,
  token: string | null,
): Promise<Buffer | null> {
  if (token === null) return null
  const known = await database.read
    .selectFrom('passport.devices as d')
    .innerJoin('passport.accounts as a', 'a.userId', 'd.userId')
    .select('d.tokenHash')
    .where('d.tokenHash', '=', hashOf(token))
    .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  return known?.tokenHash ?? null
}

type Browser = { readonly token: string | null; readonly isKnown: boolean }

/**
 * Stores a browser as a known device of an account; returns its token.
 *
 * A browser that is new to the account gets a new token, which also replaces the old one at other accounts: a previous
 * user of the browser may have kept the old token.
 */
export async function rememberDevice(
  { clock }: Core,
  tx: Tx,
  userId: number,
  { token: old, isKnown }: Browser,
): Promise<string> {
  const now = clock()
  const token = isKnown && old !== null ? old : newToken()
  const tokenHash = hashOf(token)
  if (!isKnown && old !== null) {
    await tx
      .updateTable('passport.devices')
      .set({ tokenHash })
      .where('tokenHash', '=', hashOf(old))
      .execute()
  }
  await tx
    .insertInto('passport.devices')
    .values({ tokenHash, userId, knownAt: now, lastUsedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['tokenHash', 'userId']).doUpdateSet({ lastUsedAt: now }),
    )
    .execute()
  return token
}

/** Whether an account has signed in from any device before. */
export async function hasDevices(db: Db, userId: number): Promise<boolean> {
  const device = await db
    .selectFrom('passport.devices')
    .select('userId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return device !== undefined
}
