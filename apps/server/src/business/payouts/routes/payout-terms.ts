import {
  type AccountCurrency,
  type CoinUnits,
  coinUnits,
  currencyOfSource,
  type Fraction,
  fraction,
  type PayoutFee,
} from '@partner-office/domain'
import type { Selectable } from 'kysely'

import type { Db } from '../../../db/database.ts'
import type { Schema } from '../../../db/schema.ts'

/** A route that a payout can take, with its terms. Units: smallest units of `currency`; null: no limit. */
export type PayoutTerms = {
  readonly from: string
  readonly to: string
  readonly currency: AccountCurrency
  readonly enabled: boolean
  readonly minAmount: CoinUnits
  readonly requestLimit: CoinUnits | null
  readonly dailyLimit: CoinUnits | null
  readonly dailyLimitPercent: Fraction | null
  readonly fee: PayoutFee
  readonly verificationRequired: boolean
  /** Whole days after which a credit can be paid out. */
  readonly holdingDays: number
  readonly addressPattern: string
  readonly badge: string | null
  /** How the ids of the chain's transactions look. */
  readonly txPattern: string
}

/** The routes from some sources, or from all. Source: PAY-010; api.md, "Balances, wallets, payouts, reports". */
export async function readPayoutTerms(db: Db, from?: readonly string[]): Promise<PayoutTerms[]> {
  const query = db.selectFrom('payoutRoutes').selectAll().orderBy('payoutFrom').orderBy('payoutTo')
  const rows = await (from === undefined ? query : query.where('payoutFrom', 'in', from)).execute()
  return rows.map(termsOf)
}

/** The terms of a stored route. */
export function termsOf(row: Selectable<Schema['payoutRoutes']>): PayoutTerms {
  return {
    from: row.payoutFrom,
    to: row.payoutTo,
    currency: currencyOfSource(row.payoutFrom)!,
    enabled: row.enabled,
    minAmount: coinUnits(BigInt(row.minAmount)),
    requestLimit: unitsOrNull(row.requestLimit),
    dailyLimit: unitsOrNull(row.dailyLimit),
    dailyLimitPercent: row.dailyLimitPercent === null ? null : fraction(row.dailyLimitPercent),
    fee: {
      percent: fraction(row.feePercent),
      minFee: unitsOrNull(row.minFee),
      maxFee: unitsOrNull(row.maxFee),
    },
    verificationRequired: row.verificationRequired,
    holdingDays: row.holdingDays,
    addressPattern: row.addressPattern,
    badge: row.badge,
    txPattern: row.txPattern,
  }
}

const unitsOrNull = (units: string | null): CoinUnits | null =>
  units === null ? null : coinUnits(BigInt(units))
