import type { CallInput, CallReply, getTeam } from '@partner-office/contracts'

import { findTeam } from './find-team.ts'
import { openTeam } from './open-team.ts'
import type { TeamSources } from './team-sources.ts'

/**
 * A page of the caller's team, or of the team of a partner below the caller.
 *
 * Refuses: `access_denied`, `data_not_ready`.
 * Source: api.md section 2, "Team"; decisions D-065 to D-073.
 */
export async function readTeam(
  { core, members }: TeamSources,
  partnerId: number,
  { page, size, ...question }: CallInput<typeof getTeam>['query'],
): Promise<CallReply<typeof getTeam>> {
  const team = await openTeam(core, partnerId, question.sponsorId)
  const { rows, total } = findTeam(team, question, { offset: page * size, limit: size })
  const content = await members.of(team, rows, question.scope)
  return { content, number: page, totalPages: Math.ceil(total / size) }
}
