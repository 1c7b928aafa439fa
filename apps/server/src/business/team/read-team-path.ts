import type { CallInput, CallReply, getTeamPath } from '@partner-office/contracts'

import { freshNetwork } from '../figures/fresh-network.ts'
import { requireOwnTeam } from './require-own-team.ts'
import { stepOf } from './team-members.ts'
import type { TeamSources } from './team-sources.ts'

/**
 * The path from the caller down to a partner of the caller's team, without the caller.
 *
 * Refuses: `access_denied`, `data_not_ready`.
 * Source: api.md section 2, "Team"; decisions D-071.
 */
export async function readTeamPath(
  { core, people }: TeamSources,
  partnerId: number,
  { memberId }: CallInput<typeof getTeamPath>['query'],
): Promise<CallReply<typeof getTeamPath>> {
  const { engine } = await freshNetwork(core)
  const { top, topLevel } = requireOwnTeam(engine, partnerId, memberId)
  const rows = [top, ...engine.ancestors(top)].slice(0, topLevel).toReversed()
  // Before the await: a re-index changes the rows.
  const steps = rows.map((row) => ({ id: engine.ids[row]!, flSize: engine.flSize[row]! }))
  const cards = await people.cards(steps.map(({ id }) => id))
  return steps.map(({ id, flSize }) => stepOf(cards.get(id)!, flSize))
}
