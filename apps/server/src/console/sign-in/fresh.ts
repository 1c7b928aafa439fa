import type { CallReply, postFresh } from '@partner-office/contracts'

import { undoCounted } from '../../proofs/wrong-attempts.ts'
import type { Console, Operating } from '../console.ts'
import { attempt, attemptsOn, limitCalls } from './attempts.ts'
import { factorProblem, type GivenFactor, requireFactor } from './factors.ts'
import { freshUntil, lockOpenSession } from './sessions.ts'

/**
 * Proves the second factor of a session again. Wrong ones count like wrong passwords, so that a stolen session cannot guess.
 *
 * Refuses: `required`; `incorrect_otp`, `invalid_passkey`, `user_account_locked`; `invalid_token`; `too_many_requests`.
 * Source: requirements OPR-014.
 */
export async function confirmFresh(
  { core }: Console,
  given: GivenFactor,
  { session, ...browser }: Operating,
): Promise<CallReply<typeof postFresh>> {
  requireFactor(given)
  const { operatorId, email, tokenHash: holder } = session
  await limitCalls(core, { purpose: 'factor', address: browser.address, email })
  return attempt(core, { tried: { id: operatorId, email }, browser }, async () => {
    const freshAt = core.clock()
    const problem = await core.database.transaction(async (tx) => {
      await lockOpenSession(tx, session)
      const { origin } = browser
      const check = { given, operatorId, purpose: 'secondFactor', holder, origin } as const
      const wrong = await factorProblem(core, tx, check)
      if (wrong !== null) return wrong
      await undoCounted(tx, attemptsOn(operatorId))
      await tx
        .updateTable('console.sessions')
        .set({ freshAt })
        .where('tokenHash', '=', holder)
        .execute()
      return null
    })
    // Thrown after the commit, so that a used challenge stays used.
    if (problem !== null) throw problem
    return { freshUntil: freshUntil(freshAt) }
  })
}
