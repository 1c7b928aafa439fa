import type { CallInput, getTeam, TeamSortField } from '@partner-office/contracts'
import {
  eurCents,
  isActiveAt,
  type Plan,
  rankStanding,
  rankTurnover,
  Refusal,
} from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../db/database.ts'
import { type FiguresEngine, NO_ROW, type PartnerFigures } from '../../network/figures-engine.ts'

export type TeamQuestion = CallInput<typeof getTeam>['query']

/** Somebody of a team and what the figures say of them. */
export type Found = PartnerFigures & {
  readonly id: number
  readonly row: number
  readonly depth: number
  readonly registeredAt: number
  readonly rank: string
}

type Around = { readonly plan: Plan; readonly now: number }

/**
 * The row of a sponsor whose team somebody may see: their own, and that of everybody below.
 *
 * Refuses: `access_denied`, for anybody else, whether there is such a partner or not.
 * Source: api.md section 2, "Team"; decisions D-071; ACC-004.
 */
export function requireOwnTeam(
  engine: FiguresEngine,
  partnerId: number,
  sponsorId: number,
): number {
  const own = engine.rowOf(partnerId)
  const row = engine.rowOf(sponsorId)
  if (row !== NO_ROW && (row === own || isAbove(engine, own, row))) return row
  throw new Refusal('access_denied')
}

function isAbove(engine: FiguresEngine, upper: number, row: number): boolean {
  for (const above of engine.ancestors(row)) if (above === upper) return true
  return false
}

/**
 * Everybody of the team who meets the question, in the order it asks for; ties by id.
 *
 * Source: decisions D-066 to D-068.
 */
export async function findTeam(
  db: Db,
  engine: FiguresEngine,
  top: number,
  question: TeamQuestion,
  around: Around,
): Promise<Found[]> {
  const rows = question.scope === 'firstLine' ? engine.children(top) : below(engine, top)
  const meets = [...rows]
    .map((row) => foundAt(engine, row, around.plan))
    .filter((found) => meetsFigures(found, question, around.now))
  const named = question.name === undefined ? meets : await whoseName(db, meets, question.name)
  return named.sort(orderOf(question.sort))
}

/** Without recursion: a line may be as long as the network. */
function* below(engine: FiguresEngine, top: number): Generator<number> {
  const waiting = [...engine.children(top)]
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    yield row
    for (const child of engine.children(row)) waiting.push(child)
  }
}

function foundAt(engine: FiguresEngine, row: number, plan: Plan): Found {
  return {
    ...engine.figuresAt(row),
    row,
    id: engine.ids[row]!,
    depth: engine.depth[row]!,
    registeredAt: engine.registeredAt[row]!,
    rank: rankCode(engine, row, plan),
  }
}

/** A rank once held is kept, unless the plan says otherwise (D-046). */
function rankCode(engine: FiguresEngine, row: number, plan: Plan): string {
  const { ownTurnover, teamTurnover } = engine.figuresAt(row)
  const total = rankTurnover(plan, {
    ownTurnover: eurCents(ownTurnover),
    teamTurnover: eurCents(teamTurnover),
  })
  const { legTurnover } = engine.measures[0]!
  const first = row * engine.legsKept
  const topLegs = [...legTurnover.subarray(first, first + engine.legsKept)].map(BigInt)
  const heldRankId = engine.heldRankAt(row).ordinary
  return rankStanding({ plan, heldRankId, total, topLegs }).currentRank.code
}

function meetsFigures(found: Found, question: TeamQuestion, now: number): boolean {
  const { rang, active } = question
  return (
    (rang === undefined || found.rank === rang) &&
    (active === undefined || isActiveAt(found.activeUntil, now) === active) &&
    BOUNDED.every((field) =>
      isWithin(found[field], question[`${field}Min`], question[`${field}Max`]),
    )
  )
}

const BOUNDED = ['ownTurnover', 'flTurnover', 'teamTurnover', 'flSize', 'teamSize'] as const

const isWithin = (value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
  value >= min && value <= max

async function whoseName(db: Db, among: Found[], name: string): Promise<Found[]> {
  const ids = among.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select id from partners where id = any(${ids}::bigint[])
      and position(lower(${name}) in lower(first_name || ' ' || last_name)) > 0`.execute(db)
  const named = new Set(rows.map(({ id }) => id))
  return among.filter(({ id }) => named.has(id))
}

function orderOf(sort: TeamQuestion['sort']): (a: Found, b: Found) => number {
  const [field, direction] = sort.split('|') as [TeamSortField, 'asc' | 'desc']
  const sign = direction === 'asc' ? 1 : -1
  return (a, b) => sign * (a[field] - b[field]) || a.id - b.id
}
