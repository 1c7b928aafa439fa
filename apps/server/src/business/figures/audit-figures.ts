import { sql } from 'kysely'

import type { Tx } from '../../db/database.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { TeamIndex } from '../../network/search/team-index.ts'
import type { Core } from '../../core/core.ts'

/** Whose figures were looked at, and what does not agree with the facts, as sentences. */
export type FiguresAudit = { readonly partners: number; readonly differences: readonly string[] }

/** So many are read back from the facts at most. */
const MOST_IN_TEAM = 500

/**
 * Compares a part of the network in memory with the facts, computed again in SQL: a random partner with the whole team, from
 * as far up as the team stays small enough; and the sums of the team and of all ancestors, each from the line below.
 *
 * Null when the figures have changed during the comparison.
 * Source: docs/operations.md, "Figures".
 */
export async function auditFigures(
  { database, network, clock }: Core,
  random: () => number,
): Promise<FiguresAudit | null> {
  const index = await network.teams(clock())
  return database.snapshot(async (tx) => {
    await network.catchUp(tx)
    const { lastFact } = await tx.selectFrom('factLog').select('lastFact').executeTakeFirstOrThrow()
    const { engine } = network
    if (engine.size === 0 || engine.asOf !== lastFact || index.engine !== engine) return null
    const top = drawTop(engine, random)
    const said = saidOf(engine, index, top)
    const sums = sumsAround(engine, top)
    const members = await membersOf(tx, said.id)
    const differences = [...sums, ...compared(said, members)]
    return { partners: said.members.size, differences }
  })
}

/** Walks up while the team stays small enough, and down from a partner whose team is too large. */
function drawTop(engine: FiguresEngine, random: () => number): number {
  let top = Math.floor(random() * engine.size)
  while (engine.teamSize[top]! >= MOST_IN_TEAM) top = engine.firstChild(top)
  for (let above = engine.parent[top]!; above !== NO_ROW; above = engine.parent[above]!) {
    if (engine.teamSize[above]! >= MOST_IN_TEAM) break
    top = above
  }
  return top
}

type Member = {
  readonly sponsorId: number | null
  readonly own: number
  readonly blocked: number
  readonly heldOrdinary: number
  readonly heldBonus: number
}
type Figures = Readonly<
  Record<'flSize' | 'flTurnover' | 'teamSize' | 'teamTurnover' | 'found', number>
>
type Said = {
  readonly id: number
  readonly figures: Figures
  readonly members: Map<number, Member>
}

/** The figures in memory, at one moment. */
function saidOf(engine: FiguresEngine, index: TeamIndex, top: number): Said {
  const members = new Map([[engine.ids[top]!, memberAt(engine, top)]])
  for (const row of engine.downline(top)) {
    members.set(engine.ids[row]!, memberAt(engine, row))
    if (members.size > MOST_IN_TEAM * 2) break
  }
  const { flSize, flTurnover, teamSize, teamTurnover } = engine.figuresAt(top)
  const found = foundBelow(index, top)
  return {
    id: engine.ids[top]!,
    figures: { flSize, flTurnover, teamSize, teamTurnover, found },
    members,
  }
}

function memberAt(engine: FiguresEngine, row: number): Member {
  const above = engine.parent[row]!
  return {
    sponsorId: above === NO_ROW ? null : engine.ids[above]!,
    own: engine.measures[0]!.own[row]!,
    blocked: engine.blocked[row]!,
    heldOrdinary: engine.heldOrdinary[row]!,
    heldBonus: engine.heldBonus[row]!,
  }
}

/** Count of partners that the search finds below a partner. */
const foundBelow = (index: TeamIndex, top: number): number =>
  index.find({
    top,
    scope: 'downline',
    sort: 'teamTurnover',
    isDescending: true,
    offset: 0,
    limit: 1,
    bounds: [],
    rank: null,
    active: null,
    now: 0,
    name: null,
  }).total

/** Differences between the sums of the team and all ancestors and the sums of their lines below. */
function sumsAround(engine: FiguresEngine, top: number): string[] {
  const rows = [top, ...engine.ancestors(top), ...engine.downline(top)]
  return rows.flatMap((row) => sumsAt(engine, row))
}

function sumsAt(engine: FiguresEngine, row: number): string[] {
  const { own, team } = engine.measures[0]!
  const sums = { flSize: 0, flTurnover: 0, teamSize: 0, teamTurnover: 0 }
  for (const child of engine.children(row)) {
    sums.flSize += 1
    sums.flTurnover += own[child]!
    sums.teamSize += 1 + engine.teamSize[child]!
    sums.teamTurnover += own[child]! + team[child]!
  }
  return differencesOf(engine.ids[row]!, engine.figuresAt(row), sums)
}

/** The partner and the whole downline, from the facts. */
async function membersOf(tx: Tx, id: number): Promise<Map<number, Member & { line: number }>> {
  const { rows } = await sql<Member & { id: number; line: number }>`
    with recursive team (id, sponsor_id, line) as (
      select id, sponsor_id, 0 from partners where id = ${id}
      union all
      select p.id, p.sponsor_id, t.line + 1 from team t join partners p on p.sponsor_id = t.id)
    select t.id, t.sponsor_id, t.line,
      (select coalesce(sum(o.amount_cents), 0)::bigint from orders o left join cancellations c on c.order_id = o.id
        where o.partner_id = t.id and c.order_id is null) as own,
      coalesce((select b.blocked::integer from partner_blocks b where b.partner_id = t.id
        order by b.fact desc limit 1), 0) as blocked,
      coalesce((select max(r.rank_id) from rank_reaches r
        where r.partner_id = t.id and r.ladder = 'ordinary'), 0)::integer as held_ordinary,
      coalesce((select max(r.rank_id) from rank_reaches r
        where r.partner_id = t.id and r.ladder = 'bonus'), 0)::integer as held_bonus
    from (select * from team limit ${MOST_IN_TEAM * 2}) t`.execute(tx)
  return new Map(rows.map(({ id: member, ...row }) => [member, row]))
}

function compared(said: Said, due: Map<number, Member & { line: number }>): string[] {
  const ids = [...new Set([...said.members.keys(), ...due.keys()])].sort((a, b) => a - b)
  const ofMembers = ids.flatMap((id) => {
    const [memory, facts] = [said.members.get(id), due.get(id)]
    if (memory === undefined) return [`partner ${id}: missing below partner ${said.id}`]
    if (facts === undefined) return [`partner ${id}: not below partner ${said.id}`]
    const { line: _, ...figures } = facts
    return differencesOf(id, memory, figures)
  })
  const below = [...due.values()].filter(({ line }) => line > 0)
  const firstLine = below.filter(({ line }) => line === 1)
  const sums = {
    flSize: firstLine.length,
    flTurnover: ownOf(firstLine),
    teamSize: below.length,
    teamTurnover: ownOf(below),
    found: below.length,
  }
  return [...ofMembers, ...differencesOf(said.id, said.figures, sums)]
}

const ownOf = (members: readonly Member[]): number => members.reduce((sum, { own }) => sum + own, 0)

type Numbers<Names extends PropertyKey> = Readonly<Record<Names, number | null>>

function differencesOf<Due extends Numbers<string>>(
  id: number,
  said: Numbers<keyof Due>,
  due: Due,
): string[] {
  const names = Object.keys(due) as (keyof Due & string)[]
  return names
    .filter((name) => said[name] !== due[name])
    .map((name) => `partner ${id}: ${name} is ${said[name]}, not ${due[name]}`)
}
