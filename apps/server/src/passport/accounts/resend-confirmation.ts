import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { sendConfirmation } from '../mail/letters.ts'
import type { Passport } from '../passport.ts'
import { issueMailedToken } from '../tokens/mailed-tokens.ts'

/**
 * Mails the link that confirms the address of a registration once more; the link of the mail before ends. `alongside` is part of the
 * transaction that makes the new link.
 *
 * Refuses: `not_found`, without a registration that waits for this address.
 * Source: requirements PTR-008.
 */
export async function resendConfirmation(
  passport: Pick<Passport, 'core' | 'mail' | 'passportOrigin'>,
  email: string,
  alongside: (tx: Tx, userId: number) => Promise<void>,
): Promise<void> {
  const reader = await passport.core.database.transaction(async (tx) => {
    const waiting = await tx
      .selectFrom('passport.accounts as a')
      .innerJoin('registrations as r', 'r.userId', 'a.userId')
      .select(['a.userId', 'a.email', 'r.uiLanguage as language'])
      .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
      .where('a.closedAt', 'is', null)
      .where('a.emailConfirmed', '=', false)
      .forUpdate('a')
      .executeTakeFirst()
    if (waiting === undefined) throw new Refusal('not_found', { field: 'email' })
    const { userId, email: address } = waiting
    const token = await issueMailedToken(passport, tx, { userId, purpose: 'confirm', address })
    await alongside(tx, userId)
    return { ...waiting, token }
  })
  await sendConfirmation(passport, reader)
}
