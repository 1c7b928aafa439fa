import type { ListedPartner, PartnerFilter, PartnerMatch } from '@partner-office/contracts'
import { DAY_MS, isActiveAt, isLongEnough } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { column } from '../../../db/column.ts'
import { NO_ROW } from '../../../network/columns.ts'
import { eur, rankCodeAt } from '../../team/team-members.ts'
import { teamIndex } from '../../team/open-team.ts'
import {
  type Candidate,
  emailCandidates,
  exactCandidates,
  type ExactMatches,
  exactMatches,
  namedCandidates,
} from './partner-sources.ts'
import { IS_BLOCKED, IS_HIDDEN, IS_VERIFIED, storedFilter } from './stored-filter.ts'

/** A partner of the list, and the place behind it. `email` is whole. */
export type FoundPartner = ListedPartner & { readonly place: string }

const SHORTEST_EMAIL_START = 3

type Asked = {
  readonly filter: PartnerFilter
  readonly stored: RawBuilder<unknown> | null
  readonly text: string
  /** What is compared with names; null: names are not searched. */
  readonly name: string | null
  readonly isEmailStart: boolean
  readonly exact: ExactMatches
}

/**
 * Partners behind a place, until `limit` are found.
 *
 * Refuses: `data_not_ready`.
 * Source: requirements PTR-001, PTR-003.
 */
export async function findPartners(
  core: Core,
  filter: PartnerFilter,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<FoundPartner[]> {
  const { read } = core.database
  const { search: text = '' } = filter
  const asked: Asked = {
    filter,
    stored: storedFilter(filter),
    text,
    name: isLongEnough(text) ? text : null,
    isEmailStart: [...text].length >= SHORTEST_EMAIL_START,
    exact: text === '' ? new Map() : await exactMatches(read, text),
  }
  const found: FoundPartner[] = []
  const seen = new Set<number>()
  for await (const piece of candidatesOf(core, asked, after)) {
    const fresh = piece.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    for (const row of await listed(core, asked, fresh)) {
      found.push(row)
      if (found.length >= limit) return found
    }
  }
  return found
}

/** One source after the other, from the one that a place names on. */
async function* candidatesOf(
  core: Core,
  { filter, stored, text, name, isEmailStart, exact }: Asked,
  place: string | null,
): AsyncGenerator<Candidate[]> {
  const [from = 'EXACT', ...numbers] = place === null ? [] : place.split('-')
  const after = numbers.map(Number)
  const sources = {
    EXACT: (behind: readonly number[]) => exactCandidates(exact, behind),
    EMAIL: (behind: readonly number[]) =>
      isEmailStart ? emailCandidates(core.database.read, text, behind) : nobody(),
    NAME: (behind: readonly number[]) =>
      text !== '' && name === null
        ? nobody()
        : namedCandidates(core, { filter, name, stored }, behind),
  }
  const names = Object.keys(sources) as (keyof typeof sources)[]
  for (const source of names.slice(names.findIndex((each) => each === from))) {
    yield* sources[source](source === from ? after : [])
  }
}

async function* nobody(): AsyncGenerator<Candidate[]> {}

type Row = Pick<
  ListedPartner,
  'id' | 'firstName' | 'lastName' | 'country' | 'email' | 'isHidden' | 'isVerified' | 'registeredAt'
> & { readonly isBlocked: boolean; readonly isErased: boolean; readonly startsEmail: boolean }

/** The candidates that meet all filters, in their order, each only where its first source lists it. */
async function listed(
  core: Core,
  asked: Asked,
  candidates: readonly Candidate[],
): Promise<FoundPartner[]> {
  const { stored, text, isEmailStart } = asked
  const { rows } = await sql<Row>`
    select p.id, p.first_name, p.last_name, p.country_id as country, p.email, p.registered_at,
      p.erased_at is not null as is_erased, ${IS_BLOCKED} as is_blocked, ${IS_HIDDEN} as is_hidden,
      ${IS_VERIFIED} as is_verified,
      (${isEmailStart} and starts_with(lower(p.email), ${text.toLowerCase()})) as starts_email
    from partners p
    where p.id = any(${column(candidates.map(({ id }) => id))}::bigint[]) ${stored === null ? sql`` : sql`and ${stored}`}`.execute(
    core.database.read,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = await shownOf(core, asked)
  return candidates.flatMap(({ id, place }) => {
    const row = byId.get(id)
    if (row === undefined || isListedBefore(asked, row, place)) return []
    const partner = shown(row)
    return partner === null ? [] : [{ ...partner, place }]
  })
}

function isListedBefore({ exact }: Asked, { id, startsEmail }: Row, place: string): boolean {
  if (place.startsWith('EXACT')) return false
  return exact.has(id) || (place.startsWith('NAME') && startsEmail)
}

/** Returns a row with its figures; null where they do not meet the filters, or do not hold the partner yet. */
async function shownOf(core: Core, asked: Asked) {
  const now = core.clock()
  const index = await teamIndex(core, now)
  const { engine } = index
  const { filter, name, exact } = asked
  const { registeredFrom = Number.NEGATIVE_INFINITY, registeredTo } = filter
  const registeredUntil =
    registeredTo === undefined ? Number.POSITIVE_INFINITY : registeredTo + DAY_MS
  return ({ isBlocked, isErased, startsEmail, ...row }: Row): ListedPartner | null => {
    const at = engine.rowOf(row.id)
    if (at === NO_ROW) return null
    const { activeUntil, flSize, teamSize, teamTurnover } = engine.figuresAt(at)
    const isActive = isActiveAt(activeUntil, now)
    const rang = rankCodeAt(index, at)
    const { registeredAt } = row
    if (filter.isActive !== undefined && filter.isActive !== isActive) return null
    if (filter.rang !== undefined && filter.rang !== rang) return null
    if (registeredAt < registeredFrom || registeredAt >= registeredUntil) return null
    const matched: PartnerMatch[] = [...(exact.get(row.id) ?? [])]
    if (startsEmail) matched.push('EMAIL')
    if (name !== null && index.isCalled(at, name)) matched.push('NAME')
    const activity = isActive ? 'ACTIVE' : 'INACTIVE'
    const state = isErased ? 'ERASED' : isBlocked ? 'BLOCKED' : activity
    return { ...row, rang, state, flSize, teamSize, teamTurnover: eur(teamTurnover), matched }
  }
}
