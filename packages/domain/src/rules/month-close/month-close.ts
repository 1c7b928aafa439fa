import { decimalsOf, type AccountCurrency } from '../../currency.ts'
import type { Fraction } from '../../fraction.ts'
import { eurValueOf, quickEurValueOf } from '../../disclosure/eur-value.ts'
import { SumsByRow } from '../../disclosure/sums-by-row.ts'
import { coinUnits, eurCents, formatUnits, type CoinUnits, type EurCents } from '../../money.ts'
import type { PeriodBonusType } from '../bonus-types.ts'
import { amountOf, type Derivation, unitsOf } from './derivation.ts'
import type { MonthBasis } from './month-basis.ts'
import type { PartnerColumns } from './month-facts.ts'
import type { MonthInfinity } from './month-infinity.ts'
import { ENTRIES_A_CHUNK, type RecordColumns } from './record-columns.ts'
import { sortedOrder } from './sorted-order.ts'

/**
 * A credited record with everything that explains it.
 *
 * Units: `units` are the currency's smallest, `beforeCut` whole coins, exact; `paidAt` is the first
 * millisecond after the month; `pool` and `window` are null but for the bonuses that have them.
 * Source: decisions C11.1, C11.7, D-059.
 */
export type PeriodRecord = {
  readonly partnerId: number
  readonly type: PeriodBonusType
  readonly orderId: number
  readonly orderAmount: EurCents | null
  readonly level: number
  readonly currency: AccountCurrency
  readonly units: CoinUnits
  readonly beforeCut: Fraction
  readonly paidAt: number
  readonly period: string
  readonly pool: number | null
  readonly window: number | null
  readonly derivation: Derivation
}

/** What was credited of one type in one currency. Units: the currency's smallest. */
export type PeriodTotal = {
  readonly type: PeriodBonusType
  readonly currency: AccountCurrency
  readonly records: number
  readonly units: CoinUnits
}

/** What a programme credits in one currency. Units: `eur` 1e-8 EUR, as `eurValueOf`; null for a currency without a value in EUR. */
export type ProgrammeTotal = PeriodTotal & {
  readonly partners: number
  readonly eur: bigint | null
}

type Counting = {
  readonly total: { -readonly [Key in keyof ProgrammeTotal]: ProgrammeTotal[Key] }
  readonly value: ReturnType<typeof eurValueOf>
}

const RECORDS_A_SLICE = 5_000

/** The totals of a month, and everybody who gets something, by id. */
export type ProgrammeTotals = {
  readonly totals: readonly ProgrammeTotal[]
  readonly partnerIds: readonly number[]
}

/** Amounts of all currencies are written with as many decimals as the finest has. */
const WRITTEN_DECIMALS = 8

/**
 * A month's credits in the order of the export: by partner, type, order, level, currency and amount.
 *
 * Source: operations section 5, "bonuses (out)".
 */
export class MonthClose {
  readonly basis: MonthBasis
  readonly infinity: MonthInfinity
  readonly #columns: RecordColumns
  /** The units of an order, by derivation; made when first needed. */
  readonly #units: ((cents: number) => bigint)[] = []
  /** The numbers of the records in their order; sorted when first needed. */
  #order: Uint32Array | undefined

  constructor(basis: MonthBasis, infinity: MonthInfinity, columns: RecordColumns) {
    this.basis = basis
    this.infinity = infinity
    this.#columns = columns
  }

  /** How many records there are. */
  get size(): number {
    return this.#columns.size
  }

  /** The derivations of the records; many records share one. */
  get derivations(): readonly Derivation[] {
    return this.#columns.derivations
  }

  /** The records from one place on, up to another, in their order. */
  *records(from = 0, to = this.size): Generator<PeriodRecord> {
    const order = this.#numbers()
    for (let place = from; place < to; place += 1) yield this.#record(order[place]!)
  }

  /**
   * The text that seals the month: the lines that `export bonuses --period` writes for these records, without
   * the header, a line or many at a time. Their SHA-256 is the caller's.
   *
   * Source: operations sections 4 and 5.
   */
  *sealedText(): Generator<string> {
    const order = this.#numbers()
    const linesAtATime = 1000
    for (let from = 0; from < this.size; from += linesAtATime) {
      let text = ''
      const to = Math.min(from + linesAtATime, this.size)
      for (let place = from; place < to; place += 1) text += this.#line(order[place]!)
      yield text
    }
  }

  /** What was credited in all, by type and currency. */
  totals(): PeriodTotal[] {
    const totals = new Map<string, PeriodTotal>()
    for (const number of this.#numbers()) {
      const { derivation, units: own } = this.#stored(number)
      const { type, share } = derivation
      const { currency } = share
      const known = totals.get(`${type} ${currency}`)
      const units = coinUnits((known?.units ?? 0n) + own)
      totals.set(`${type} ${currency}`, {
        type,
        currency,
        records: (known?.records ?? 0) + 1,
        units,
      })
    }
    return [...totals.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
  }

  /** The totals by type and currency, with the number of partners and the value in EUR. Yields between slices. */
  *programmes(): Generator<void, ProgrammeTotals> {
    const totals = new Map<string, Counting['total']>()
    const countings = new Map<Derivation, Counting>()
    const last = new Map<Counting['total'], number>()
    const partnerIds: number[] = []
    const order = this.#numbers()
    for (let place = 0; place < order.length; place += 1) {
      const { derivation, partnerId, units } = this.#stored(order[place]!)
      const counting = countings.get(derivation) ?? countingOf(derivation, totals)
      countings.set(derivation, counting)
      const { total, value } = counting
      total.records += 1
      total.units = coinUnits(total.units + units)
      if (total.eur !== null && value !== null) total.eur += value(units)
      // Records are sorted by partner.
      if (last.get(total) !== partnerId) total.partners += 1
      last.set(total, partnerId)
      if (partnerIds.at(-1) !== partnerId) partnerIds.push(partnerId)
      if (place % RECORDS_A_SLICE === 0) yield
    }
    const sorted = [...totals.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
    return { totals: sorted.map(([, total]) => total), partnerIds }
  }

  /**
   * The EUR value of what was credited to each row, as `eurValueOf`. Reads the columns as they are: the records need no order.
   *
   * Units: 1e-8 EUR.
   */
  *eurByRow(): Generator<void, SumsByRow> {
    const { chunks, entries, groups, derivations } = this.#columns
    const { cents } = this.basis.facts.orders
    const valueOf = derivations.map((derivation, own) =>
      worthOf(derivation, (this.#units[own] ??= unitsOf(derivation))),
    )
    const earned = new SumsByRow(this.basis.facts.partners.size)
    for (const [chunk, { row, source, group }] of chunks.entries()) {
      const filled = Math.min(entries - chunk * ENTRIES_A_CHUNK, ENTRIES_A_CHUNK)
      for (let at = 0; at < filled; at += 1) {
        for (const own of groups[group[at]!]!) {
          const value = valueOf[own]
          if (value) earned.add(row[at]!, value(cents[source[at]!]!))
        }
      }
      yield
    }
    return earned
  }

  #numbers(): Uint32Array {
    return (this.#order ??= numbersOf(this.#columns, this.basis.facts.partners))
  }

  #record(number: number): PeriodRecord {
    const { orders } = this.basis.facts
    const { derivation, partnerId, source, level, units } = this.#stored(number)
    const { type, share } = derivation
    const order = type === 'UCHAIN_INFINITY' ? source : null
    const orderAmount = order === null ? null : eurCents(orders.cents[order]!)
    return {
      partnerId,
      type,
      orderId: order === null ? 0 : orders.ids[order]!,
      orderAmount,
      level,
      currency: share.currency,
      units: coinUnits(units),
      beforeCut: amountOf(derivation, orderAmount).beforeCut,
      paidAt: this.basis.end,
      period: this.basis.period,
      pool: type === 'DIAMOND_POOL' ? source : null,
      window: type === 'CYCLED_TURBO' ? source : null,
      derivation,
    }
  }

  /** The stored values of the record with a number. */
  #stored(number: number) {
    const { chunks, currencies, derivations, groups } = this.#columns
    const chunk = chunks[Math.floor(number / currencies / ENTRIES_A_CHUNK)]!
    const at = Math.floor(number / currencies) % ENTRIES_A_CHUNK
    const place = number % currencies
    const row = chunk.row[at]!
    const source = chunk.source[at]!
    const own = groups[chunk.group[at]!]![place]!
    const derivation = derivations[own]!
    const units = (this.#units[own] ??= unitsOf(derivation))
    return {
      derivation,
      source,
      partnerId: this.basis.facts.partners.ids[row]!,
      level: derivation.value.kind === 'order' ? this.#levelOf(source, row) : 0,
      units: units(this.basis.facts.orders.cents[source]!),
    }
  }

  #levelOf(order: number, row: number): number {
    const { facts, turnovers } = this.basis
    const { depth } = turnovers.partners
    return depth[facts.orders.buyer[order]!]! - depth[row]!
  }

  #line(number: number): string {
    const { partnerId, derivation, source, level, units } = this.#stored(number)
    const { type, share } = derivation
    const { currency } = share
    const orderId = type === 'UCHAIN_INFINITY' ? this.basis.facts.orders.ids[source]! : 0
    const amount = formatUnits(units, decimalsOf(currency), WRITTEN_DECIMALS)
    const { end, period } = this.basis
    return `${partnerId},${type},${orderId},${level},${currency},${amount},${end},${period}\n`
  }
}

/** The EUR value of what a derivation credits of an order; null for a currency without one. Consecutive records are often of one order. */
function worthOf(
  { share, rate }: Derivation,
  unitsFor: (cents: number) => bigint,
): ((cents: number) => number | bigint) | null {
  const value = quickEurValueOf(share.currency, rate?.rate ?? null)
  if (value === null) return null
  let known = { cents: NaN, value: 0 as number | bigint }
  return (cents) => {
    if (cents !== known.cents) {
      const units = unitsFor(cents)
      const isExact = units <= Number.MAX_SAFE_INTEGER
      known = { cents, value: value(isExact ? Number(units) : units) }
    }
    return known.value
  }
}

/** Where a derivation is counted; all of one type and currency share their total. */
function countingOf(derivation: Derivation, totals: Map<string, Counting['total']>): Counting {
  const { type, share, rate } = derivation
  const { currency } = share
  const value = eurValueOf(currency, rate?.rate ?? null)
  const known = totals.get(`${type} ${currency}`)
  const eur = value === null ? null : 0n
  const total = known ?? { type, currency, records: 0, units: coinUnits(0n), partners: 0, eur }
  totals.set(`${type} ${currency}`, total)
  return { total, value }
}

/** The entries by partner id; a partner's own keep the order they were added in. */
function byPartner(columns: RecordColumns, partners: PartnerColumns): Uint32Array {
  const next = firstPlaces(columns, partners)
  const order = new Uint32Array(columns.entries)
  for (let chunk = 0; chunk < columns.chunks.length; chunk += 1) {
    const { row } = columns.chunks[chunk]!
    const first = chunk * ENTRIES_A_CHUNK
    const filled = Math.min(columns.entries - first, ENTRIES_A_CHUNK)
    for (let at = 0; at < filled; at += 1) {
      const place = next[row[at]!]!
      order[place] = first + at
      next[row[at]!] = place + 1
    }
  }
  return order
}

/** The first place of each row's entries. */
function firstPlaces({ entries, chunks }: RecordColumns, { ids }: PartnerColumns) {
  const count = new Uint32Array(ids.length)
  for (let chunk = 0; chunk < chunks.length; chunk += 1) {
    const { row } = chunks[chunk]!
    const filled = Math.min(entries - chunk * ENTRIES_A_CHUNK, ENTRIES_A_CHUNK)
    for (let at = 0; at < filled; at += 1) count[row[at]!]! += 1
  }
  const credited: number[] = []
  for (let row = 0; row < count.length; row += 1) if (count[row]! > 0) credited.push(row)
  let place = 0
  for (const at of sortedOrder(Float64Array.from(credited, (row) => ids[row]!))) {
    const own = count[credited[at]!]!
    count[credited[at]!] = place
    place += own
  }
  return count
}

/** The numbers of the records in their order. */
function numbersOf(columns: RecordColumns, partners: PartnerColumns): Uint32Array {
  const { chunks, currencies, groups } = columns
  const numbers = new Uint32Array(columns.size)
  let count = 0
  for (const entry of byPartner(columns, partners)) {
    const chunk = chunks[Math.floor(entry / ENTRIES_A_CHUNK)]!
    const { length } = groups[chunk.group[entry % ENTRIES_A_CHUNK]!]!
    for (let place = 0; place < length; place += 1)
      numbers[count + place] = entry * currencies + place
    count += length
  }
  return numbers
}
