import { compare, type Currency, fraction, type RateType, ratio } from '@partner-office/domain'

import { readSetting } from '../../business/settings/read-settings.ts'
import type { Db } from '../../db/database.ts'

/** Settings that decide money, or who decides about it. Source: D-157. */
const GUARDED =
  /^(fourEyes.*|adjustment.*|closeByItself|closeCheck\..*|lateOrderCorrections|permissionsPayout.*|payout.*|maxPendingPayouts|paymentsEnabled)$/

/** Whether proposals need a second operator. Source: setting `fourEyes`. */
export const isFourEyes = async (db: Db): Promise<boolean> =>
  (await readSetting(db, 'fourEyes')) === 'TRUE'

/** Whether a setting decides money, or who decides about it. */
export const isGuardedSetting = (name: string): boolean => GUARDED.test(name)

/** Whether a setting's new value needs a second operator: switching four eyes on does not. Source: requirements APR-014. */
export const needsSecondForSetting = (name: string, value: string | null): boolean =>
  isGuardedSetting(name) && !(name === 'fourEyes' && value !== 'FALSE')

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

/** Whether a new rate differs from the last one by more than `rateJumpPercent`. A pair's first rate is no jump. */
export async function needsSecondForRate(db: Db, pair: Pair, rate: string): Promise<boolean> {
  const last = await newestRate(db, pair)
  if (last === undefined) return false
  return isJump(last.rate, rate, await readSetting(db, 'rateJumpPercent'))
}

/** Whether a rate differs from an earlier one by more than a share of that. Units: percent; exact. */
function isJump(before: string, after: string, percent: string): boolean {
  const [old, next] = [fraction(before), fraction(after)]
  const difference = next.num * old.den - old.num * next.den
  const jump = ratio((difference < 0n ? -difference : difference) * 100n, next.den * old.num)
  return compare(jump, fraction(percent)) > 0
}
