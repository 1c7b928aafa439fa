/** Who sponsors whom, what they bought, and when they were active (decisions C0, C8). */

import { units } from './decimal.ts'
import type { Plan } from './plan.ts'

/** A line of a file of partners. */
export type PartnerRow = { id: number; sponsorId: number | null; registeredAt: number }
/** A line of a file of orders. */
export type OrderRow = { orderId: number; partnerId: number; paidAt: number; amount: string }

/** An order that has been taken. */
export type Order = OrderRow & {
  cents: number
  cancelled: boolean
  /** The number of the order in the order of arrival. */
  stored: number
}

/** A partner who has joined. */
export type Person = PartnerRow & {
  /** Indexes of the first line. */
  children: number[]
  blocked: boolean
  orders: Order[]
  /** The own orders that add activity, by paidAt. */
  activity: { paidAt: number; days: number }[]
}

/** Milliseconds. */
export const DAY = 86_400_000

/** Everybody, each at an index of its own, sponsors by theirs. */
export class Network {
  readonly people: Person[] = []
  /** By index: the index of the sponsor, -1 for a root. */
  readonly parents: number[] = []
  readonly #indexOf = new Map<number, number>()

  person(id: number): Person {
    return this.people[this.index(id)]!
  }

  index(id: number): number {
    const index = this.#indexOf.get(id)
    if (index === undefined) throw new Error(`unknown partner ${id}`)
    return index
  }

  join(rows: readonly PartnerRow[]): void {
    const first = this.people.length
    for (const { id, sponsorId, registeredAt } of rows) {
      if (this.#indexOf.has(id)) throw new Error(`duplicate partner ${id}`)
      this.#indexOf.set(id, this.people.length)
      this.people.push({
        id,
        sponsorId,
        registeredAt,
        children: [],
        blocked: false,
        orders: [],
        activity: [],
      })
      this.parents.push(-1)
    }
    for (let i = first; i < this.people.length; i++) {
      const { sponsorId } = this.people[i]!
      if (sponsorId === null) continue
      const parent = this.index(sponsorId)
      this.parents[i] = parent
      this.people[parent]!.children.push(i)
    }
    this.#refuseCycles()
  }

  /** Whoever can be reached from the roots downwards is in no cycle; all must be. */
  #refuseCycles(): void {
    const reached: number[] = []
    for (let i = 0; i < this.people.length; i++) if (this.parents[i]! < 0) reached.push(i)
    for (let k = 0; k < reached.length; k++) {
      for (const child of this.people[reached[k]!]!.children) reached.push(child)
    }
    if (reached.length !== this.people.length) throw new Error('a cycle of sponsors')
  }
}

/** Lists again what adds activity (C11.3), each order by the plan it was paid under. */
export function listActivity(person: Person, planAt: (t: number) => Plan): void {
  const activity: Person['activity'] = []
  for (const { cancelled, cents, paidAt } of person.orders) {
    const { minimum, days } = planAt(paidAt).activity
    if (!cancelled && cents >= Number(units(minimum, 2))) activity.push({ paidAt, days })
  }
  person.activity = activity.sort((a, b) => a.paidAt - b.paidAt)
}

/** activeUntil from the orders paid up to t; null without any. */
export function activeUntil(person: Person, t: number): number | null {
  let until: number | null = null
  for (const { paidAt, days } of person.activity) {
    if (paidAt > t) break
    until = Math.max(until ?? paidAt, paidAt) + days * DAY
  }
  return until
}

/** Whether activity from the orders paid up to t lasts beyond t. */
export function activeAt(person: Person, t: number): boolean {
  const until = activeUntil(person, t)
  return until !== null && until > t
}
