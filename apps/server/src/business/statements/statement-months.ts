import { type RawBuilder, sql } from 'kysely'

import { column } from '../../db/column.ts'
import type { Db } from '../../db/database.ts'
import type { Closing } from '../months/closing.ts'
import { readClosings } from '../months/closing.ts'

/**
 * In which month's statement each movement stands. Fixed once the month is closed, so that the opening balance of a
 * statement always is the closing balance of the one before.
 *
 *     a credit of a closing   the closed month, corrections of earlier months too
 *     a credit at an order    the month of `paidAt`
 *     a reversal              the month of the cancellation
 *     anything else           the month in which it was booked
 *
 * A movement that came after its month, or a later one, was closed stands in the next month that is closed.
 */
export type StatementMonths = {
  /** Closings in their order. */
  readonly closings: readonly Closing[]
  /** The latest month among the first k closings, by k; empty for none. */
  readonly latest: readonly string[]
  /** The month of the first closing from the k-th on that is later than `latest[k]`; null: none is closed yet. */
  readonly next: readonly (string | null)[]
}

/** Reads the months that are sealed. */
export async function readStatementMonths(db: Db): Promise<StatementMonths> {
  const closings = await readClosings(db)
  return statementMonths(closings.filter(({ isSealed }) => isSealed))
}

/** The months of some closings, in the order of their ids. */
export function statementMonths(closings: readonly Closing[]): StatementMonths {
  const latest = ['']
  for (const { period } of closings) latest.push(period > latest.at(-1)! ? period : latest.at(-1)!)
  const next = latest.map(
    (known, from) => closings.slice(from).find(({ period }) => period > known)?.period ?? null,
  )
  return { closings, latest, next }
}

/** The statement month of a movement of a month that came after the first `k` closings; null: not closed yet. */
export function statementMonth(
  { latest, next }: StatementMonths,
  month: string,
  k: number,
): string | null {
  return month > latest[k]! ? month : next[k]!
}

/**
 * SQL of the same for the movements of accounts: joins transfers `t` with their bonus records `b` and adds the column
 * `month`.
 */
export function movementMonth({ closings, latest, next }: StatementMonths): {
  readonly joins: RawBuilder<unknown>
  readonly month: RawBuilder<unknown>
} {
  const upTo = column(closings.map(({ upToFact }) => upToFact))
  const places = sql`unnest(${column(closings.map(({ id }) => id))}::bigint[],
    ${column(closings.map(({ period }) => period))}::text[]) with ordinality as c(id, period, place)`
  return {
    joins: sql`
      left join bonus_records b on b.transfer_id = t.id
      left join ${places} on c.id = b.closing_id and b.reverses_id is null
      left join rank_reaches r on r.bonus_record_id = b.id
      left join orders o on o.id = coalesce(b.order_id, r.order_id)
      left join cancellations x on b.reverses_id is not null and x.order_id = b.order_id
      cross join lateral (select
        coalesce(c.period, to_char(to_timestamp(coalesce(b.paid_at, t.created_at) / 1000.0) at time zone 'UTC', 'YYYY-MM'))
          as own,
        coalesce(c.place - 1, width_bucket(coalesce(x.fact, o.fact) - 1, ${upTo}::bigint[]), 0) as k) m`,
    month: sql`case when m.own > (${column(latest)}::text[])[m.k + 1] then m.own
      else (${column(next)}::text[])[m.k + 1] end`,
  }
}
