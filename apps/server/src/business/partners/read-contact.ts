import { Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

type Contact = {
  readonly email: string
  readonly phone: string
  /** The language that the partner chose for pages: every mail is in it. `mailTexts` names the one that is shipped. */
  readonly language: string
  readonly erasedAt: number | null
}

/**
 * How to reach a partner, and in which language.
 *
 * Refuses: `not_found`.
 */
export async function contactOfPartner(db: Db, partnerId: number): Promise<Contact> {
  const contact = await selectContact(db, partnerId)
  if (contact === undefined) throw new Refusal('not_found')
  return contact
}

/**
 * The same of an account: of a partner, or of who has registered and is none yet.
 *
 * Refuses: `not_found`.
 */
export async function contactOfAccount(
  db: Db,
  userId: number,
): Promise<Pick<Contact, 'phone' | 'language'>> {
  const partner = await selectContact(db, userId)
  if (partner !== undefined) return partner
  const registration = await db
    .selectFrom('registrations')
    .select('uiLanguage as language')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (registration === undefined) throw new Refusal('not_found')
  return { phone: '', ...registration }
}

const selectContact = (db: Db, partnerId: number): Promise<Contact | undefined> =>
  db
    .selectFrom('partners')
    .select(['email', 'phone', 'uiLanguage as language', 'erasedAt'])
    .where('id', '=', partnerId)
    .executeTakeFirst()
