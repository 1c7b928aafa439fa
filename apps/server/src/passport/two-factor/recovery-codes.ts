import { randomBytes } from 'node:crypto'

import type { Core } from '../../core/core.ts'
import type { Db, Tx } from '../../db/database.ts'
import { oweNotice } from '../notices/notices.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { lockOpenSession, type Session } from '../tokens/sessions.ts'
import { toBase32 } from '../../proofs/totp.ts'

const CODES = 10
const CODE_BYTES = 10
const FORM = /^[A-Z2-7]{16}$/

/**
 * Replaces an account's recovery codes; returns them once. Only their hashes are stored.
 *
 * Units: 80 random bits each, so one round of SHA-256 suffices.
 */
export async function makeRecoveryCodes(core: Core, session: Session): Promise<string[]> {
  const { userId } = session
  const codes = Array.from({ length: CODES }, () => toBase32(randomBytes(CODE_BYTES)))
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, session)
    await deleteRecoveryCodes(tx, userId)
    await tx
      .insertInto('passport.recoveryCodes')
      .values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
      .execute()
    await oweNotice(core, tx, { userId, kind: 'recoveryCodesMade' })
  })
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'))
}

/** Whether a text is one of the account's unused recovery codes; it is then used up. */
export async function useRecoveryCode(
  core: Core,
  tx: Tx,
  userId: number,
  written: string,
): Promise<boolean> {
  const code = written.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!FORM.test(code)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('passport.recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await oweNotice(core, tx, { userId, kind: 'recoveryCodeUsed' })
  return true
}

/** Ends all recovery codes of an account. */
export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('passport.recoveryCodes').where('userId', '=', userId).execute()
}

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('passport.recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
