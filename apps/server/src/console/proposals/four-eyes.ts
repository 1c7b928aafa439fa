import { compare, fraction, type Fraction } from '@partner-office/domain'

import { isJump, newestRate, type Pair } from '../../business/rates/rate-jump.ts'
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

/** Whether cancelling an order that takes back credits of this value needs a second operator. Units: EUR. Source: requirements ORC-006. */
export async function needsSecondForCancel(db: Db, eur: Fraction): Promise<boolean> {
  return compare(eur, fraction(await readSetting(db, 'fourEyesCancelEur'))) >= 0
}

/** Whether a new rate differs from the last one by more than `rateJumpPercent`. A pair's first rate is no jump. */
export async function needsSecondForRate(db: Db, pair: Pair, rate: string): Promise<boolean> {
  const last = await newestRate(db, pair)
  if (last === undefined) return false
  return isJump(last.rate, rate, await readSetting(db, 'rateJumpPercent'))
}
