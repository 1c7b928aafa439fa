import {
  type AccountCurrency,
  decimalsOf,
  equivalentText,
  formatUnits,
  type Fraction,
  multiply,
  type Rate,
  ratio,
  rateBetween,
} from '@partner-office/domain'

import { currentRates } from '../../business/rates/current-rates.ts'
import type { Db } from '../../db/database.ts'

const RATE_DECIMALS = 18

/** An amount with its value in EUR, where a rate leads there. */
type Valued = { currency: AccountCurrency; amount: string; eur: string | null }

/** The rates of one answer: what they value, and which of them were used. */
export class EurValues {
  readonly #rates: readonly Rate[]
  readonly #used = new Map<AccountCurrency, { rate: string; setAt: number }>()

  private constructor(rates: readonly Rate[]) {
    this.#rates = rates
  }

  static async read(db: Db): Promise<EurValues> {
    return new EurValues(await currentRates(db))
  }

  /** EUR for one smallest unit of a currency; null: no rate leads there. Rounding: none. */
  perUnit(currency: AccountCurrency): Fraction | null {
    const found = rateBetween(this.#rates, currency, 'EUR')
    if (found === null) return null
    return multiply(found.rate, ratio(1n, 10n ** BigInt(decimalsOf(currency))))
  }

  /** Units: `units` are the smallest of the currency, as text. Rounding: EUR half up to cents. */
  valued(currency: AccountCurrency, units: string): Valued {
    const amount = formatUnits(BigInt(units), decimalsOf(currency))
    const found = rateBetween(this.#rates, currency, 'EUR')
    if (found === null) return { currency, amount, eur: null }
    if (currency !== 'EUR') {
      const setAt = Math.max(
        ...this.#rates.filter(({ id }) => found.rateIds.includes(id)).map((rate) => rate.setAt),
      )
      const { num, den } = found.rate
      const rate = formatUnits((num * 10n ** BigInt(RATE_DECIMALS)) / den, RATE_DECIMALS)
      this.#used.set(currency, { rate: rate.replace(/\.?0+$/, ''), setAt })
    }
    const whole = ratio(BigInt(units), 10n ** BigInt(decimalsOf(currency)))
    return { currency, amount, eur: equivalentText(multiply(whole, found.rate)) }
  }

  /** The rates of all that was valued. */
  used(): { currency: AccountCurrency; rate: string; setAt: number }[] {
    return [...this.#used].map(([currency, used]) => ({ currency, ...used }))
  }
}
