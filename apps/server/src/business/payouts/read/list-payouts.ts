import type { AccountCurrency } from '@partner-office/domain'
import { type RawBuilder, type Selectable, sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import type { Schema } from '../../../db/schema.ts'
import { coinText } from '../../bonuses/bonus-texts.ts'
import { readPayoutMarks } from '../end/payout-marks.ts'

/** A payout as operators see it. Units: amounts are decimals of the source's currency. */
export type ListedPayout = Selectable<Schema['payouts']>

/** The reason of a payout that its owner cancelled. Source: decisions D-088. */
export const CANCELLED = 'cancelled'

const ROWS_A_PAGE = 1000

/**
 * All payouts, or those of one status: first those that wait, then those that ended, each oldest first. The risks of pending
 * ones also say what holds them back now.
 */
export async function* listPayouts(
  core: Core,
  status: string | undefined,
): AsyncGenerator<ListedPayout> {
  const isAsked = sql`status = coalesce(${status ?? null}::text, status)`
  yield* payoutsWhere(core, sql`${isAsked} and status = 'PENDING'`)
  yield* payoutsWhere(core, sql`${isAsked} and status <> 'PENDING'`)
}

async function* payoutsWhere(
  { database: { read }, clock }: Core,
  condition: RawBuilder<unknown>,
): AsyncGenerator<ListedPayout> {
  for (let after = 0; ;) {
    const { rows } = await sql<ListedPayout>`
      select * from payouts where id > ${after} and ${condition} order by id limit ${ROWS_A_PAGE}`.execute(
      read,
    )
    const marks = await readPayoutMarks(
      read,
      rows.map(({ id }) => id),
      clock(),
    )
    yield* rows.map((payout) =>
      withDecimals({ ...payout, risks: [...payout.risks, ...(marks.get(payout.id) ?? [])] }),
    )
    if (rows.length < ROWS_A_PAGE) return
    after = rows.at(-1)!.id
  }
}

/** The same payout with its amounts as decimals instead of smallest units. */
export function withDecimals(payout: ListedPayout): ListedPayout {
  const decimals = (units: string) => coinText(BigInt(units), payout.currency as AccountCurrency)
  const { amount, fee, receive } = payout
  return { ...payout, amount: decimals(amount), fee: decimals(fee), receive: decimals(receive) }
}
