import type {
  CallInput,
  CallReply,
  getTeamPicture,
  TeamPictureNode,
  TeamPictureRest,
} from '@partner-office/contracts'
import { isActiveAt } from '@partner-office/domain'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { PartnerCard } from '../partners/partner-book.ts'
import { openTeam, type OpenTeam } from './open-team.ts'
import { eur, rankCodeAt } from './team-members.ts'
import type { TeamSources } from './team-sources.ts'

/** Limits of the picture: lines below the top, people, and the smallest share of the whole. */
const MOST_LINES = 6
const MOST_PEOPLE = 400
const SMALLEST_PART = 0.01

/** A partner in the picture; the children are found later. Units: `size` as the request counts. */
type Shown = {
  readonly row: number
  readonly size: number
  readonly line: number
  children: Shown[]
  more: { people: number; turnover: number; teamSize: number }
}

/**
 * The picture of the caller's team, or of a team below: partners who are large enough to be seen, and the rest of each first
 * line together.
 *
 * Refuses: `access_denied`, `data_not_ready`.
 * Source: api.md section 2, "Team".
 */
export async function readTeamPicture(
  { core, people }: TeamSources,
  partnerId: number,
  { sponsorId, by }: CallInput<typeof getTeamPicture>['query'],
): Promise<CallReply<typeof getTeamPicture>> {
  const team = await openTeam(core, partnerId, sponsorId)
  const shown = drawTeam(team.engine, team.top, by === 'turnover' ? turnoverOf : peopleOf)
  const ids = [...everybody(shown)].map(({ row }) => team.engine.ids[row]!)
  return { top: nodeOf(team, shown, await people.cards(ids)) }
}

type Measure = (engine: FiguresEngine, row: number) => number

/** Size of a partner with the whole downline. */
const turnoverOf: Measure = (engine, row) => engine.legTurnover(engine.measures[0]!, row)
const peopleOf: Measure = (engine, row) => 1 + engine.teamSize[row]!

/** Line by line, so that what is cut off is farthest from the top. */
function drawTeam(engine: FiguresEngine, topRow: number, sizeOf: Measure): Shown {
  const shownAt = (row: number, line: number): Shown => {
    const more = { people: 0, turnover: 0, teamSize: 0 }
    return { row, size: sizeOf(engine, row), line, children: [], more }
  }
  const top = shownAt(topRow, 0)
  const waiting = [top]
  for (let people = 1, at = 0; at < waiting.length; at += 1) {
    const above = waiting[at]!
    const line = above.line + 1
    const parts = [...engine.children(above.row)].map((row) => shownAt(row, line))
    const large = parts
      .filter(({ size }) => line <= MOST_LINES && size > 0 && size >= top.size * SMALLEST_PART)
      .toSorted((a, b) => b.size - a.size || engine.ids[a.row]! - engine.ids[b.row]!)
      .slice(0, MOST_PEOPLE - people)
    above.children = large
    const isShown = new Set(large)
    for (const part of parts) if (!isShown.has(part)) collect(engine, above, part)
    people += large.length
    waiting.push(...large)
  }
  return top
}

function collect(engine: FiguresEngine, { more }: Shown, { row }: Shown): void {
  more.people += 1
  more.turnover += turnoverOf(engine, row)
  more.teamSize += peopleOf(engine, row)
}

function* everybody(shown: Shown): Generator<Shown> {
  yield shown
  for (const child of shown.children) yield* everybody(child)
}

type Cards = ReadonlyMap<number, PartnerCard>

function nodeOf(team: OpenTeam, shown: Shown, cards: Cards): TeamPictureNode {
  const { engine, index, topLevel, now } = team
  const { row, line, children, more } = shown
  const { activeUntil, ...figures } = engine.figuresAt(row)
  const { id, firstName, lastName, avatar } = cards.get(engine.ids[row]!)!
  return {
    id,
    firstName,
    lastName,
    avatar,
    rang: rankCodeAt(index, row),
    active: isActiveAt(activeUntil, now),
    level: topLevel + line,
    ownTurnover: eur(figures.ownTurnover),
    teamTurnover: eur(figures.teamTurnover),
    teamSize: figures.teamSize,
    flSize: figures.flSize,
    children: children.map((child) => nodeOf(team, child, cards)),
    more: more.people === 0 ? null : restOf(more),
  }
}

const restOf = ({ turnover, ...more }: Shown['more']): TeamPictureRest => ({
  ...more,
  turnover: eur(turnover),
})
