import type { CallInput, CallReply, putPassportUser } from '@partner-office/contracts'
import { checkContact } from '@partner-office/domain'

import type { Passport } from '../passport.ts'
import type { Session } from '../tokens/sessions.ts'
import { readUser } from './read-user.ts'

/**
 * Changes the phone number or the language of the signed-in partner.
 *
 * Refuses: `wrong_phone`, `invalid_format`; `changed_meanwhile` for the version of an older account.
 */
export async function changeUser(
  passport: Passport,
  session: Session,
  { phone, language, version }: CallInput<typeof putPassportUser>['body'],
): Promise<CallReply<typeof putPassportUser>> {
  checkContact({ phone, language })
  await passport.business.changeContact(session.userId, {
    ...(phone != null && { phone: phone.trim() }),
    ...(language != null && { language }),
    ...(version != null && { version }),
  })
  return readUser(passport, session)
}
