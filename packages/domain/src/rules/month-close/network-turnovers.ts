import { withDepth, type DeepPartners } from './contenders.ts'
import { countsIn, type MonthFacts, type OrderColumns } from './month-facts.ts'
import { PeriodTurnovers } from './period-turnovers.ts'

/** The turnovers of a network by period. Units: epoch milliseconds. */
export class NetworkTurnovers {
  readonly facts: MonthFacts
  readonly partners: DeepPartners
  readonly #byPeriod = new Map<string, PeriodTurnovers>()
  readonly #byOrders = new Map<string, PeriodTurnovers>()

  constructor(facts: MonthFacts) {
    this.facts = facts
    this.partners = withDepth(facts.partners)
  }

  /** What was bought in `[start, end)`. */
  between(start: number, end: number): PeriodTurnovers {
    const period = `${start} ${end}`
    const known = this.#byPeriod.get(period) ?? this.#ofOrders(start, end)
    this.#byPeriod.set(period, known)
    return known
  }

  /** Of two periods with the same end one contains the other, so the same number of orders means the same orders. */
  #ofOrders(start: number, end: number): PeriodTurnovers {
    const orders = ordersIn(this.facts.orders, start, end)
    const key = `${orders.length} ${end}`
    const known = this.#byOrders.get(key) ?? new PeriodTurnovers(this, orders)
    this.#byOrders.set(key, known)
    return known
  }
}

/** The orders that count in `[start, end)`. */
function ordersIn(orders: OrderColumns, start: number, end: number): Uint32Array {
  const found = new Uint32Array(orders.size)
  let count = 0
  for (let order = 0; order < orders.size; order += 1) {
    if (!countsIn(orders, order, start, end)) continue
    found[count] = order
    count += 1
  }
  return found.subarray(0, count)
}
