/** Turnovers and the ranks that they reach, order by order (decisions C0, C1, C2). */

import type { Network, Order } from './network.ts'
import type { Plan } from './plan.ts'
import {
  CENT,
  fiftyPercentRule,
  targetOf,
  type Leg,
  type RuleResult,
  type Target,
} from './rank-rule.ts'

/** A partner, by index, and the place of a rank among the ranks by id. */
export type Reached = { x: number; rank: number }

/** The turnovers of a network, and the ranks reached on the way. */
export class Ladder {
  readonly #network: Network
  readonly #everyTime: boolean
  readonly #targets = new Map<Plan, Target[]>()
  /** By plan and partner: no further rank can be reached while the turnover that counts is below. */
  readonly #notBelow = new Map<Plan, number[]>()
  // By index of the partner, kept up to date order by order, in cents.
  readonly own: number[] = []
  readonly team: number[] = []
  /** Place of the highest rank reached so far; -1: none. */
  readonly highest: number[] = []

  /** `everyTime`: test every rank after every order, with no short cut: slow, same result. */
  constructor(network: Network, everyTime = false) {
    this.#network = network
    this.#everyTime = everyTime
  }

  /** Takes in who has joined; who has no turnover has reached the ranks that ask for none. */
  grow(plan: Plan): void {
    const { people, parents } = this.#network
    const first = this.own.length
    for (let x = first; x < people.length; x++) {
      this.own.push(0)
      this.team.push(0)
      this.highest.push(-1)
      this.#forget(parents[x]!)
    }
    for (let x = first; x < people.length; x++) this.#testRanks(x, plan)
  }

  /** Adds an order to the turnovers, then tests the ranks it can change. */
  add(order: Order, plan: Plan): Reached[] {
    const buyer = this.#network.index(order.partnerId)
    const reached: Reached[] = []
    this.own[buyer]! += order.cents
    this.#forget(buyer)
    if (plan.countOwnTurnover) reached.push(...this.#testRanks(buyer, plan))
    for (let at = this.#network.parents[buyer]!; at >= 0; at = this.#network.parents[at]!) {
      this.team[at]! += order.cents
      reached.push(...this.#testRanks(at, plan))
    }
    return reached
  }

  /** Cancelling lifts nobody: no rank is tested, and none is lost. */
  takeBack(order: Order): void {
    this.#move(order, -order.cents)
  }

  /** Adds an order to the turnovers and tests no rank. */
  addTurnover(order: Order): void {
    this.#move(order, order.cents)
  }

  /** Somebody holds a rank that was reached by other rules. */
  hold(x: number, rank: number): void {
    this.highest[x] = Math.max(this.highest[x]!, rank)
    this.#forget(x)
  }

  #move(order: Order, cents: number): void {
    const buyer = this.#network.index(order.partnerId)
    this.own[buyer]! += cents
    this.#forget(buyer)
    for (let at = this.#network.parents[buyer]!; at >= 0; at = this.#network.parents[at]!) {
      this.team[at]! += cents
      // Less turnover may count the same: the bounds no longer hold on the way up.
      this.#forget(at)
    }
  }

  rule(x: number, rank: number, plan: Plan): RuleResult {
    return this.#rule(x, this.#targetsOf(plan)[rank]!, plan)
  }

  /** Place of the highest rank whose own target is reached now; where ranks are kept, never below one reached before. */
  rankOf(x: number, plan: Plan): number {
    let current = plan.ranksAreKept ? this.highest[x]! : -1
    const legs = this.#legsOf(x)
    for (const [rank, target] of this.#targetsOf(plan).entries()) {
      if (this.#rule(x, target, plan, legs).reached) current = Math.max(current, rank)
    }
    if (current < 0) throw new Error('the plan has no rank for who has no turnover')
    return current
  }

  #targetsOf(plan: Plan): Target[] {
    const known = this.#targets.get(plan)
    if (known !== undefined) return known
    const targets = plan.ranks.map((rank) => targetOf(rank.turnover, rank.legs))
    this.#targets.set(plan, targets)
    return targets
  }

  #notBelowOf(plan: Plan): number[] {
    const known = this.#notBelow.get(plan)
    if (known !== undefined) return known
    const bounds: number[] = []
    this.#notBelow.set(plan, bounds)
    return bounds
  }

  #forget(x: number): void {
    for (const bounds of this.#notBelow.values()) bounds[x] = 0
  }

  /** Turnover that counts before any cap, in cents. */
  #have(x: number, plan: Plan): number {
    return this.team[x]! + (plan.countOwnTurnover ? this.own[x]! : 0)
  }

  #legsOf(x: number): Leg[] {
    return this.#network.people[x]!.children.map((y) => ({
      id: this.#network.people[y]!.id,
      turnover: BigInt(this.own[y]! + this.team[y]!) * CENT,
    }))
  }

  #rule(x: number, target: Target, plan: Plan, legs = this.#legsOf(x)): RuleResult {
    const own = plan.countOwnTurnover ? BigInt(this.own[x]!) * CENT : 0n
    return fiftyPercentRule(legs, target, plan.legRule, own)
  }

  /** Every rank above the highest so far up to the highest one reached now. */
  #testRanks(x: number, plan: Plan): Reached[] {
    const bounds = this.#notBelowOf(plan)
    const have = this.#have(x, plan)
    if (!this.#everyTime && have < (bounds[x] ?? 0)) return []
    const targets = this.#targetsOf(plan)
    const legs = this.#legsOf(x)
    const first = this.highest[x]! + 1
    let reached = -1
    // No rank above the highest can be reached while the turnover is below this.
    let soonest = Number.POSITIVE_INFINITY
    for (let rank = targets.length - 1; rank >= first && reached < 0; rank--) {
      const target = targets[rank]!
      const bound = this.#outOfReachBelow(x, target, plan)
      if (!this.#everyTime && have < bound) {
        soonest = Math.min(soonest, bound)
        continue
      }
      const { counting, reached: yes } = this.#rule(x, target, plan, legs)
      if (yes) {
        reached = rank
      } else if (plan.legRule === 'ranked') {
        soonest = Math.min(soonest, have + Number((target.target - counting) / CENT))
      } else {
        soonest = 0
      }
    }
    bounds[x] = soonest
    const result: Reached[] = []
    for (let rank = first; rank <= reached; rank++) result.push({ x, rank })
    this.highest[x] = Math.max(this.highest[x]!, reached)
    return result
  }

  /**
   * The turnover, in cents, below which a rank cannot be reached whatever the legs are:
   * - what counts is never more than the turnover;
   * - with no more legs than caps, what counts is never more than own turnover, where it counts,
   *   and the caps of those legs (sequential: the highest cap for each, since every leg stands
   *   against some cap and counts less than it or exactly it).
   * `#testRanks` adds a third short cut. Ranked, an order of amount a raises what counts by at
   * most a, for all that is cut off is the sum of max(0, i-th largest leg - cap_i), and no i-th
   * largest leg falls when a leg grows; so a rank that lacks d is out of reach for orders below d.
   */
  #outOfReachBelow(x: number, { target, caps }: Target, plan: Plan): number {
    const legs = this.#network.people[x]!.children.length
    if (legs <= caps.length) {
      const highest = caps.reduce((most, cap) => (cap > most ? cap : most))
      let most = plan.countOwnTurnover ? BigInt(this.own[x]!) * CENT : 0n
      for (let i = 0; i < legs; i++) most += plan.legRule === 'ranked' ? caps[i]! : highest
      if (most < target) return Number.POSITIVE_INFINITY
    }
    return Number(target / CENT)
  }
}
