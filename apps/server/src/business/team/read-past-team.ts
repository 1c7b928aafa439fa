import type { CallInput, CallReply, getPastTeam } from '@partner-office/contracts'

import type { PastFigures } from '../../network/past-team.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { endOfPastDay, shownFigures, teamBefore } from './past-team.ts'
import { requireOwnTeam } from './require-own-team.ts'
import type { TeamSources } from './team-sources.ts'

/**
 * A page of the first line of the caller, or of a partner below the caller, at the end of a past day.
 *
 * Refuses: `access_denied`, `data_not_ready`; `validation_error` for a day that has not passed, and before the registration.
 * Source: requirements PAS-002; decisions D-169.
 */
export async function readPastTeam(
  { core, people }: TeamSources,
  partnerId: number,
  { sponsorId, day, sort, page, size }: CallInput<typeof getPastTeam>['query'],
): Promise<CallReply<typeof getPastTeam>> {
  const { engine } = await freshNetwork(core)
  const { top, topLevel } = requireOwnTeam(engine, partnerId, sponsorId)
  const before = endOfPastDay(day, { now: core.clock(), since: engine.registeredAt[top]! })
  const team = await teamBefore(core, engine, { top, before })
  const line = team.firstLine().map((place) => ({
    id: team.places.ids[place]!,
    figures: team.figuresAt(place),
  }))
  const shown = line.toSorted(bySort(sort)).slice(page * size, (page + 1) * size)
  const cards = await people.cards(shown.map(({ id }) => id))
  const content = shown.map(({ id, figures }) => {
    const { firstName, lastName } = cards.get(id)!
    return { id, firstName, lastName, level: topLevel + 1, ...shownFigures(figures) }
  })
  const totalPages = Math.ceil(line.length / size)
  return { team: shownFigures(team.figuresAt(0)), content, number: page, totalPages }
}

type Placed = { readonly id: number; readonly figures: PastFigures }

/** Ties by ascending id in both directions. */
function bySort(sort: CallInput<typeof getPastTeam>['query']['sort']) {
  const [field, direction] = sort.split('|') as [keyof PastFigures, string]
  const sign = direction === 'asc' ? 1 : -1
  return (one: Placed, other: Placed): number =>
    sign * (one.figures[field] - other.figures[field]) || one.id - other.id
}
