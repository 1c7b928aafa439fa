import {
  type AccountCurrency,
  type BonusType,
  eurValueOf,
  fraction,
  type Fraction,
} from '@partner-office/domain'

import { type Part, type PartRule, ruleText } from './explained-part.ts'

/** One record of a side. Units: the currency's smallest; `cents` of its order. */
export type SideRecord = {
  readonly partnerId: number
  readonly type: BonusType
  readonly currency: AccountCurrency
  readonly orderId: number
  readonly level: number
  readonly units: bigint
  readonly cents: bigint
  readonly rate: Fraction | null
  readonly rule: PartRule
}

/**
 * All that a partner gets of a programme in a month, in one currency.
 *
 * Units: the currency's smallest; `eur` 1e-8 EUR, null for coins without a value in EUR. `print` differs where amounts are of other
 * orders or levels.
 */
export type SideAmount = Pick<SideRecord, 'partnerId' | 'type' | 'currency'> & {
  units: bigint
  eur: bigint | null
  records: number
  print: bigint
  readonly parts: Map<string, Part>
}

/** Above the deepest level. */
const LEVELS = 4_096

/** What a record adds to the print of its amount; SQL computes the same. */
function printOf({ units, orderId, level }: SideRecord): bigint {
  const place = orderId * LEVELS + level + 1
  if (Number.isSafeInteger(place)) return units * BigInt(place)
  return units * (BigInt(orderId) * BigInt(LEVELS) + BigInt(level) + 1n)
}

type Value = ReturnType<typeof eurValueOf>
type Key = Pick<SideAmount, 'partnerId' | 'type' | 'currency'>

/** The amounts of one side of a month, by partner, programme and currency. */
export class SideAmounts {
  /** By partner: each has a handful. */
  readonly #amounts = new Map<number, SideAmount[]>()
  readonly #texts = new WeakMap<PartRule, string>()
  readonly #values = new WeakMap<Fraction, Map<string, Value>>()

  add(record: SideRecord): void {
    const { units, cents, rule } = record
    const amount = this.#amountOf(record)
    amount.units += units
    amount.records += 1
    amount.print += printOf(record)
    const value = this.#valueOf(record)
    if (amount.eur !== null && value !== null) amount.eur += value(units)
    else amount.eur = null
    addPart(amount.parts, this.#textOf(rule), { rule, records: 1, cents, units })
  }

  /** Adds an amount of the same side that was collected elsewhere. */
  merge(other: SideAmount): void {
    const amount = this.#amountOf(other)
    amount.units += other.units
    amount.records += other.records
    amount.print += other.print
    amount.eur = amount.eur === null || other.eur === null ? null : amount.eur + other.eur
    for (const [text, part] of other.parts) addPart(amount.parts, text, part)
  }

  /** Takes an amount out; undefined without one. */
  take(of: Key): SideAmount | undefined {
    const own = this.#amounts.get(of.partnerId) ?? []
    const place = own.findIndex((each) => isOf(each, of))
    if (place === -1) return undefined
    const [amount] = own.splice(place, 1)
    if (own.length === 0) this.#amounts.delete(of.partnerId)
    return amount
  }

  *values(): IterableIterator<SideAmount> {
    for (const own of this.#amounts.values()) yield* own
  }

  #amountOf(of: Key): SideAmount {
    const { partnerId, type, currency } = of
    let own = this.#amounts.get(partnerId)
    if (own === undefined) this.#amounts.set(partnerId, (own = []))
    const known = own.find((each) => isOf(each, of))
    if (known !== undefined) return known
    const parts = new Map<string, Part>()
    const amount = { partnerId, type, currency, units: 0n, eur: 0n, records: 0, print: 0n, parts }
    own.push(amount)
    return amount
  }

  #textOf(rule: PartRule): string {
    const known = this.#texts.get(rule)
    if (known !== undefined) return known
    const text = ruleText(rule)
    this.#texts.set(rule, text)
    return text
  }

  #valueOf({ currency, rate }: SideRecord): Value {
    if (rate === null) return eurValueOf(currency, null)
    const known = this.#values.get(rate) ?? new Map<string, Value>()
    this.#values.set(rate, known)
    const value = known.get(currency) ?? eurValueOf(currency, rate)
    known.set(currency, value)
    return value
  }
}

const isOf = (amount: SideAmount, { type, currency }: Key): boolean =>
  amount.type === type && amount.currency === currency

function addPart(parts: Map<string, Part>, text: string, { rule, records, cents, units }: Part) {
  const part = parts.get(text)
  if (part === undefined) parts.set(text, { rule, records, cents, units })
  else {
    part.records += records
    part.cents += cents
    part.units += units
  }
}

/** Rates by their texts: equal texts give the same object. */
export class RateTexts {
  readonly #rates = new Map<string, Fraction>()

  of(text: string): Fraction {
    const rate = this.#rates.get(text) ?? fraction(text)
    this.#rates.set(text, rate)
    return rate
  }
}
