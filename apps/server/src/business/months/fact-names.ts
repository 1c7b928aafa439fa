import { countsIn, type MonthClose } from '@partner-office/domain'

import type { BonusRow } from '../exports/bonus-rows.ts'

const NONE = -1

/** Names the facts behind the records of a month; found when first needed. */
export class FactNames {
  readonly #month: MonthClose
  /** The last order of the month below each row. */
  #last: Int32Array | null = null

  constructor(month: MonthClose) {
    this.#month = month
  }

  /** The order itself, or the last one that counts for a record of the whole month. */
  behind({ orderId, partnerId }: Pick<BonusRow, 'orderId' | 'partnerId'>): string {
    const { orders, partners } = this.#month.basis.facts
    if (orderId !== 0) return this.#named('order', orders.ids.indexOf(orderId), orderId)
    this.#last ??= this.#lastOrders()
    const row = partners.ids.indexOf(partnerId)
    return this.#named('last order below', this.#last[row] ?? NONE, null)
  }

  #named(what: string, order: number, id: number | null): string {
    const { ids, fact } = this.#month.basis.facts.orders
    if (order === NONE) return `(${what} ${id ?? 'none'}: not among the facts)`
    return `(${what} ${ids[order]}: fact ${fact[order]})`
  }

  #lastOrders(): Int32Array {
    const { basis } = this.#month
    const { orders, partners } = basis.facts
    const own = new Int32Array(partners.size).fill(NONE)
    const below = own.slice()
    const later = (a: number, b: number) =>
      (orders.fact[a] ?? NONE) >= (orders.fact[b] ?? NONE) ? a : b
    for (let order = 0; order < orders.size; order += 1) {
      const buyer = orders.buyer[order]!
      if (countsIn(orders, order, basis.start, basis.end)) own[buyer] = later(own[buyer]!, order)
    }
    for (let row = partners.size - 1; row >= 0; row -= 1) {
      const above = partners.parent[row]!
      if (above >= 0) below[above] = later(below[above]!, later(own[row]!, below[row]!))
    }
    return below
  }
}
