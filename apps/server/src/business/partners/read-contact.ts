import { Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

/**
 * How to reach a partner, or who has registered and is none yet, and in which language.
 *
 * Refuses: `not_found`.
 */
export async function readContact(
  db: Db,
  partnerId: number,
): Promise<{ phone: string; language: string }> {
  const contact = await db
    .selectFrom('partners')
    .select(['phone', 'uiLanguage as language'])
    .where('id', '=', partnerId)
    .executeTakeFirst()
  if (contact !== undefined) return contact
  const registration = await db
    .selectFrom('registrations')
    .select('uiLanguage as language')
    .where('userId', '=', partnerId)
    .executeTakeFirst()
  if (registration === undefined) throw new Refusal('not_found')
  return { phone: '', ...registration }
}
