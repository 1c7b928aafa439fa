import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { hashOf, newToken } from '../tokens/secret-token.ts'

/** A browser that is not used for this long is forgotten. */
export const DEVICE_KEPT_MS = 365 * 86_400_000

/**
 * The browser that asks, if the account of that address has signed in from it before; null for any other.
 *
 * Being known proves nothing. It only keeps the wrong passwords of others from counting against the owner.
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
 * Let an account know a browser; answers what the browser is to be known by.
 *
 * A browser that is new to an account gets a new token, for the accounts too that know it already: somebody else may
 * have used it and kept the old one.
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
