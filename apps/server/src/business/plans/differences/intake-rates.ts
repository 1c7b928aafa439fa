import { type AccountCurrency, fraction, type Plan, type Rate } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db } from '../../../db/database.ts'
import type { StoredOrder } from './read-order-facts.ts'

/** Quotes of one EUR that orders may have been credited at, oldest first. */
export async function readSellRates(db: Db): Promise<Rate[]> {
  const { rows } = await sql<{ id: number; to: Rate['to']; rate: string; setAt: number }>`
    select id, to_currency as "to", rate, set_at from rates
    where from_currency = 'EUR' and rate_type = 'SELL' order by id`.execute(db)
  return rows.map(({ rate, ...row }) => ({
    ...row,
    from: 'EUR' as const,
    rateType: 'SELL' as const,
    rate: fraction(rate),
  }))
}

type Asked = Pick<StoredOrder, 'rateId' | 'recordedAt'>

/**
 * The quotes that were in force when an order came in. The quote that the order was credited at is stored with it; those of other
 * currencies are the newest ones set by then, and before that quote was replaced.
 */
export class IntakeRates {
  readonly #quotes: readonly Rate[]
  readonly #currencies: ReadonlySet<AccountCurrency>
  #known: (Asked & { readonly rates: readonly Rate[] }) | null = null

  constructor(quotes: readonly Rate[], { unilevelCurrency, rankBonusCurrency }: Plan) {
    this.#quotes = quotes
    this.#currencies = new Set([unilevelCurrency, rankBonusCurrency])
  }

  at({ rateId, recordedAt }: Asked): readonly Rate[] {
    const known = this.#known
    if (known?.rateId === rateId && known.recordedAt === recordedAt) return known.rates
    const own = this.#quotes.find(({ id }) => id === rateId)
    const next = this.#quotes.find(
      ({ id, to }) => own !== undefined && id > rateId && to === own.to,
    )
    const rates = [...this.#currencies].flatMap((currency) => {
      if (own?.to === currency) return [own]
      const found = this.#quotes.findLast(
        ({ id, to, setAt }) =>
          to === currency && setAt <= recordedAt && id < (next?.id ?? Infinity),
      )
      return found === undefined ? [] : [found]
    })
    this.#known = { rateId, recordedAt, rates }
    return rates
  }
}
