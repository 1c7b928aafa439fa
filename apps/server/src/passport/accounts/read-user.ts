import type { CallReply, getPassportUser } from '@partner-office/contracts'

import type { Passport } from '../passport.ts'
import type { Session } from '../tokens/sessions.ts'
import { twoFaMethods } from '../two-factor/authenticators.ts'

/** Returns the account of the signed-in partner. Source: decisions D-122. */
export async function readUser(
  { core, business }: Passport,
  { userId, email }: Session,
): Promise<CallReply<typeof getPassportUser>> {
  const { phone, language, version } = await business.contactOf(userId)
  const { createdAt } = await core.database.read
    .selectFrom('passport.accounts')
    .select('createdAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    id: userId,
    email,
    language,
    createdAt,
    version,
    phone: phone === '' ? null : phone,
    twoFaMethods: await twoFaMethods(core.database.read, userId),
  }
}
