import { coinUnits, type CoinUnits } from '../../money.ts'
import type { PeriodRecord } from './month-close.ts'

/** What identifies a credit of a period. Source: decisions C11.12. */
export type CreditKey = Pick<
  PeriodRecord,
  'partnerId' | 'type' | 'orderId' | 'level' | 'currency' | 'pool' | 'window'
>

/** What was credited so far: records, their reversals and corrections. Units: smallest. */
export type CreditedSoFar = CreditKey & { readonly units: CoinUnits }

/**
 * A record for what a closed month owes in addition for late orders. Units: `units` is the difference;
 * `creditedBefore` and the rest of the record explain it.
 */
export type LateCorrection = PeriodRecord & { readonly creditedBefore: CoinUnits }

/**
 * The positive differences between a closed month computed again, with its own plan and rates, and what
 * was credited for it so far. Late orders never take anything back.
 *
 * Units: both lists are sorted by partner id; `paidAt` is the first millisecond after the month whose
 * close pays it. Yields in the order of the records.
 * Source: decisions C11.12.
 */
export function* lateCorrections({
  recomputed,
  credited,
  paidAt,
}: {
  recomputed: Iterable<PeriodRecord>
  credited: Iterable<CreditedSoFar>
  paidAt: number
}): Generator<LateCorrection> {
  const soFar = new PartnerSums(credited)
  for (const record of recomputed) {
    const creditedBefore = coinUnits(soFar.of(record))
    const units = coinUnits(record.units - creditedBefore)
    if (units > 0n) yield { ...record, units, creditedBefore, paidAt }
  }
}

/** Sums up what was credited, one partner at a time. */
class PartnerSums {
  readonly #credited: Iterator<CreditedSoFar>
  #next: CreditedSoFar | undefined
  #partnerId = -Infinity
  #sums = new Map<string, bigint>()

  constructor(credited: Iterable<CreditedSoFar>) {
    this.#credited = credited[Symbol.iterator]()
    this.#advance()
  }

  of(key: CreditKey): bigint {
    if (key.partnerId !== this.#partnerId) this.#read(key.partnerId)
    return this.#sums.get(keyText(key)) ?? 0n
  }

  /** Refuses: a list that is not by partner id, with a RangeError; it would credit twice. */
  #read(partnerId: number): void {
    if (partnerId < this.#partnerId) throw new RangeError('Records must stand by partner id')
    this.#sums = new Map()
    this.#partnerId = partnerId
    while (this.#next !== undefined && this.#next.partnerId <= partnerId) {
      const text = keyText(this.#next)
      this.#sums.set(text, (this.#sums.get(text) ?? 0n) + this.#next.units)
      this.#advance()
    }
  }

  #advance(): void {
    const before = this.#next?.partnerId ?? -Infinity
    const { done, value } = this.#credited.next()
    this.#next = done ? undefined : value
    if (this.#next !== undefined && this.#next.partnerId < before) {
      throw new RangeError('Credits must stand by partner id')
    }
  }
}

function keyText(key: CreditKey): string {
  const { partnerId, type, orderId, level, currency, pool, window } = key
  return [partnerId, type, orderId, level, currency, pool, window].join()
}
