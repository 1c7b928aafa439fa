import type { PartnerFilter, PartnerMatch } from '@partner-office/contracts'
import { DAY_MS, readInviteCode } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Db } from '../../../db/database.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import type { TeamQuestion } from '../../../network/search/question.ts'
import { teamIndex } from '../../team/open-team.ts'

/** A partner who may be listed, and the place behind which the next page begins. */
export type Candidate = { readonly id: number; readonly place: string }

/** Partners whom a search finds by something that is theirs alone, and by what. */
export type ExactMatches = ReadonlyMap<number, ReadonlySet<PartnerMatch>>

/** Up to so many partners are looked at one by one, without the index. */
const FEW = 10_000
const FIRST_PIECE = 64
const LARGEST_PIECE = 16_384

/** A number as people write it, with commas, points or spaces between its digits; 0 for anything else. */
const numberIn = (text: string): number =>
  /^\d[\d., ]{0,18}$/.test(text) ? Number(text.replaceAll(/\D/g, '')) : 0

/**
 * Partners by id, invite code, order, address, transaction or an id of another platform. Cost: a look in an index for each kind, however
 * many partners there are.
 *
 * Source: requirements PTR-001, PTR-002.
 */
export function exactQuery(text: string): RawBuilder<{ id: number; matched: PartnerMatch }> {
  const id = Math.min(numberIn(text), Number.MAX_SAFE_INTEGER)
  const code = readInviteCode(text)
  const address = text.toLowerCase()
  return sql`
    select id, 'ID' as matched from partners where id = ${id}
    union all select partner_id, 'ORDER' from orders where id = ${id}
    union all select id, 'INVITE' from partners where ${code} <> '' and lower(invite_code) = lower(${code})
    union all select partner_id, 'ADDRESS' from wallets where lower(address) = ${address}
    union all select distinct partner_id, 'ADDRESS' from payouts where lower(address) = ${address}
    union all select distinct partner_id, 'TRANSACTION' from payouts where tx_id = ${text}
    union all select number, 'EXTERNAL' from external_ids where external = ${text} and kind = 'partner'
    union all select o.partner_id, 'EXTERNAL' from external_ids e join orders o on o.id = e.number
      where e.external = ${text} and e.kind = 'order'`
}

/** Finds the partners of `exactQuery`. */
export async function exactMatches(db: Db, text: string): Promise<ExactMatches> {
  const { rows } = await exactQuery(text).execute(db)
  const found = new Map<number, Set<PartnerMatch>>()
  for (const row of rows) {
    found.set(row.id, (found.get(row.id) ?? new Set()).add(row.matched))
  }
  return found
}

/** The exact matches behind a place, by id. */
export async function* exactCandidates(
  matches: ExactMatches,
  after: readonly number[],
): AsyncGenerator<Candidate[]> {
  const [last = 0] = after
  yield [...matches.keys()]
    .filter((id) => id > last)
    .sort((a, b) => a - b)
    .map((id) => ({ id, place: `EXACT-${id}` }))
}

/** Partners whose e-mail starts with a text, by their e-mail. */
export async function* emailCandidates(
  db: Db,
  text: string,
  after: readonly number[],
): AsyncGenerator<Candidate[]> {
  const start = text.toLowerCase()
  let [last = 0] = after
  for (let limit = FIRST_PIECE; ; limit = nextPiece(limit)) {
    const { rows } = await sql<{ id: number }>`
      select id from partners
      where lower(email) collate "C" >= ${start} and lower(email) collate "C" < ${`${start}\u{10ffff}`}
        and lower(email) collate "C" > coalesce((select lower(email) collate "C" from partners where id = ${last}), '')
      order by lower(email) collate "C" limit ${limit}`.execute(db)
    yield rows.map(({ id }) => ({ id, place: `EMAIL-${id}` }))
    if (rows.length < limit) return
    last = rows.at(-1)!.id
  }
}

const nextPiece = (size: number): number => Math.min(size * 4, LARGEST_PIECE)

/**
 * Partners with these names, or all; those who registered last first, ties by id. Names, rank, activity and registration are
 * searched in the columns in memory; what only the database knows decides first if it leaves few partners.
 */
export async function* namedCandidates(
  core: Core,
  { filter, name, stored }: Named,
  after: readonly number[],
): AsyncGenerator<Candidate[]> {
  const few = stored === null ? null : await fewOf(core.database.read, stored)
  let [latest = Number.POSITIVE_INFINITY, shown = 0] = after
  for (let limit = FIRST_PIECE; ; limit = nextPiece(limit)) {
    const now = core.clock()
    const index = await teamIndex(core, now)
    const { engine } = index
    const rank = filter.rang === undefined ? null : index.ladder.codes.indexOf(filter.rang)
    if (rank === -1) return
    const question = questionOf({ filter, name, rank, now }, { latest, shown, limit })
    const { rows } =
      few === null ? index.find(question) : index.findAmong(rowsOf(engine, few), question)
    const candidates = placesOf(engine, rows, { latest, shown })
    yield candidates.map(({ id, at, of }) => ({ id, place: `NAME-${at}-${of}` }))
    const last = candidates.at(-1)
    if (last === undefined || rows.length < limit) return
    latest = last.at
    shown = last.of
  }
}

/** `stored` is the condition of the database on partners `p`; null: none. */
type Named = {
  readonly filter: PartnerFilter
  readonly name: string | null
  readonly stored: RawBuilder<unknown> | null
}

async function fewOf(db: Db, stored: RawBuilder<unknown>): Promise<number[] | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from partners p where ${stored} limit ${FEW + 1}`.execute(db)
  return rows.length > FEW ? null : rows.map(({ id }) => id)
}

/** Partners whom the figures do not hold yet have no row. */
const rowsOf = (engine: FiguresEngine, ids: readonly number[]): number[] =>
  ids.map((id) => engine.rowOf(id)).filter((row) => row !== NO_ROW)

/** Behind `shown` of the partners who registered at `latest`. */
type Place = { readonly latest: number; readonly shown: number }

function questionOf(
  asked: {
    readonly filter: PartnerFilter
    readonly name: string | null
    readonly rank: number | null
    readonly now: number
  },
  { latest, shown, limit }: Place & { readonly limit: number },
): TeamQuestion {
  const { filter, ...question } = asked
  const { registeredFrom = Number.NEGATIVE_INFINITY, registeredTo, isActive } = filter
  const end = registeredTo === undefined ? latest : Math.min(latest, registeredTo + DAY_MS - 1)
  const isBounded = end !== Number.POSITIVE_INFINITY || filter.registeredFrom !== undefined
  return {
    ...question,
    top: NO_ROW,
    scope: 'downline',
    sort: 'registeredAt',
    isDescending: true,
    offset: shown,
    limit,
    bounds: isBounded ? [{ field: 'registeredAt', min: registeredFrom, max: end }] : [],
    active: isActive ?? null,
  }
}

function placesOf(engine: FiguresEngine, rows: readonly number[], { latest, shown }: Place) {
  let [at, of] = [latest, shown]
  return rows.map((row) => {
    const registeredAt = engine.registeredAt[row]!
    of = registeredAt === at ? of + 1 : 1
    at = registeredAt
    return { id: engine.ids[row]!, at, of }
  })
}
