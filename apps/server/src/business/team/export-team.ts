import type { CallInput, FileReply, getTeamExport, TeamMember } from '@partner-office/contracts'

import { BYTE_ORDER_MARK, csvLine, inChunks, textCell } from '../exports/csv.ts'
import { findTeam } from './find-team.ts'
import { openTeam } from './open-team.ts'
import type { TeamSources } from './team-sources.ts'

type Question = CallInput<typeof getTeamExport>['query']

/** Each page looks at the whole team, each reading at so many of its people. */
const MEMBERS_A_PAGE = 10_000
const MEMBERS_A_TIME = 200

const NUMBERS = [
  'id',
  'level',
  'registeredAt',
  'activeUntil',
  'ownTurnover',
  'flTurnover',
  'teamTurnover',
  'flSize',
  'teamSize',
] as const
const TEXTS = [
  'firstName',
  'lastName',
  'rang',
  'country',
  'invite',
  'telegram',
  'phone',
  'skype',
  'email',
  'facebook',
  'instagram',
  'viber',
  'wechat',
  'whatsapp',
] as const

/**
 * The matching members of a team as a CSV file. Each page of a long file shows the team at the time of that page.
 *
 * Units: instants in ISO 8601, turnovers in EUR; `path` are the names between, top first.
 * Refuses: `access_denied`, `data_not_ready`.
 * Source: api.md section 2, "Team"; decisions D-145.
 */
export async function exportTeam(
  sources: TeamSources,
  partnerId: number,
  question: Question,
): Promise<FileReply> {
  const { sponsorId } = question
  const team = await openTeam(sources.core, partnerId, sponsorId)
  const { now } = team
  const { total } = findTeam(team, question, { offset: 0, limit: 0 })
  return {
    lines: total + 1,
    name: `team-${sponsorId}-${new Date(now).toISOString().slice(0, 10)}.csv`,
    chunks: inChunks(linesOf(sources, partnerId, question)),
  }
}

async function* linesOf(
  sources: TeamSources,
  partnerId: number,
  question: Question,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...NUMBERS, ...TEXTS, 'path'])
  for (let offset = 0; ; offset += MEMBERS_A_PAGE) {
    const { core } = sources
    const team = await openTeam(core, partnerId, question.sponsorId)
    const { rows } = findTeam(team, question, { offset, limit: MEMBERS_A_PAGE })
    const ids = rows.map((row) => team.engine.ids[row]!)
    for await (const member of membersOf(sources, partnerId, { ids, ...question })) {
      yield lineOf(member)
    }
    if (rows.length < MEMBERS_A_PAGE) return
  }
}

/** The team is opened again for every few: a slow reader must not keep figures that have been replaced. */
async function* membersOf(
  { core, members }: TeamSources,
  partnerId: number,
  { sponsorId, scope, ids }: Pick<Question, 'sponsorId' | 'scope'> & { ids: readonly number[] },
): AsyncGenerator<TeamMember> {
  for (let first = 0; first < ids.length; first += MEMBERS_A_TIME) {
    const team = await openTeam(core, partnerId, sponsorId)
    const rows = ids.slice(first, first + MEMBERS_A_TIME).map((id) => team.engine.rowOf(id))
    yield* await members.of(team, rows, scope)
  }
}

function lineOf({ path = [], ...member }: TeamMember): string {
  const { registeredAt, activeUntil } = member
  const cells = { ...member, registeredAt: iso(registeredAt), activeUntil: iso(activeUntil) }
  return csvLine([
    ...NUMBERS.map((name) => cells[name]),
    ...TEXTS.map((name) => textCell(cells[name])),
    textCell(path.map(({ name }) => name).join(' > ')),
  ])
}

const iso = (instant: number | null): string =>
  instant === null ? '' : new Date(instant).toISOString()
