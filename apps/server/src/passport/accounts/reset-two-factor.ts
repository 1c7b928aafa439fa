import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import { lockAccount } from './accounts.ts'
import { oweNotice } from '../notices/notices.ts'
import { forgetPasskeys } from '../passkeys/own-passkeys.ts'
import { endOtherSessions } from '../tokens/sessions.ts'
import { forgetAuthenticator } from '../two-factor/authenticators.ts'

/**
 * Removes the authenticator, the recovery codes and the passkeys of a partner who has lost them, and ends all sessions.
 *
 * Refuses: `not_found`; `2fa_disabled` without authenticator and passkeys.
 */
export async function resetTwoFactor(core: Core, userId: number): Promise<void> {
  const change = core.database.transaction(async (tx) => {
    const email = await lockAccount(tx, userId)
    if (email === undefined) throw new Refusal('not_found', { field: 'userId' })
    const hadAuthenticator = await forgetAuthenticator(tx, userId)
    if (!(await forgetPasskeys(core, tx, userId)) && !hadAuthenticator) {
      throw new Refusal('2fa_disabled', { reason: `partner ${userId} has no authenticator` })
    }
    await endOtherSessions(tx, userId)
    if (hadAuthenticator) await oweNotice(core, tx, { userId, kind: 'authenticatorRemoved' })
  })
  await core.database.recent.revokeAfter(change)
}
