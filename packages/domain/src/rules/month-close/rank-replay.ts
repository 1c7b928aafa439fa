import type { Plan } from '../../plan/plan.ts'
import { highestReachedRank } from '../rank-ladder.ts'
import type { MonthFacts } from './month-facts.ts'
import { sortedOrder } from './sorted-order.ts'

/** What to replay: orders paid before `end`, for the `watched` rows. */
export type ReplayQuestion = {
  readonly facts: MonthFacts
  readonly plan: Plan
  readonly end: number
  readonly watched: ReadonlySet<number>
  /** All orders and cancellations as they were stored, or the orders that stand as they were paid. */
  readonly by: 'storage' | 'payment'
}

/**
 * The highest ranks that were reached on the way to today's orders: with orders that were cancelled
 * later, or, under `legRule = sequential`, with fewer orders. Ranks are tested after each order, as at its intake.
 *
 * Source: decisions C11.2, C11.14 "a rank reached by it stays", D-046, D-147.
 */
export function replayedRanks(question: ReplayQuestion): Map<number, number> {
  const replay = new Replay(question)
  replay.run()
  return replay.highest
}

/** The legs of one partner, and the largest of them, largest first. Units: EUR cents. */
class LegBook {
  own = 0
  total = 0
  readonly #byChild = new Map<number, number>()
  readonly #kept: number
  #largest: number[] = []

  constructor(kept: number) {
    this.#kept = kept
  }

  add(child: number, cents: number): void {
    this.total += cents
    this.#byChild.set(child, (this.#byChild.get(child) ?? 0) + cents)
    if (cents < 0) this.#largest = [...this.#byChild.keys()]
    else if (!this.#largest.includes(child)) this.#largest.push(child)
    this.#largest.sort((a, b) => this.#byChild.get(b)! - this.#byChild.get(a)!)
    this.#largest.length = Math.min(this.#largest.length, this.#kept)
  }

  largest(): bigint[] {
    return this.#largest.map((child) => BigInt(this.#byChild.get(child)!))
  }
}

class Replay {
  readonly highest = new Map<number, number>()
  readonly #question: ReplayQuestion
  readonly #legs = new Map<number, LegBook>()
  readonly #kept: number
  readonly #watch: WatchColumns

  constructor(question: ReplayQuestion) {
    this.#question = question
    this.#watch = watchColumns(question.facts.partners.parent, question.watched)
    const percents = question.plan.ranks.map(({ legPercents }) => legPercents.length)
    this.#kept = Math.max(...percents)
  }

  run(): void {
    const { facts } = this.#question
    const { buyer, cents } = facts.orders
    const { orders, cancels } = eventsOf(this.#question, this.#watch)
    for (let at = 0; at < orders.length; at += 1) {
      const order = orders[at]!
      this.#move(buyer[order]!, cancels[at] === 1 ? -cents[order]! : cents[order]!)
      if (cancels[at] === 0) this.#look(buyer[order]!)
    }
  }

  #move(buyer: number, cents: number): void {
    const { near, leg } = this.#watch
    if (this.#question.watched.has(buyer)) this.#legsOf(buyer).own += cents
    for (let row = buyer; near[row] !== NOBODY; row = near[row]!) {
      this.#legsOf(near[row]!).add(leg[row]!, cents)
    }
  }

  #legsOf(row: number): LegBook {
    const known = this.#legs.get(row)
    if (known) return known
    const legs = new LegBook(this.#kept)
    this.#legs.set(row, legs)
    return legs
  }

  #look(buyer: number): void {
    const { plan, watched } = this.#question
    const { near } = this.#watch
    const first = plan.countOwnTurnover && watched.has(buyer) ? buyer : near[buyer]!
    for (let row = first; row !== NOBODY; row = near[row]!) {
      const held = this.highest.get(row) ?? 0
      const reached = reachedRank(plan, this.#legsOf(row), held)
      if (reached > held) this.highest.set(row, reached)
    }
  }
}

function reachedRank(plan: Plan, legs: LegBook, held: number): number {
  const counted = BigInt(plan.countOwnTurnover ? legs.own + legs.total : legs.total)
  const higher = plan.ranks.find(({ id }) => id > held)
  if (higher === undefined || counted < higher.turnover) return held
  return highestReachedRank(plan, counted, legs.largest()).id
}

type Events = { readonly orders: Int32Array; readonly cancels: Uint8Array }

/** The orders and cancellations below watched rows, in their order. */
function eventsOf(question: ReplayQuestion, { near }: WatchColumns): Events {
  const { facts, watched, end } = question
  const { buyer, paidAt } = facts.orders
  const seen: number[] = []
  for (let order = 0; order < facts.orders.size; order += 1) {
    if (near[buyer[order]!] === NOBODY && !watched.has(buyer[order]!)) continue
    if (paidAt[order]! < end) seen.push(order)
  }
  return question.by === 'storage' ? asStored(facts, seen) : asPaid(facts, seen)
}

function asStored({ orders: { fact, cancelledBy } }: MonthFacts, seen: readonly number[]): Events {
  const cancelled = seen.filter((order) => cancelledBy[order] !== 0)
  const found = [...seen, ...cancelled]
  const facts = [
    ...seen.map((order) => fact[order]!),
    ...cancelled.map((order) => cancelledBy[order]!),
  ]
  const sorted = sortedOrder(Float64Array.from(facts))
  return {
    orders: Int32Array.from(sorted, (at) => found[at]!),
    cancels: Uint8Array.from(sorted, (at) => (at < seen.length ? 0 : 1)),
  }
}

function asPaid(
  { orders: { ids, paidAt, cancelledBy } }: MonthFacts,
  seen: readonly number[],
): Events {
  const standing = seen
    .filter((order) => cancelledBy[order] === 0)
    .sort((a, b) => paidAt[a]! - paidAt[b]! || ids[a]! - ids[b]!)
  return { orders: Int32Array.from(standing), cancels: new Uint8Array(standing.length) }
}

const NOBODY = -1

/** For each row the nearest watched ancestor, and the leg of that ancestor that holds the row. */
type WatchColumns = { readonly near: Int32Array; readonly leg: Int32Array }

function watchColumns(parent: Int32Array, watched: ReadonlySet<number>): WatchColumns {
  const near = new Int32Array(parent.length).fill(NOBODY)
  const leg = new Int32Array(parent.length)
  for (let row = 0; row < parent.length; row += 1) {
    const above = parent[row]!
    if (above === NOBODY) continue
    const isWatched = watched.has(above)
    near[row] = isWatched ? above : near[above]!
    leg[row] = isWatched ? row : leg[above]!
  }
  return { near, leg }
}
