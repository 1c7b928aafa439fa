import type { DifferenceFilter } from '@partner-office/contracts'
import type { AccountCurrency, BonusType } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Database } from '../../../db/database.ts'
import { readLines } from '../../../db/read-cursor.ts'
import { streamSnapshot } from '../../../db/stream-snapshot.ts'
import { csvLine } from '../../exports/csv.ts'
import { amountsOf, type SideSums, sidesOf } from './difference-amounts.ts'

const HEADER = [
  'partnerId',
  'name',
  'rank',
  'country',
  'month',
  'type',
  'currency',
  'real',
  'draft',
  'difference',
  'realEur',
  'draftEur',
  'differenceEur',
]

type Row = SideSums & {
  readonly partnerId: number
  readonly name: string
  readonly rank: string
  readonly country: string
  readonly month: string
  readonly type: BonusType
  readonly currency: AccountCurrency
}

/** Every amount of a difference for some filters, as CSV, by partner, programme, month and currency. Source: requirements PLN-014. */
export async function* differenceLines(
  database: Database,
  id: number,
  filter: DifferenceFilter,
): AsyncGenerator<string> {
  yield csvLine(HEADER)
  yield* streamSnapshot(database, async function* (tx) {
    yield* readLines(
      tx,
      sql<Row>`
        select a.partner_id, trim(p.first_name || ' ' || p.last_name) as name, rank, country, month, type, currency,
          "real"::text as "real", draft::text as draft, real_eur::text as real_eur, draft_eur::text as draft_eur
        from console.plan_difference_amounts a join partners p on p.id = a.partner_id
        where ${amountsOf(id, filter)} order by a.partner_id, type collate "C", month, currency collate "C"`,
      lineOf,
    )
  })
}

function lineOf({ partnerId, name, rank, country, month, type, ...sums }: Row): string {
  const sides = sidesOf(sums)
  const { currency, real, draft, difference } = sides
  const eur = [sides.realEur, sides.draftEur, sides.differenceEur].map((each) => each ?? '')
  return csvLine([
    partnerId,
    name,
    rank,
    country,
    month,
    type,
    currency,
    real,
    draft,
    difference,
    ...eur,
  ])
}
