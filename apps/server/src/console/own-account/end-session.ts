import { Refusal } from '@partner-office/domain'

import { writeEntries } from '../../business/audit/audit-log.ts'
import type { Console, Operating } from '../console.ts'
import { accessEntry } from '../sign-in/attempts.ts'

/** Ends the caller's session and deletes the cookie. */
export async function logOut(console: Console, caller: Operating): Promise<void> {
  await endSession(console, caller, caller.session.id, 'logout')
  caller.setToken(null)
}

/** Ends one of the caller's sessions. Refuses: `not_found`, also for another operator's. */
export async function endSession(
  { core }: Console,
  { session: { operatorId, email }, ...browser }: Operating,
  id: number,
  why: 'logout' | 'ended by its operator' = 'ended by its operator',
): Promise<void> {
  await core.database.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('console.sessions')
      .where('id', '=', id)
      .where('operatorId', '=', operatorId)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new Refusal('not_found')
    const entry = accessEntry(email, 'console session ended', browser, { why, session: id })
    await writeEntries(tx, core.clock(), [entry])
  })
}
