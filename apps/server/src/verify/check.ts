import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'

/** One rule, and the query that finds what breaks it. */
export type Check = {
  /** The rule as a sentence. */
  readonly name: string
  /** Answers one text a row, `difference`: a sentence for each thing that breaks the rule, always in the same order. */
  readonly differences: string
}

/** What checks look at, made before them: statements, or what needs more than SQL. */
export type Preparation = string | ((tx: Tx, core: Core) => Promise<void>)

/** Checks that look at the same things. Tables they share are temporary and begin with `v_`. */
export type Family = {
  readonly name: string
  readonly prepare: readonly Preparation[]
  readonly checks: readonly Check[]
}

const MOST_NAMED = 1_000

/** The sentences of one check; beyond the first thousand, how many more there are. */
export async function differencesOf(tx: Tx, { name, differences }: Check): Promise<string[]> {
  const { rows } = await sql<{ difference: string; total: number }>`
    select difference, count(*) over () as total from (${sql.raw(differences)}) found
    limit ${MOST_NAMED}`.execute(tx)
  const named = rows.map(({ difference }) => difference)
  const more = (rows[0]?.total ?? 0) - named.length
  return more > 0 ? [...named, `${name}: ${more} more differences`] : named
}

/** Values that must agree: under the words for each, what is stored and what it should be, as columns. */
type Pairs = Readonly<Record<string, readonly [stored: string, due: string]>>

/** The condition that some of the pairs do not agree, and the expression that says which. */
export function comparison(pairs: Pairs): { readonly differ: string; readonly words: string } {
  const values = Object.values(pairs)
  const stored = values.map(([value]) => value).join(', ')
  const due = values.map(([, value]) => value).join(', ')
  const words = Object.entries(pairs).map(
    ([name, [value, expected]]) => `pg_temp.v_differs('${name}', ${value}, ${expected})`,
  )
  return {
    differ: `(${stored}) is distinct from (${due})`,
    words: `concat_ws('; ', ${words.join(', ')})`,
  }
}
