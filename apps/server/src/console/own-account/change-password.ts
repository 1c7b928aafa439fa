import type { CallInput, putMyPassword } from '@partner-office/contracts'
import { FormRefusal, problemOf, Refusal, requireFields } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import { newPasswordProblem } from '../../proofs/common-passwords.ts'
import { undoCounted } from '../../proofs/wrong-attempts.ts'
import type { Console, Operating } from '../console.ts'
import { accessEntry, attempt, attemptsOn, limitCalls } from '../sign-in/attempts.ts'
import { endOtherSessions, lockOpenSession } from '../sign-in/sessions.ts'

/**
 * Changes the own password and ends all other sessions. A wrong old password counts like one at sign-in.
 *
 * Refuses: `required`, `invalid_password_format`, `invalid_password_chars`; `wrong_old_password`, `user_account_locked`;
 * `invalid_token`; `too_many_requests`.
 * Source: requirements OPR-025.
 */
export async function changePassword(
  { core, passwords }: Console,
  { oldPassword, newPassword }: CallInput<typeof putMyPassword>['body'],
  { session, ...browser }: Operating,
): Promise<void> {
  requireFields({ oldPassword, newPassword }, ['oldPassword', 'newPassword'])
  FormRefusal.refuseAny(problemOf('newPassword', await newPasswordProblem(newPassword)))
  const { operatorId, email } = session
  await limitCalls(core, { purpose: 'password', address: browser.address, email })
  await attempt(core, { tried: { id: operatorId, email }, browser }, async () => {
    const { passwordHash: stored } = await core.database.read
      .selectFrom('console.operators')
      .select('passwordHash')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
    if (!(await passwords.isRight(stored, oldPassword))) {
      throw new Refusal('wrong_old_password', { field: 'oldPassword' })
    }
  })
  const passwordHash = await passwords.hash(newPassword)
  await core.database.transaction(async (tx) => {
    await lockOpenSession(tx, session)
    await undoCounted(tx, attemptsOn(operatorId))
    await tx
      .updateTable('console.operators')
      .set({ passwordHash })
      .where('id', '=', operatorId)
      .execute()
    await endOtherSessions(tx, session)
    const entry = accessEntry(email, 'console password changed', browser)
    await writeEntries(tx, core.clock(), [entry])
  })
}
