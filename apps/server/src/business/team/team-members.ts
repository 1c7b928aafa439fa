import type { TeamMember, TeamStep } from '@partner-office/contracts'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'
import type { PartnerBook, PartnerCard } from '../partners/partner-book.ts'
import type { TeamQuestion } from './find-team.ts'
import type { OpenTeam } from './open-team.ts'

/**
 * What is told of the partners of some rows, in their order.
 *
 * Source: api.md section 8, "TeamMember"; decisions D-067, D-072, D-073.
 */
export async function teamMembers(
  people: PartnerBook,
  team: OpenTeam,
  rows: readonly number[],
  scope: TeamQuestion['scope'],
): Promise<TeamMember[]> {
  const { engine, top, topLevel } = team
  const paths = rows.map((row) => (scope === 'downline' ? pathTo(engine, top, row) : []))
  const between = new Set(paths.flat())
  const cards = await people.cards([...rows, ...between].map((row) => engine.ids[row]!))
  const steps = new Map<number, TeamStep>()
  for (const row of between) {
    steps.set(row, stepOf(cards.get(engine.ids[row]!)!, engine.flSize[row]!))
  }
  return rows.map((row, at) => {
    const path = paths[at]!
    const card = cards.get(engine.ids[row]!)!
    const member = memberOf(team, { row, card, level: topLevel + path.length + 1 })
    return scope === 'downline' ? { ...member, path: path.map((each) => steps.get(each)!) } : member
  })
}

/** Somebody as a step on the way to others. */
export const stepOf = ({ id, firstName, lastName }: PartnerCard, flSize: number): TeamStep => ({
  id,
  name: `${firstName} ${lastName}`,
  flSize,
})

/** The rows between two, top first. */
function pathTo(engine: FiguresEngine, top: number, row: number): number[] {
  const path: number[] = []
  for (let above = engine.parent[row]!; above !== top; above = engine.parent[above]!) {
    path.push(above)
  }
  return path.toReversed()
}

/** All fields in one expression: thousands of these are made a second, and alike ones are made and sent fastest. */
function memberOf(
  { engine, index, mayHide }: OpenTeam,
  { row, card, level }: { row: number; card: PartnerCard; level: number },
): TeamMember {
  const { own, team } = engine.measures[0]!
  const reach = mayHide && card.hideContacts ? NO_CONTACTS : card
  return {
    userId: card.id,
    id: card.id,
    rang: rankCodeAt(index, row),
    avatar: card.avatar,
    firstName: card.firstName,
    lastName: card.lastName,
    activeUntil: engine.activeUntil(row),
    registeredAt: engine.registeredAt[row]!,
    ownTurnover: eur(own[row]!),
    flTurnover: eur(engine.flTurnover[row]!),
    teamTurnover: eur(team[row]!),
    flSize: engine.flSize[row]!,
    teamSize: engine.teamSize[row]!,
    level,
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
  }
}

/** Whoever withholds their contacts shows a name and the figures. Source: decisions D-073. */
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

/** The rank somebody has on the ordinary ladder. */
export const rankCodeAt = (index: TeamIndex, row: number): string =>
  index.ladder.codes[index.rankOf(row)]!

/** Cents as an amount in EUR, by their digits alone. */
export function eur(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
