import type { DraftCourse } from '@partner-office/domain'

import type { Fact } from '../../../network/facts.ts'
import { FiguresDraft } from '../../../network/figures-draft.ts'
import { FiguresEngine } from '../../../network/figures-engine.ts'
import { atOnce } from '../../../network/in-slices.ts'
import { figuresRules } from '../../../plans/figures-rules.ts'
import type { KnownPartners } from '../../months/read-month-facts.ts'
import {
  decideOrders,
  type OrderBasis,
  type OrderDecision,
} from '../../orders/decide/decide-orders.ts'
import { factsOf, type OrderFact } from '../../orders/decide/facts-of-decisions.ts'
import { addToDraft } from '../../orders/intake/order-basis.ts'
import type { IntakeRates } from './intake-rates.ts'
import type { OrderFacts, StoredOrder } from './read-order-facts.ts'

/** With so many facts that the engine has not got, drafted figures are given up for new ones. */
const MOST_PENDING = 5_000

/** The whole network without orders, blocks and ranks, with the rules of a draft. */
export function emptyEngine({ columns }: KnownPartners, { versions }: DraftCourse): FiguresEngine {
  const { size, ids, parent, registeredAt } = columns
  const engine = new FiguresEngine(figuresRules(versions), Math.max(1, size))
  for (let row = 0; row < size; row += 1) {
    engine.appendRow(ids[row]!, parent[row]!, registeredAt[row]!)
  }
  atOnce(engine.rollingUp())
  return engine
}

/**
 * Decides about orders as at their intake, with a draft in place of the plan: each on the facts before it, in the order of the facts.
 * Orders that the draft does not decide about leave their own facts, with the ranks that they reached by their codes.
 *
 * Source: decisions D-161.
 */
export class DraftOrders {
  readonly #engine: FiguresEngine
  readonly #course: DraftCourse
  readonly #rates: IntakeRates
  readonly #watches: OrderBasis['watches'] = new Map()
  /** Facts that the drafted figures have and the engine has not. */
  #pending: Fact[] = []
  #draft: FiguresDraft | null = null

  constructor(engine: FiguresEngine, course: DraftCourse, rates: IntakeRates) {
    this.#engine = engine
    this.#course = course
    this.#rates = rates
  }

  /** Takes the next facts; yields each decision. */
  *take({ orders, others, reaches }: OrderFacts): Generator<OrderDecision> {
    let other = 0
    let reach = 0
    for (let at = 0; at < orders.length;) {
      const order = orders[at]!
      while (other < others.length && others[other]!.fact < order.fact) {
        this.#change(others[other]!)
        other += 1
      }
      if (this.#isDecided(order)) {
        const together = orders.slice(at, this.#endOfInstant(orders, at))
        yield* this.#decide(together)
        at += together.length
      } else {
        const own: OrderFact[] = [{ kind: 'order', ...order }]
        for (; reaches[reach]?.fact === order.fact; reach += 1)
          own.push(this.#kept(reaches[reach]!))
        this.#add(own)
        at += 1
      }
      if (this.#pending.length >= MOST_PENDING) this.#apply()
    }
    for (; other < others.length; other += 1) this.#change(others[other]!)
  }

  #isDecided({ paidAt }: StoredOrder): boolean {
    return paidAt >= this.#course.start && paidAt < this.#course.until
  }

  /** Orders of one file and instant are decided together: they make each other's buyers active (C11.5). */
  #endOfInstant(orders: readonly StoredOrder[], from: number): number {
    const { intake, paidAt, fact } = orders[from]!
    let end = from + 1
    while (
      orders[end]?.intake === intake &&
      orders[end]!.paidAt === paidAt &&
      orders[end]!.fact === fact + end - from
    ) {
      end += 1
    }
    return end
  }

  *#decide(orders: readonly StoredOrder[]): Generator<OrderDecision> {
    const engine = this.#engine
    const basis: OrderBasis = {
      engine,
      draft: this.#drafted(),
      watches: this.#watches,
      plans: this.#course.versions,
      rates: this.#rates.at(orders[0]!),
    }
    const asked = orders.map(({ orderId, partnerId, paidAt, cents }) => {
      return { orderId, row: engine.rowOf(partnerId), paidAt, cents }
    })
    let at = 0
    for (const decision of decideOrders(basis, asked)) {
      this.#pending.push(...factsOf(engine, decision, orders[at]!.fact))
      at += 1
      yield decision
    }
  }

  /** The drafted figures with all facts before; made anew after the engine has got them. */
  #drafted(): FiguresDraft {
    if (this.#draft !== null) return this.#draft
    this.#apply()
    return (this.#draft = new FiguresDraft(this.#engine))
  }

  #add(facts: readonly OrderFact[]): void {
    this.#pending.push(...facts)
    if (this.#draft === null) return
    for (const fact of facts) addToDraft(this.#engine, this.#draft, fact)
  }

  #kept(reach: OrderFacts['reaches'][number]): OrderFact {
    return { ...reach, rankId: this.#course.succession(reach.rankId) }
  }

  #change(fact: Fact): void {
    this.#apply()
    this.#engine.apply(fact)
  }

  #apply(): void {
    this.#engine.applyAll(this.#pending)
    this.#pending = []
    this.#draft = null
  }
}
