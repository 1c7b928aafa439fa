import { Refusal } from '@partner-office/domain'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'
import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { recentSettings } from '../settings/read-settings.ts'
import { requireOwnTeam } from './require-own-team.ts'

/** A team that the caller may read. Units: `now` in epoch milliseconds. */
export type OpenTeam = {
  readonly engine: FiguresEngine
  readonly index: TeamIndex
  /** Row of the team's owner and the owner's depth below the caller (caller = 0). */
  readonly top: number
  readonly topLevel: number
  readonly now: number
  /** True when partners may withhold their contacts. */
  readonly mayHide: boolean
}

/** How long a call waits while the index is built. */
const INDEX_TIMEOUT_MS = 2_000

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
  const index = await teamIndex(core, now)
  const { engine } = index
  const mayHide = allowHideContacts === 'TRUE'
  return { engine, index, ...requireOwnTeam(engine, partnerId, sponsorId), now, mayHide }
}

/**
 * The team index; a new plan rebuilds it, because every rank may change.
 *
 * Refuses: `data_not_ready`.
 */
export async function teamIndex(core: Core, now: number): Promise<TeamIndex> {
  const network = await freshNetwork(core)
  const ready = network.readyTeams(now)
  if (ready !== null) return ready
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('data_not_ready')), INDEX_TIMEOUT_MS)
  try {
    return await Promise.race([network.teams(now), tooLong])
  } finally {
    clearTimeout(timer)
  }
}
