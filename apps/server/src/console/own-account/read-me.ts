import type { CallReply, getMe, getMySessions } from '@partner-office/contracts'

import type { Core } from '../../core/core.ts'
import type { Operating, Session } from '../console.ts'
import { isFourEyes } from '../proposals/four-eyes.ts'
import { countOpen } from '../proposals/read-proposals.ts'
import { consoleTokenOf, endOf, freshUntil, useSession } from '../sign-in/sessions.ts'

export type SignedInReply = CallReply<typeof getMe>

/** The operator of a session that has just been opened. */
export const readSignedIn = async (core: Core, token: string): Promise<SignedInReply> =>
  readMe(core, token, await useSession(core, token, { isUse: true, isHalf: false }))

/** The operator of a session, and what every page shows. */
export async function readMe(core: Core, token: string, session: Session): Promise<SignedInReply> {
  const { operatorId: id, email, roles, freshAt } = session
  return {
    operator: { id, email, roles: [...roles] },
    token: consoleTokenOf(token),
    endsAt: endOf(session),
    freshUntil: freshUntil(freshAt ?? 0),
    fourEyes: await isFourEyes(core.database.read),
    openProposals: await countOpen(core, session),
  }
}

/** The open sessions of the operator, the last used first. */
export async function readSessions(
  { database }: Core,
  { session: { id: current, operatorId } }: Operating,
): Promise<CallReply<typeof getMySessions>> {
  const rows = await database.read
    .selectFrom('console.sessions')
    .select(['id', 'device', 'place', 'openedAt', 'lastUsedAt'])
    .where('operatorId', '=', operatorId)
    .where('freshAt', 'is not', null)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isCurrent: row.id === current }))
}
