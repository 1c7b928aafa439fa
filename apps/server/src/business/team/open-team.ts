import { Refusal } from '@partner-office/domain'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'
import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { PartnerBook } from '../partners/partner-book.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { requireOwnTeam } from './require-own-team.ts'
import { TeamMembers } from './team-members.ts'

/** What the calls of the team are answered from. */
export type TeamSources = {
  readonly core: Core
  readonly people: PartnerBook
  readonly members: TeamMembers
}

/** What everybody is answered from who asks the same services. */
export function teamSources(core: Core): TeamSources {
  const people = new PartnerBook(core)
  return { core, people, members: new TeamMembers(people, core.network) }
}

/** A team as somebody may see it. Units: `now` in epoch milliseconds. */
export type OpenTeam = {
  readonly engine: FiguresEngine
  readonly index: TeamIndex
  /** The row of the partner whose team it is, and the line that one is in for whoever asks, who is 0. */
  readonly top: number
  readonly topLevel: number
  readonly now: number
  /** Whether partners may withhold their contacts. */
  readonly mayHide: boolean
}

const PATIENCE_MS = 2_000

/**
 * Open the team of a partner who is the caller or below the caller.
 *
 * Refuses: `access_denied`, `data_not_ready`.
 */
export async function openTeam(
  core: Core,
  partnerId: number,
  sponsorId: number,
): Promise<OpenTeam> {
  const { allowHideContacts } = await recentSettings(core.database)
  const now = core.clock()
  const index = await indexOf(core, now)
  const { engine } = index
  const mayHide = allowHideContacts === 'TRUE'
  return { engine, index, ...requireOwnTeam(engine, partnerId, sponsorId), now, mayHide }
}

/** Another plan makes the ranks of everybody anew. */
async function indexOf(core: Core, now: number): Promise<TeamIndex> {
  const network = await freshNetwork(core)
  const ready = network.readyTeams(now)
  if (ready !== null) return ready
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const patience = setTimeout(() => reject(new Refusal('data_not_ready')), PATIENCE_MS)
  try {
    return await Promise.race([network.teams(now), tooLong])
  } finally {
    clearTimeout(patience)
  }
}
