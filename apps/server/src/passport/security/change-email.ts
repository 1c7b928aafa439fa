import {
  emailProblem,
  FormRefusal,
  problemOf,
  Refusal,
  requireFields,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import { sendEmailBack, sendEmailConfirmation } from '../mail/letters.ts'
import { oweNotice } from '../notices/notices.ts'
import { forgetPasskeys } from '../passkeys/own-passkeys.ts'
import type { Passport } from '../passport.ts'
import { limitCalls } from '../sign-in/rate-limits.ts'
import {
  BACK_MS,
  endPendingLinks,
  issueMailedToken,
  redeemMailedToken,
  requireMailedToken,
} from '../tokens/mailed-tokens.ts'
import { endOtherSessions, lockOpenSession, type Session } from '../tokens/sessions.ts'
import { requireFresh } from './require-fresh.ts'

/**
 * Asks for another e-mail address of the signed-in partner: a mail to it has the link that confirms it.
 *
 * While the old address can take a change back, no further change begins: it would end that right.
 *
 * Refuses: `required`, `wrong_email`, `not_unique`; `wrong_old_password`, `user_account_locked`; `too_many_requests`.
 */
export async function askForEmail(
  passport: Passport,
  session: Session,
  form: { readonly email: string; readonly password: string },
): Promise<void> {
  const { core, business } = passport
  const { userId } = session
  requireFields(form, ['email'])
  FormRefusal.refuseAny(problemOf('email', emailProblem(form.email)))
  await requireFresh(passport, session, form.password)
  await limitCalls(passport, { purpose: 'email', email: session.email, address: `user ${userId}` })
  await requireUnused(core.database.read, form.email)
  const { language } = await business.contactOf(userId)
  const token = await core.database.transaction((tx) =>
    startChange(passport, tx, session, form.email),
  )
  await passport.background.run(() =>
    sendEmailConfirmation(passport, { userId, email: form.email, language, token }),
  )
}

async function requireUnused(db: Db, email: string): Promise<void> {
  const other = await db
    .selectFrom('passport.accounts')
    .select('userId')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
  if (other !== undefined) throw new Refusal('not_unique', { field: 'email' })
}

/** Stores the asked change; returns the token that confirms it. An earlier change and its token end together. */
async function startChange(
  passport: Passport,
  tx: Tx,
  session: Session,
  newEmail: string,
): Promise<string> {
  const { userId } = session
  const now = passport.core.clock()
  const oldEmail = await lockOpenSession(tx, session)
  const { rows } = await sql`
    insert into passport.email_changes as c (user_id, old_email, new_email, asked_at)
    values (${userId}, ${oldEmail}, ${newEmail}, ${now})
    on conflict (user_id) do update
      set old_email = ${oldEmail}, new_email = ${newEmail}, asked_at = ${now}, changed_at = null
      where c.changed_at is null or c.changed_at <= ${now - BACK_MS}
    returning user_id`.execute(tx)
  if (rows.length === 0) throw new Refusal('too_many_requests', { retryAfter: BACK_MS / 1_000 })
  return issueMailedToken(passport, tx, { userId, purpose: 'email', address: newEmail })
}

/**
 * Confirms the new address of an account. The same transaction mails a link to the old address, which takes the change back
 * for 72 hours.
 *
 * Refuses: `not_found` for the token; `not_unique`, when the address was taken meanwhile.
 */
export async function confirmEmail(passport: Passport, token: string): Promise<void> {
  const { core, business } = passport
  const userId = await requireMailedToken(passport, core.database.read, token, 'email')
  const { language } = await business.contactOf(userId)
  const at = core.clock()
  await core.database.transaction(async (tx) => {
    await redeemMailedToken(passport, tx, token, 'email')
    const change = await tx
      .updateTable('passport.emailChanges')
      .set({ changedAt: at })
      .where('userId', '=', userId)
      .where('changedAt', 'is', null)
      .returning(['oldEmail', 'newEmail'])
      .executeTakeFirst()
    if (change === undefined) throw new Refusal('not_found', { field: 'token' })
    await setEmail(passport, tx, userId, change.newEmail)
    const to = { userId, purpose: 'emailBack', address: change.oldEmail } as const
    const back = await issueMailedToken(passport, tx, to)
    const reader = { userId, email: change.oldEmail, language, token: back }
    await sendEmailBack(passport, reader, { tx, id: `email-back-${userId}`, at })
  })
}

/**
 * Takes a change of address back, with the token of the mail to the old address. It ends all sessions and removes the
 * passkeys added since: whoever changed the address knew the password.
 *
 * Refuses: `not_found` for the token; `not_unique`, when the address was taken meanwhile.
 */
export async function takeEmailBack(passport: Passport, token: string): Promise<void> {
  const change = passport.core.database.transaction(async (tx) => {
    const userId = await redeemMailedToken(passport, tx, token, 'emailBack')
    const changed = await tx
      .deleteFrom('passport.emailChanges')
      .where('userId', '=', userId)
      .returning(['oldEmail', 'changedAt'])
      .executeTakeFirst()
    if (changed === undefined) throw new Refusal('not_found', { field: 'token' })
    await setEmail(passport, tx, userId, changed.oldEmail)
    await forgetPasskeys(passport.core, tx, userId, changed.changedAt ?? 0)
    await endOtherSessions(tx, userId)
    await oweNotice(passport.core, tx, { userId, kind: 'emailTakenBack' })
  })
  await passport.core.database.recent.revokeAfter(change)
}

/** Changes the address of an account. Links that were mailed before end with the earlier address. */
async function setEmail(
  { business }: Passport,
  tx: Tx,
  userId: number,
  email: string,
): Promise<void> {
  await requireUnused(tx, email)
  await tx
    .updateTable('passport.accounts')
    .set({ email, emailConfirmed: true })
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .execute()
  await endPendingLinks(tx, userId)
  await business.changeEmail(tx, userId, email)
}
