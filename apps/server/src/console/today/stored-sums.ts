import type { AccountCurrency } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

/** A stored sum. Units: `at` is the first instant of the day or month; `amount` smallest units or cents, as text. */
export type Sum = {
  readonly at: number
  readonly key: string
  readonly amount: string
  readonly entries: number
}

/** The sums of a series from an instant on, oldest first, each with what it is of. */
export function sumsOf(
  db: Db,
  series: Schema['console.sums']['series'],
  from: number,
): Promise<Sum[]> {
  return db
    .selectFrom('console.sums')
    .select(['at', 'key', 'amount', 'entries'])
    .where('series', '=', series)
    .where('at', '>=', from)
    .orderBy('at')
    .orderBy('key')
    .execute()
}

/** Programme and currency of a sum of credits. */
export function programmeIn(key: string): {
  readonly programme: string
  readonly currency: AccountCurrency
} {
  const [programme = '', currency = ''] = key.split(' ')
  return { programme, currency: currency as AccountCurrency }
}
