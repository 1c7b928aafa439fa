import type { ProgrammeSides } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import { exactEur, totalsOfAll } from './difference-amounts.ts'

/** What a difference has found over all its months, as its result stores it. Units: 1e-8 EUR. */
export type DifferenceDocument = {
  /** Records and partners with changed amounts. */
  readonly records: number
  readonly partners: number
  /** Partners with an amount on either side. */
  readonly credited: number
  readonly realEur: string
  readonly draftEur: string
  readonly replaced: readonly { readonly code: string; readonly by: string }[]
}

/**
 * A difference that has run to its end. `months` come oldest first, so `from` and `to` are the first and the last one.
 *
 * Units: EUR, exact.
 */
export type FinishedDifference = Pick<
  DifferenceDocument,
  'records' | 'partners' | 'credited' | 'realEur' | 'draftEur' | 'replaced'
> & {
  readonly id: number
  readonly months: readonly string[]
  readonly from: string
  readonly to: string
  readonly at: number
  readonly totals: readonly ProgrammeSides[]
}

type Row = {
  readonly id: number
  readonly months: readonly string[]
  readonly at: number
  readonly document: DifferenceDocument
}

/** The newest finished difference of a draft with exactly these bytes, by their SHA-256; null without one. Source: requirements PLN-018. */
export async function finishedDifferenceOf(
  db: Db,
  sha256: string,
): Promise<FinishedDifference | null> {
  const { rows } = await sql<Row>`
    select d.id, d.months, r.at, r.document from console.plan_differences d
      join console.plan_difference_results r on r.difference_id = d.id
    where d.sha256 = ${sha256} order by d.id desc limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { id, months, at, document } = row
  return {
    ...document,
    id,
    months,
    at,
    from: months[0]!,
    to: months.at(-1)!,
    realEur: exactEur(document.realEur),
    draftEur: exactEur(document.draftEur),
    totals: await totalsOfAll(db, id),
  }
}
