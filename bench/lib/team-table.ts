import { Client } from 'pg'

import { wordsOf } from '../../apps/server/src/network/search/name-question.ts'
import {
  CODED,
  type CodedField,
  rangesOf,
  SORT_FIELDS,
  type TeamQuestion,
  valuesOf,
} from '../../apps/server/src/network/search/question.ts'
import type { TeamIndex, TeamPage } from '../../apps/server/src/network/search/team-index.ts'

import { namesOf } from './network-arrays.ts'

const ROWS_A_WRITE = 20_000
const NEVER = -1

/** The column names of the fields. */
const COLUMN_OF: Readonly<Record<CodedField, string>> = {
  ownTurnover: 'own',
  flTurnover: 'fl',
  teamTurnover: 'team',
  flSize: 'fl_size',
  teamSize: 'team_size',
  registeredAt: 'registered_at',
  activeUntil: 'active_until',
  rank: 'rank',
}

/** A page with its total, and the time of both together. Units: milliseconds. */
export type Answered = { readonly page: TeamPage; readonly ms: number }

/**
 * The same network as a PostgreSQL table in its fastest design: downlines as intervals with a B-tree, one more B-tree per
 * sort, and a count for the total. The rows are stored in tree order, which a real table could only keep by rewriting it
 * for every new partner.
 */
export class TeamTable {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async filled(url: string, index: TeamIndex): Promise<TeamTable> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const columns = Object.values(COLUMN_OF)
    await client.query(
      `create unlogged table team (pos int, id bigint, parent int, name text, ${columns.map((name) => `${name} float8`).join(', ')})`,
    )
    const values = CODED.map((field) => valueAt(index, field))
    const { engine } = index
    const { size, ids, parent } = engine
    for (let from = 0; from < size; from += ROWS_A_WRITE) {
      const to = Math.min(size, from + ROWS_A_WRITE)
      const rows = Array.from({ length: to - from }, (_, at) => from + at)
      await client.query(
        `insert into team select * from unnest($1::int[], $2::bigint[], $3::int[], $4::text[], ${CODED.map((_, at) => `$${at + 5}::float8[]`).join(', ')})`,
        [
          rows,
          rows.map((row) => ids[row]),
          rows.map((row) => parent[row]),
          rows.map((row) => namesOf(engine, row).join(' ')),
          ...values.map((of) => rows.map(of)),
        ],
      )
    }
    await client.query('create unique index on team (pos)')
    for (const field of SORT_FIELDS)
      await client.query(`create index on team (${COLUMN_OF[field]}, id)`)
    await client.query('set jit = off')
    await client.query(`set work_mem = '256MB'`)
    await client.query('vacuum analyze team')
    return new TeamTable(client)
  }

  async ask(question: TeamQuestion): Promise<Answered> {
    if (wordsOf(question.name ?? '') !== null) throw new Error('The table has no names')
    const { top, sort, isDescending, offset, limit } = question
    const conditions = rangesOf(question).flatMap(({ field, min, max }) => [
      ...(min === Number.NEGATIVE_INFINITY ? [] : [`${COLUMN_OF[field]} >= ${min}`]),
      ...(max === Number.POSITIVE_INFINITY ? [] : [`${COLUMN_OF[field]} <= ${max}`]),
    ])
    const size = await this.#client.query<{ size: number }>(
      `select team_size as size from team where pos = ${top}`,
    )
    const within = [`pos > ${top}`, `pos <= ${top + size.rows[0]!.size}`, ...conditions]
    const where = `from team where ${within.join(' and ')}`
    const direction = isDescending ? 'desc' : 'asc'
    const started = performance.now()
    const page = await this.#client.query<{ pos: number }>(
      `select pos ${where} order by ${COLUMN_OF[sort]} ${direction}, id limit ${limit} offset ${offset}`,
    )
    const count = await this.#client.query<{ total: string }>(`select count(*) as total ${where}`)
    const ms = performance.now() - started
    const rows = page.rows.map(({ pos }) => pos)
    return { page: { rows, total: Number(count.rows[0]!.total) }, ms }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }
}

function valueAt(index: TeamIndex, field: CodedField): (row: number) => number {
  const { engine } = index
  if (field === 'rank') return (row) => index.rankOf(row)
  if (field === 'activeUntil') return (row) => engine.activeUntil(row) ?? NEVER
  const values = valuesOf(engine, field)
  return (row) => values[row]!
}
