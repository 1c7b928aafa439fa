import type { CallInput, CallReply, getTree } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { freshNetwork } from '../../business/figures/fresh-network.ts'
import { readNames } from '../../business/partners/named-partners.ts'
import { nearestAbove } from '../../business/partners/page/read-partner-page.ts'
import { endOfPastDay, shownFigures, teamBefore } from '../../business/team/past-team.ts'
import type { Core } from '../../core/core.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { PastFigures } from '../../network/past-team.ts'

const PAGE = 50

/**
 * The subtree of a partner at the end of a past day and today: the path, the figures, and the first line, the largest of today first.
 *
 * Refuses: `not_found`; `data_not_ready`; `validation_error` for a day that has not passed, and before the first registration.
 * Source: requirements PAS-001; decisions D-169.
 */
export async function readTree(
  core: Core,
  { partner, day, cursor = 0 }: CallInput<typeof getTree>['query'],
): Promise<CallReply<typeof getTree>> {
  const { engine } = await freshNetwork(core)
  const top = engine.rowOf(partner)
  if (top === NO_ROW) throw new Refusal('not_found', { field: 'partner' })
  const before = endOfPastDay(day, { now: core.clock(), since: firstRegistration(engine) })
  // Before the await: a re-index changes the rows.
  const { asOf } = engine
  const path = nearestAbove(engine, top).map((row) => engine.ids[row]!)
  const [own, line] = [stateOf(engine, top), lineOf(engine, top)]
  const team = await teamBefore(core, engine, { top, before })
  const places = new Map([0, ...team.firstLine()].map((place) => [team.places.ids[place], place]))
  const pastOf = (id: number) => {
    const place = places.get(id)
    return place === undefined ? null : shownFigures(team.figuresAt(place))
  }
  const shown = line.slice(cursor, cursor + PAGE)
  const nameOf = await readNames(core.database.read, [
    partner,
    ...path,
    ...shown.map(({ id }) => id),
  ])
  const rowOf = ({ id, registeredAt, figures }: State) => ({
    ...nameOf(id),
    registeredAt,
    past: pastOf(id),
    today: shownFigures(figures),
  })
  return {
    asOf,
    partner: rowOf(own),
    path: path.map(nameOf),
    content: shown.map(rowOf),
    ...(cursor + PAGE < line.length && { next: String(cursor + PAGE) }),
  }
}

type State = { readonly id: number; readonly registeredAt: number; readonly figures: PastFigures }

const stateOf = (engine: FiguresEngine, row: number): State => ({
  id: engine.ids[row]!,
  registeredAt: engine.registeredAt[row]!,
  figures: engine.figuresAt(row),
})

const legOf = ({ figures: { ownTurnover, teamTurnover } }: State): number =>
  ownTurnover + teamTurnover

/** The first line today, the largest leg first, ties by id. */
const lineOf = (engine: FiguresEngine, top: number): State[] =>
  [...engine.children(top)]
    .map((row) => stateOf(engine, row))
    .toSorted((one, other) => legOf(other) - legOf(one) || one.id - other.id)

function firstRegistration({ registeredAt, size }: FiguresEngine): number {
  let first = Number.POSITIVE_INFINITY
  for (let row = 0; row < size; row += 1) first = Math.min(first, registeredAt[row]!)
  return first
}
