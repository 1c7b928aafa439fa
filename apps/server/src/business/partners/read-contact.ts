import { Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import { contactVersion } from './contact-version.ts'

type Contact = {
  readonly email: string
  readonly phone: string
  /** The language of the partner's pages and mails. For a language without mail texts, `mailTexts` takes English. */
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
 * Units: `version` identifies these values, for `changeContact`.
 * Refuses: `not_found`.
 */
export async function contactOfAccount(
  db: Db,
  userId: number,
): Promise<{ phone: string; language: string; version: string }> {
  const contact = (await selectContact(db, userId)) ?? (await newContact(db, userId))
  if (contact === undefined) throw new Refusal('not_found')
  const { phone, language } = contact
  return { phone, language, version: contactVersion({ phone, language }) }
}

const selectContact = (db: Db, partnerId: number): Promise<Contact | undefined> =>
  db
    .selectFrom('partners')
    .select(['email', 'phone', 'uiLanguage as language', 'erasedAt'])
    .where('id', '=', partnerId)
    .executeTakeFirst()

async function newContact(db: Db, userId: number) {
  const registration = await db
    .selectFrom('registrations')
    .select('uiLanguage as language')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return registration && { phone: '', ...registration }
}
