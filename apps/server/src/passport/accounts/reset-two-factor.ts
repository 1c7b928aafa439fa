import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { oweNotice } from '../notices/notices.ts'
import { endOtherSessions } from '../tokens/sessions.ts'
import { forgetAuthenticator } from '../two-factor/authenticators.ts'

/**
 * Removes the authenticator and the recovery codes of a partner who has lost them, and ends all sessions.
 *
 * Refuses: `not_found`; `2fa_disabled` without an authenticator.
 */
export async function resetTwoFactor(core: Core, userId: number): Promise<void> {
  const change = core.database.transaction(async (tx) => {
    const account = await tx
      .selectFrom('passport.accounts')
      .select('userId')
      .where('userId', '=', userId)
      .where('closedAt', 'is', null)
      .executeTakeFirst()
    if (account === undefined) throw new Refusal('not_found', { field: 'userId' })
    if (!(await forgetAuthenticator(tx, userId))) {
      throw new Refusal('2fa_disabled', { reason: `partner ${userId} has no authenticator` })
    }
    await endOtherSessions(tx, userId)
    await oweNotice(core, tx, { userId, kind: 'authenticatorRemoved' })
  })
  await core.database.recent.forgetAfter(change)
}
