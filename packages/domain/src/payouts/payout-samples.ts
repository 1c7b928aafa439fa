import { type Currency, decimalsOf } from '../currency.ts'
import { type CoinUnits, coinUnits } from '../money.ts'
import { payoutFee, type PayoutFee, payoutReceive } from './payout-amounts.ts'

/** Terms that decide what a payout costs. Units: smallest units of `currency`; null: no limit. */
type SampledTerms = {
  readonly currency: Currency
  readonly minAmount: CoinUnits
  readonly requestLimit: CoinUnits | null
  readonly dailyLimit: CoinUnits | null
  readonly fee: PayoutFee
}

type Cost = { readonly fee: CoinUnits; readonly receive: CoinUnits }

/** An amount with what it costs by the terms before and after. Units: smallest units. */
export type PayoutSample = {
  readonly amount: CoinUnits
  readonly old: Cost
  readonly next: Cost
}

/**
 * What payouts of five amounts cost before and after a change of terms: the new minimum, 100, 1,000, and the new limits of a
 * request and of a day. Limits that do not exist are left out; equal amounts count once.
 *
 * Rounding: as `payoutFee`.
 * Source: requirements PQU-013.
 */
export function payoutSamples(before: SampledTerms, after: SampledTerms): PayoutSample[] {
  const { currency, minAmount, requestLimit, dailyLimit } = after
  const whole = (coins: bigint) => coins * 10n ** BigInt(decimalsOf(currency))
  const asked = [minAmount, whole(100n), whole(1_000n), requestLimit, dailyLimit]
  const amounts = [...new Set(asked.filter((amount): amount is CoinUnits => amount !== null))]
  const costOf = (amount: CoinUnits, { fee: terms }: SampledTerms): Cost => {
    const fee = payoutFee(amount, terms)
    return { fee, receive: payoutReceive(amount, fee) }
  }
  return amounts.map((units) => {
    const amount = coinUnits(units)
    return { amount, old: costOf(amount, before), next: costOf(amount, after) }
  })
}
