import type { CallInput, CallReply, getTree, TreePartner } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { readNames } from '../../business/partners/named-partners.ts'
import { nearestAbove } from '../../business/partners/page/read-partner-page.ts'
import { teamIndex } from '../../business/team/open-team.ts'
import { ranksBefore } from '../../business/team/past-ranks.ts'
import { endOfPastDay, inTurn, shownFigures, teamBefore } from '../../business/team/past-team.ts'
import { rankCodeAt } from '../../business/team/team-members.ts'
import type { Core } from '../../core/core.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { PastTeam } from '../../network/past-team.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'

const PAGE = 50

type AskedTree = Omit<CallInput<typeof getTree>['query'], 'cursor'>

/**
 * The subtree of a partner at the end of a past day and today: the path, the figures, and the first line, the largest of today first.
 *
 * Refuses: `not_found`; `data_not_ready`; `validation_error` for a day that has not passed, and before the first registration.
 * Source: requirements PAS-001; decisions D-169.
 */
export async function readTree(
  core: Core,
  { cursor = 0, ...asked }: CallInput<typeof getTree>['query'],
): Promise<CallReply<typeof getTree>> {
  const tree = await openTree(core, asked)
  const { own, line, path, asOf } = tree
  const [partner, ...content] = await shownPartners(core, tree, [
    own,
    ...line.slice(cursor, cursor + PAGE),
  ])
  const nameOf = await readNames(core.database.read, path)
  return {
    asOf,
    partner: partner!,
    path: path.map(nameOf),
    content,
    ...(cursor + PAGE < line.length && { next: String(cursor + PAGE) }),
  }
}

/** The partner and the whole first line, as `readTree` has them. */
export const readWholeLine = (core: Core, asked: AskedTree): Promise<readonly TreePartner[]> =>
  inTurn(async () => {
    const tree = await openTree(core, asked)
    return shownPartners(core, tree, [tree.own, ...tree.line])
  })

type Tree = {
  readonly own: State
  readonly line: readonly State[]
  /** Ids from the root down. */
  readonly path: readonly number[]
  readonly team: PastTeam
  /** The end of the day, and the number of the last fact. */
  readonly before: number
  readonly asOf: number
}

async function openTree(core: Core, { partner, day }: AskedTree): Promise<Tree> {
  const now = core.clock()
  const index = await teamIndex(core, now)
  const { engine } = index
  const top = topRow(engine, partner)
  const before = endOfPastDay(day, { now, since: firstRegistration(engine) })
  // Before the await: a re-index changes the rows.
  const { asOf } = engine
  const path = nearestAbove(engine, top).map((row) => engine.ids[row]!)
  const [own, line] = [stateOf(index, top), lineOf(index, top)]
  const team = await teamBefore(core, engine, { top, before })
  return { own, line, path, team, before, asOf }
}

/** The row of a partner. Refuses: `not_found`. */
export function topRow(engine: FiguresEngine, partner: number): number {
  const top = engine.rowOf(partner)
  if (top === NO_ROW) throw new Refusal('not_found', { field: 'partner' })
  return top
}

/** Names, figures and ranks on both days. */
async function shownPartners(
  core: Core,
  { team, before, asOf }: Tree,
  states: readonly State[],
): Promise<readonly TreePartner[]> {
  const ids = states.map(({ id }) => id)
  const nameOf = await readNames(core.database.read, ids)
  const places = new Map([0, ...team.firstLine()].map((place) => [team.places.ids[place], place]))
  const placeOf = (id: number) => places.get(id)
  const known = ids.flatMap((id) => placeOf(id) ?? [])
  const ranks = await ranksBefore(core, team, known, { before, asOf })
  return states.map(({ id, registeredAt, today }) => {
    const place = placeOf(id)
    const past =
      place === undefined
        ? null
        : { ...shownFigures(team.figuresAt(place)), rang: ranks.get(place)! }
    return { ...nameOf(id), registeredAt, past, today }
  })
}

/** A partner today. Units: `leg` in cents. */
type State = {
  readonly id: number
  readonly registeredAt: number
  readonly leg: number
  readonly today: TreePartner['today']
}

function stateOf(index: TeamIndex, row: number): State {
  const { engine } = index
  const figures = engine.figuresAt(row)
  return {
    id: engine.ids[row]!,
    registeredAt: engine.registeredAt[row]!,
    leg: figures.ownTurnover + figures.teamTurnover,
    today: { ...shownFigures(figures), rang: rankCodeAt(index, row) },
  }
}

/** The first line today, the largest leg first, ties by id. */
const lineOf = (index: TeamIndex, top: number): State[] =>
  [...index.engine.children(top)]
    .map((row) => stateOf(index, row))
    .toSorted((one, other) => other.leg - one.leg || one.id - other.id)

/** The instant of the first registration of all. */
export function firstRegistration({ registeredAt, size }: FiguresEngine): number {
  let first = Number.POSITIVE_INFINITY
  for (let row = 0; row < size; row += 1) first = Math.min(first, registeredAt[row]!)
  return first
}
