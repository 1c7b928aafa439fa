import { decimalsOf, type AccountCurrency } from '../../currency.ts'
import { ZERO, type Fraction } from '../../fraction.ts'
import { coinUnits, eurCents, formatUnits, type CoinUnits, type EurCents } from '../../money.ts'
import type { PeriodBonusType } from '../bonus-types.ts'
import { allowsRow } from '../checkpoints.ts'
import { infinitySteps, type InfinityAncestor, type InfinityStep } from '../infinity.ts'
import { amountOf, type Derivation } from './derivation.ts'
import type { InfinityWalk } from './infinity-walk.ts'
import type { MonthBasis } from './month-basis.ts'
import type { RecordColumns } from './record-draft.ts'
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

/** The way of an order up the sponsors; an order that pays nobody has a reason of its own instead. */
export type OrderExplanation = {
  readonly planVersion: number
  readonly reason: 'cancelled' | 'not_in_month' | 'not_started' | null
  readonly steps: readonly InfinityStep[]
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
  readonly #walks: readonly InfinityWalk[]
  readonly #columns: RecordColumns
  readonly #order: Uint32Array

  constructor(basis: MonthBasis, walks: readonly InfinityWalk[], columns: RecordColumns) {
    this.basis = basis
    this.#walks = walks
    this.#columns = columns
    this.#order = byPartner(columns, basis.facts.partners.ids)
  }

  /** How many records there are. */
  get size(): number {
    return this.#columns.size
  }

  /** Why the records are what they are; each record's is one of these. */
  get derivations(): readonly Derivation[] {
    return this.#columns.derivations
  }

  /** The records from one place on, up to another, in their order. */
  *records(from = 0, to = this.size): Generator<PeriodRecord> {
    for (let place = from; place < to; place += 1) yield this.#record(this.#order[place]!)
  }

  /**
   * What seals the month: the lines that `export bonuses --period` writes for these records, without
   * the header, a line or many at a time. Their SHA-256 is the caller's.
   *
   * Source: operations sections 4 and 5.
   */
  *sealedText(): Generator<string> {
    const linesAtATime = 1000
    for (let from = 0; from < this.size; from += linesAtATime) {
      let text = ''
      const to = Math.min(from + linesAtATime, this.size)
      for (let place = from; place < to; place += 1) text += this.#line(this.#order[place]!)
      yield text
    }
  }

  /** What was credited in all, by type and currency. */
  totals(): PeriodTotal[] {
    const totals = new Map<string, PeriodTotal>()
    for (let at = 0; at < this.size; at += 1) {
      const { type, share } = this.#columns.derivations[this.#columns.derivation[at]!]!
      const { currency } = share
      const known = totals.get(`${type} ${currency}`)
      const units = coinUnits((known?.units ?? 0n) + this.#units(at))
      totals.set(`${type} ${currency}`, {
        type,
        currency,
        records: (known?.records ?? 0) + 1,
        units,
      })
    }
    return [...totals.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total)
  }

  /**
   * Who got what of an order of the month, and why the others above the buyer got nothing.
   *
   * Units: `order` is its place in the facts.
   * Source: decisions C4; D-060.
   */
  explainOrder(order: number): OrderExplanation {
    const { orders } = this.basis.facts
    const paidAt = orders.paidAt[order]!
    const walk = this.#walks.find(({ segment }) => paidAt < segment.end) ?? this.#walks.at(-1)!
    const { plan, version: planVersion } = walk.segment.version
    const reason = this.#reasonForNoWay(order, plan.programmes.infinity.from)
    if (reason !== null) return { planVersion, reason, steps: [] }

    const ancestors = this.#ancestorsOf(order, walk)
    const steps = infinitySteps(plan, eurCents(orders.cents[order]!), ancestors)
    return { planVersion, reason, steps }
  }

  #reasonForNoWay(order: number, from: number): OrderExplanation['reason'] {
    const { facts, start, end } = this.basis
    const paidAt = facts.orders.paidAt[order]!
    if (paidAt < start || paidAt >= end) return 'not_in_month'
    if (facts.orders.cancelledBy[order] !== 0) return 'cancelled'
    return paidAt < from ? 'not_started' : null
  }

  #ancestorsOf(order: number, walk: InfinityWalk): InfinityAncestor[] {
    const { rows, effective } = walk.earning
    const { orders, partners } = this.basis.facts
    const paidAt = orders.paidAt[order]!
    const ancestors: InfinityAncestor[] = []
    let row = partners.parent[orders.buyer[order]!]!
    for (; row >= 0; row = partners.parent[row]!) {
      const place = effective[row]!
      ancestors.push({
        partnerId: partners.ids[row]!,
        blocked: partners.blocked[row] === 1,
        active: walk.wasActive(row, paidAt),
        hasRow: rows.some((candidate) => allowsRow(this.basis.ranks[row]!, candidate)),
        effective: place === 0 ? ZERO : rows[place - 1]!.percent,
      })
    }
    return ancestors
  }

  #record(at: number): PeriodRecord {
    const { orders, partners } = this.basis.facts
    const derivation = this.#columns.derivations[this.#columns.derivation[at]!]!
    const { type, share } = derivation
    const source = this.#columns.source[at]!
    const order = type === 'UCHAIN_INFINITY' ? source : null
    const orderAmount = order === null ? null : eurCents(orders.cents[order]!)
    return {
      partnerId: partners.ids[this.#columns.row[at]!]!,
      type,
      orderId: order === null ? 0 : orders.ids[order]!,
      orderAmount,
      level: this.#columns.level[at]!,
      currency: share.currency,
      units: coinUnits(this.#units(at)),
      beforeCut: amountOf(derivation, orderAmount).beforeCut,
      paidAt: this.basis.end,
      period: this.basis.period,
      pool: type === 'DIAMOND_POOL' ? source : null,
      window: type === 'CYCLED_TURBO' ? source : null,
      derivation,
    }
  }

  #units(at: number): bigint {
    return this.#columns.large.get(at) ?? BigInt(this.#columns.amount[at]!)
  }

  #line(at: number): string {
    const { orders, partners } = this.basis.facts
    const { type, share } = this.#columns.derivations[this.#columns.derivation[at]!]!
    const { currency } = share
    const orderId = type === 'UCHAIN_INFINITY' ? orders.ids[this.#columns.source[at]!]! : 0
    const amount = formatUnits(this.#units(at), decimalsOf(currency), WRITTEN_DECIMALS)
    const partnerId = partners.ids[this.#columns.row[at]!]!
    const level = this.#columns.level[at]!
    const { end, period } = this.basis
    return `${partnerId},${type},${orderId},${level},${currency},${amount},${end},${period}\n`
  }
}

/** The places of the records by partner id; a partner's own keep the order they were added in. */
function byPartner({ size, row }: RecordColumns, ids: Float64Array): Uint32Array {
  const count = new Uint32Array(ids.length)
  for (let at = 0; at < size; at += 1) count[row[at]!]! += 1
  const credited: number[] = []
  for (let partner = 0; partner < ids.length; partner += 1) {
    if (count[partner]! > 0) credited.push(partner)
  }
  const next = new Uint32Array(ids.length)
  let place = 0
  for (const at of sortedOrder(Float64Array.from(credited, (partner) => ids[partner]!))) {
    next[credited[at]!] = place
    place += count[credited[at]!]!
  }
  const order = new Uint32Array(size)
  for (let at = 0; at < size; at += 1) {
    order[next[row[at]!]!] = at
    next[row[at]!]! += 1
  }
  return order
}
