import type { TeamMember, TeamStep } from '@partner-office/contracts'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { Network } from '../../network/network.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'
import type { PartnerBook, PartnerCard } from '../partners/partner-book.ts'
import type { TeamQuestion } from './find-team.ts'
import type { OpenTeam } from './open-team.ts'

/** Cached members per scope. Deeper members are not cached: a path may be as long as the network. */
const MOST_KEPT = 5_000
const MOST_STEPS_KEPT = 40
/** More than there are rows; two of them still make one exact number. */
const ABOVE_ALL_ROWS = 2 ** 26

/**
 * Caches immutable members. An unchanged member keeps its identity, so its JSON is reused.
 *
 * Source: api.md section 8, "TeamMember"; decisions D-067, D-072, D-073.
 */
export class TeamMembers {
  readonly #people: PartnerBook
  readonly #network: Network
  readonly #kept = { firstLine: new Map<number, Kept>(), downline: new Map<number, Kept>() }
  /** State of the newest moment; within one moment no member changes. */
  #moment = { number: 0, index: null as WeakRef<TeamIndex> | null, asOf: 0, change: 0 }

  constructor(people: PartnerBook, network: Network) {
    this.#people = people
    this.#network = network
  }

  /** The partners of some rows, in their order. */
  async of(team: OpenTeam, rows: readonly number[], scope: Scope): Promise<TeamMember[]> {
    const view = { moment: this.#momentOf(team.index), ...viewOf(team) }
    const members: TeamMember[] = []
    for (const row of rows) {
      const kept = this.#kept[scope].get(placeOf(team, row))
      if (kept === undefined || !isSameView(kept.view, view)) break
      members.push(kept.member)
    }
    return members.length === rows.length ? members : this.#build(team, rows, scope, view)
  }

  /** Builds members and reuses each cached one that is equal. */
  async #build(
    team: OpenTeam,
    rows: readonly number[],
    scope: Scope,
    view: View,
  ): Promise<TeamMember[]> {
    const { engine, top, topLevel } = team
    const paths = rows.map((row) => (scope === 'downline' ? pathTo(engine, top, row) : []))
    const between = new Set(paths.flat())
    const cards = await this.#people.cards([...rows, ...between].map((row) => engine.ids[row]!))
    const steps = new Map<number, TeamStep>()
    for (const row of between) {
      steps.set(row, stepOf(cards.get(engine.ids[row]!)!, engine.flSize[row]!))
    }
    return rows.map((row, at) => {
      const card = cards.get(engine.ids[row]!)!
      const path = paths[at]!.map((each) => steps.get(each)!)
      const level = topLevel + path.length + 1
      const place = placeOf(team, row)
      return this.#cached(scope, place, { card, state: stateOf(team, { row, level, path }), view })
    })
  }

  #cached(scope: Scope, place: number, { card, state, view }: Omit<Kept, 'member'>): TeamMember {
    const all = this.#kept[scope]
    const before = all.get(place)
    const isKnown = before?.card === card && isSame(before.state, state)
    const member = isKnown ? before.member : memberOf(scope, card, state)
    if (state.path.length <= MOST_STEPS_KEPT) all.set(place, { card, state, member, view })
    if (all.size > MOST_KEPT) all.delete(all.keys().next().value!)
    return member
  }

  #momentOf(index: TeamIndex): number {
    const { number, index: before, asOf, change } = this.#moment
    const now = { asOf: index.engine.asOf, change: this.#network.change }
    if (before?.deref() === index && asOf === now.asOf && change === now.change) return number
    this.#moment = { number: number + 1, index: new WeakRef(index), ...now }
    return number + 1
  }
}

type Scope = TeamQuestion['scope']

/** Cache key of a partner in a team: the path to the partner differs from team to team. */
const placeOf = ({ top }: OpenTeam, row: number): number => top * ABOVE_ALL_ROWS + row

/** Team and moment for which a member was built. */
type View = { readonly moment: number } & ReturnType<typeof viewOf>

type Kept = {
  readonly card: PartnerCard
  readonly state: State
  readonly member: TeamMember
  readonly view: View
}

const viewOf = ({ top, topLevel, mayHide }: OpenTeam) => ({ top, topLevel, mayHide })

const isSameView = (a: View, b: View): boolean =>
  a.moment === b.moment && a.top === b.top && a.topLevel === b.topLevel && a.mayHide === b.mayHide

/** Fields of a member besides the card. Units: cents, people and epoch milliseconds. */
type State = ReturnType<typeof stateOf>

/** Written out: asked for every row of a page whenever anything has happened. */
const isSame = (a: State, b: State): boolean =>
  a.own === b.own &&
  a.fl === b.fl &&
  a.team === b.team &&
  a.flSize === b.flSize &&
  a.teamSize === b.teamSize &&
  a.activeUntil === b.activeUntil &&
  a.registeredAt === b.registeredAt &&
  a.rang === b.rang &&
  a.level === b.level &&
  a.mayHide === b.mayHide &&
  a.path.length === b.path.length &&
  a.path.every((step, at) => step === b.path[at])

function stateOf(
  { engine, index, mayHide }: OpenTeam,
  { row, level, path }: { row: number; level: number; path: TeamStep[] },
) {
  const { own, team } = engine.measures[0]!
  return {
    own: own[row]!,
    fl: engine.flTurnover[row]!,
    team: team[row]!,
    flSize: engine.flSize[row]!,
    teamSize: engine.teamSize[row]!,
    activeUntil: engine.activeUntil(row),
    registeredAt: engine.registeredAt[row]!,
    rang: rankCodeAt(index, row),
    level,
    mayHide,
    path: Object.freeze(path) as TeamStep[],
  }
}

const STEPS = new WeakMap<PartnerCard, TeamStep>()

/** A partner as a step of a path; an unchanged step keeps its identity. */
export function stepOf(card: PartnerCard, flSize: number): TeamStep {
  const kept = STEPS.get(card)
  if (kept?.flSize === flSize) return kept
  const { id, firstName, lastName } = card
  const step = Object.freeze({ id, name: `${firstName} ${lastName}`, flSize })
  STEPS.set(card, step)
  return step
}

/** The rows between two, top first. */
function pathTo(engine: FiguresEngine, top: number, row: number): number[] {
  const path: number[] = []
  for (let above = engine.parent[row]!; above !== top; above = engine.parent[above]!) {
    path.push(above)
  }
  return path.toReversed()
}

function memberOf(scope: Scope, card: PartnerCard, state: State): TeamMember {
  const reach = state.mayHide && card.hideContacts ? NO_CONTACTS : card
  return Object.freeze({
    userId: card.id,
    id: card.id,
    rang: state.rang,
    avatar: card.avatar,
    firstName: card.firstName,
    lastName: card.lastName,
    activeUntil: state.activeUntil,
    registeredAt: state.registeredAt,
    ownTurnover: eur(state.own),
    flTurnover: eur(state.fl),
    teamTurnover: eur(state.team),
    flSize: state.flSize,
    teamSize: state.teamSize,
    level: state.level,
    country: reach.country,
    invite: card.invite,
    telegram: reach.telegram,
    phone: reach.phone,
    skype: reach.skype,
    email: reach.email,
    facebook: reach.facebook,
    instagram: reach.instagram,
    viber: reach.viber,
    wechat: reach.wechat,
    whatsapp: reach.whatsapp,
    ...(scope === 'downline' && { path: state.path }),
  })
}

/** A partner who withholds contacts shows name and figures. Source: decisions D-073. */
const NO_CONTACTS = {
  country: '',
  telegram: '',
  phone: '',
  skype: '',
  email: '',
  facebook: '',
  instagram: '',
  viber: '',
  wechat: '',
  whatsapp: '',
} as const

/** Rank of a row on the ordinary ladder. */
export const rankCodeAt = (index: TeamIndex, row: number): string =>
  index.ladder.codes[index.rankOf(row)]!

/** Cents as an amount in EUR, by their digits alone. */
export function eur(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
