import type { CallReply, getTeam, TeamMember } from '@partner-office/contracts'
import { eurCents, formatUnits } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { Core } from '../core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import { telegramName } from '../partners/partner-fields.ts'
import { readSetting } from '../settings/read-settings.ts'
import { findTeam, type Found, requireOwnTeam, type TeamQuestion } from './find-team.ts'

/**
 * A page of somebody's team: the caller's own, or that of somebody below the caller.
 *
 * Refuses: `access_denied`, `data_not_ready`.
 * Source: api.md section 2, "Team"; decisions D-065 to D-073.
 */
export async function readTeam(
  core: Core,
  partnerId: number,
  question: TeamQuestion,
): Promise<CallReply<typeof getTeam>> {
  const db = core.database.read
  const { engine } = await freshNetwork(core)
  const top = requireOwnTeam(engine, partnerId, question.sponsorId)
  const now = core.clock()
  const { plan } = await core.plans.at(db, now)
  const found = await findTeam(db, engine, top, question, { plan, now })

  const { page, size, scope } = question
  const shown = found.slice(page * size, (page + 1) * size)
  const paths = shown.map(({ row }) => (scope === 'downline' ? pathTo(engine, top, row) : null))
  const people = await readPeople(db, [
    ...shown.map(({ id }) => id),
    ...paths.flatMap((path) => path?.map(({ id }) => id) ?? []),
  ])
  const ownDepth = engine.depth[engine.rowOf(partnerId)]!
  const mayHide = (await readSetting(db, 'allowHideContacts')) === 'TRUE'
  const content = shown.map((each, at) => ({
    ...memberOf(each, people.get(each.id)!, mayHide),
    level: each.depth - ownDepth,
    ...(paths[at] && {
      path: paths[at].map((step) => ({ ...step, name: nameOf(people, step.id) })),
    }),
  }))
  return { content, number: page, totalPages: Math.ceil(found.length / size) }
}

type Step = { readonly id: number; readonly flSize: number }

/** The partners between two rows, top first. */
function pathTo(engine: FiguresEngine, top: number, row: number): Step[] {
  const path: Step[] = []
  for (const above of engine.ancestors(row)) {
    if (above === top) break
    path.push({ id: engine.ids[above]!, flSize: engine.flSize[above]! })
  }
  return path.toReversed()
}

type People = Awaited<ReturnType<typeof readPeople>>
type Person = People extends ReadonlyMap<number, infer Each> ? Each : never

async function readPeople(db: Db, ids: readonly number[]) {
  const people = await db
    .selectFrom('partners')
    .select([
      'id',
      'firstName',
      'lastName',
      'avatar',
      'countryId as country',
      'inviteCode as invite',
      'telegram',
      'phone',
      'skype',
      'email',
      'facebook',
      'instagram',
      'viber',
      'wechat',
      'whatsapp',
      'hideContacts',
    ])
    .where('id', 'in', ids.length === 0 ? [0] : ids)
    .execute()
  return new Map(people.map(({ id, ...person }) => [id, person]))
}

const nameOf = (people: People, id: number): string => {
  const { firstName, lastName } = people.get(id)!
  return `${firstName} ${lastName}`
}

/** Whoever withholds their contacts shows a name and the figures. Source: decisions D-073. */
const WITHHELD = {
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

function memberOf(
  found: Found,
  { hideContacts, ...person }: Person,
  mayHide: boolean,
): Omit<TeamMember, 'level'> {
  const { id, rank, activeUntil, registeredAt, flSize, teamSize } = found
  return {
    ...person,
    telegram: telegramName(person.telegram),
    ...(mayHide && hideContacts && WITHHELD),
    id,
    userId: id,
    rang: rank,
    activeUntil,
    registeredAt,
    ownTurnover: eur(found.ownTurnover),
    flTurnover: eur(found.flTurnover),
    teamTurnover: eur(found.teamTurnover),
    flSize,
    teamSize,
  }
}

const eur = (cents: number): string => formatUnits(eurCents(cents), 2)
