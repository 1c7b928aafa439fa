import type { Tx } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { betweenSlices } from '../facts/with-fact-log.ts'
import { freeInviteCode } from './invite-codes.ts'

/**
 * Makes the registration of an account a partner, registered now; a fact. Without a registration nothing is written: it
 * was admitted before. `alongside` writes what must be true at the same commit, such as the confirmed e-mail address.
 */
export async function enrollPartner(
  core: Core,
  userId: number,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  await betweenSlices(core, async (tx, log) => {
    const registration = await tx
      .deleteFrom('registrations')
      .where('userId', '=', userId)
      .returning(['sponsorId', 'firstName', 'lastName', 'countryId', 'uiLanguage'])
      .executeTakeFirst()
    await alongside(tx)
    if (registration === undefined) return
    const { email } = await tx
      .selectFrom('passport.accounts')
      .select('email')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('partners')
      .values({
        ...registration,
        id: userId,
        email,
        depth: await depthBelow(tx, registration.sponsorId),
        registeredAt: core.clock(),
        inviteCode: await freeInviteCode(core, tx),
        fact: log.last + 1,
      })
      .execute()
    log.written(1)
  })
}

async function depthBelow(tx: Tx, sponsorId: number | null): Promise<number> {
  if (sponsorId === null) return 0
  const sponsor = await tx
    .selectFrom('partners')
    .select('depth')
    .where('id', '=', sponsorId)
    .executeTakeFirstOrThrow()
  return sponsor.depth + 1
}
