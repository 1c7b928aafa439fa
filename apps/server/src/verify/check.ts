import type { VerifyFamily } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import type { Tx } from '../db/database.ts'

/** A rule, and the query that finds its violations. */
export type Check = {
  /** The rule as a sentence. */
  readonly name: string
  /** A query with one column, `difference`: a sentence for each violation, in a fixed order. */
  readonly differences: string
}

/** Prepares the data of checks: a statement, or a function for more than SQL. */
export type Preparation = string | ((tx: Tx, core: Core) => Promise<void>)

/** Checks of the same data. Their shared tables are temporary and start with `v_`. */
export type Family = {
  readonly name: VerifyFamily
  readonly prepare: readonly Preparation[]
  readonly checks: readonly Check[]
}

const MOST_NAMED = 1_000

/** Runs a check; returns its first thousand sentences, and the number of further ones. */
export async function differencesOf(tx: Tx, { name, differences }: Check): Promise<string[]> {
  const { rows } = await sql<{ difference: string; total: number }>`
    select difference, count(*) over () as total from (${sql.raw(differences)}) found
    limit ${MOST_NAMED}`.execute(tx)
  const named = rows.map(({ difference }) => difference)
  const more = (rows[0]?.total ?? 0) - named.length
  return more > 0 ? [...named, `${name}: ${more} more differences`] : named
}

/** Pairs of columns that must be equal, by description: the stored value and the due value. */
type Pairs = Readonly<Record<string, readonly [stored: string, due: string]>>

/** The SQL condition that any pair differs, and the SQL expression that describes the differing pairs. */
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
