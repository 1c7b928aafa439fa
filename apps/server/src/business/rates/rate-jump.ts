import { compare, type Currency, fraction, type RateType, ratio } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

/** A quote by its currencies and type. */
export type Pair = { readonly from: Currency; readonly to: Currency; readonly rateType: RateType }

/** The newest rate of a pair; undefined without one. */
export async function newestRate(
  db: Db,
  { from, to, rateType }: Pair,
): Promise<{ id: number; rate: string } | undefined> {
  return db
    .selectFrom('rates')
    .select(['id', 'rate'])
    .where('fromCurrency', '=', from)
    .where('toCurrency', '=', to)
    .where('rateType', '=', rateType)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a rate differs from an earlier one by more than a share of that. Units: percent; exact. */
export function isJump(before: string, after: string, percent: string): boolean {
  const [old, next] = [fraction(before), fraction(after)]
  const difference = next.num * old.den - old.num * next.den
  const jump = ratio((difference < 0n ? -difference : difference) * 100n, next.den * old.num)
  return compare(jump, fraction(percent)) > 0
}
