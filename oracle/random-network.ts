/** Seeded random scenarios: networks, orders at every limit, cancellations, blocks, rates. */

import type { Input, Step } from './compute.ts'
import type { OrderRow, PartnerRow } from './network.ts'
import { defaultPlan, SWITCH, type Plan } from './plan.ts'
import { Random } from './random.ts'

export const SHAPES = ['random', 'preferential', 'chain', 'star', 'roots', 'binary'] as const
export type Shape = (typeof SHAPES)[number]

export type Wish = {
  seed: number
  /** 30 to 20,000. */
  partners: number
  shape: Shape
  /** About so many, in all files together; three a partner (one in a network of 2,000 or more) when left out. */
  orders?: number
  /** Files of orders; 3 when left out. */
  files?: number
  /** The default plan when left out. */
  plan?: Plan
}

/** From an instant up to another, that one left out. */
export type Span = { from: number; to: number }

export type Scenario = Input & { seed: number; shape: Shape }

/** Later than every order, so that nothing depends on the clock of a later run. */
export const NOW = 1763000000000

const DAY = 86_400_000
const FIRST_ORDER = Date.UTC(2024, 2, 1)
const LAST_ORDER = SWITCH + 25 * DAY
const FIRST_REGISTRATION = Date.UTC(2023, 0, 1)
const LAST_REGISTRATION = Date.UTC(2023, 11, 31)

const RATES = ['0.333333333', '2', '2.5', '0.000000007', '123456.789', '1', '0.1', '3.99999999']
const LIMITS = ['50.00', '49.99', '50', '50.0', '50.01', '0.01', '0.02', '0.99', '1']
const TARGETS = [
  '1000',
  '999.99',
  '2500.00',
  '1500',
  '5000',
  '4999.99',
  '10000',
  '12500.0',
  '25000',
]
const BIG = [
  '50000',
  '100000',
  '250000',
  '500000.00',
  '1000000',
  '2500000',
  '5000000',
  '99999999.99',
]
const LEG_TARGETS = [5000, 10000, 25000, 50000, 100000, 250000, 500000, 1000000, 5000000]

/** A partner while the network is drawn: `parent` is the place of an earlier one, or -1. */
export type Node = { id: number; parent: number; registeredAt: number }

export function randomScenario(wish: Wish): Scenario {
  const { seed, partners, shape } = wish
  const random = new Random(seed * 7919 + partners * 31 + SHAPES.indexOf(shape))
  const drawing = new Drawing(random, drawNetwork(random, partners, shape), shape === 'binary')
  const orders = wish.orders ?? (partners < 2000 ? 3 * partners : partners)
  const files = wish.files ?? 3
  const steps: Step[] = []
  // The first orders meet a part of the network, the others join between the files.
  const early = files > 1 && random.chance(0.6) ? Math.ceil(partners * 0.8) : partners

  if (random.chance(0.7)) steps.push(drawing.rates())
  steps.push(drawing.join(0, early))
  steps.push(...drawing.blocks())
  for (let file = 1; file <= files; file++) {
    const size = Math.max(1, Math.round(orders / files))
    steps.push({ kind: 'importOrders', rows: drawing.orders(size) })
    if (file === 1 && early < partners) steps.push(drawing.join(early, partners))
    const between = [drawing.cancellations(), drawing.blocks()]
    if (random.chance(0.7)) between.push([drawing.rates()])
    steps.push(...mixed(random, between))
  }
  return { seed, shape, plan: wish.plan ?? defaultPlan(), now: NOW, steps }
}

/** What happens between two files comes in any order, each kind in its own. */
export function mixed(random: Random, lists: Step[][]): Step[] {
  const result: Step[] = []
  for (;;) {
    const left = lists.filter((list) => list.length > 0)
    if (left.length === 0) return result
    result.push(random.pick(left).shift()!)
  }
}

/** Every node comes after its parent; the ids say nothing about the place. */
export function drawNetwork(random: Random, partners: number, shape: Shape): Node[] {
  const nodes: Node[] = []
  const ids = random.shuffled(Array.from({ length: partners }, (_, i) => i * 3 + random.int(1, 3)))
  const parentOf = parentRule(random, partners, shape)
  for (let i = 0; i < partners; i++) {
    nodes.push({
      id: ids[i]!,
      parent: i === 0 ? -1 : parentOf(i),
      registeredAt: random.int(FIRST_REGISTRATION, LAST_REGISTRATION),
    })
  }
  return nodes
}

function parentRule(random: Random, partners: number, shape: Shape): (i: number) => number {
  if (shape === 'random') return (i) => random.int(0, i - 1)
  if (shape === 'preferential') {
    // Each partner has one ticket, and one more for each partner it sponsors.
    const tickets: number[] = [0]
    return (i) => {
      const parent = random.pick(tickets)
      tickets.push(i, parent)
      return parent
    }
  }
  if (shape === 'chain') {
    const length = random.chance(0.5) ? partners : random.int(Math.min(17, partners), partners)
    return (i) => (i < length ? i - 1 : random.int(0, i - 1))
  }
  if (shape === 'star') return () => 0
  if (shape === 'roots') {
    const roots = random.int(2, Math.max(2, Math.floor(partners / 10)))
    return (i) => (i < roots ? -1 : random.int(Math.max(0, i - 3 * roots), i - 1))
  }
  // Two equal legs alone never reach a rank with limits: a few partners are third legs.
  const pairs = Math.ceil(partners * 0.9)
  return (i) => (i < pairs ? Math.floor((i - 1) / 2) : random.int(0, pairs - 1))
}

/** A network that is being drawn, and what happens in it. */
export class Drawing {
  readonly random: Random
  readonly nodes: readonly Node[]
  /** Siblings buy alike, so that legs are often equal. */
  readonly equalLegs: boolean
  /** How many of the nodes have joined. */
  joined = 0
  readonly children: number[][]
  /** Order ids in an order of their own, so that they do not follow paidAt. */
  readonly orderIds: number[] = []
  lastOrderId = 0
  readonly standing: OrderRow[] = []
  readonly instants: number[] = []
  readonly blocked = new Set<number>()
  clock = NOW
  /** When orders are paid; from the first to the last, most of them around the switch, without one. */
  span: Span | null = null

  constructor(random: Random, nodes: readonly Node[], equalLegs: boolean) {
    this.random = random
    this.nodes = nodes
    this.equalLegs = equalLegs
    this.children = nodes.map(() => [])
  }

  tick(): number {
    this.clock += this.random.int(1, 5000)
    return this.clock
  }

  rates(): Step {
    const rate = this.random.pick(RATES)
    return { kind: 'rates', rates: [{ from: 'EUR', to: 'UPT', rate }], at: this.tick() }
  }

  join(from: number, to: number): Step {
    const rows: PartnerRow[] = []
    for (let i = from; i < to; i++) {
      const { id, parent, registeredAt } = this.nodes[i]!
      const sponsorId = parent < 0 ? null : this.nodes[parent]!.id
      rows.push({ id, sponsorId, registeredAt })
      if (parent >= 0) this.children[parent]!.push(i)
    }
    this.joined = to
    return { kind: 'importPartners', rows: this.random.shuffled(rows) }
  }

  blocks(): Step[] {
    const steps: Step[] = []
    const count = this.random.int(0, Math.min(6, Math.ceil(this.joined / 10)))
    for (let k = 0; k < count; k++) {
      const old = [...this.blocked]
      if (old.length > 0 && this.random.chance(0.4)) {
        const partnerId = this.random.pick(old)
        this.blocked.delete(partnerId)
        steps.push({ kind: 'unblock', partnerId })
      } else {
        const partnerId = this.node().id
        if (this.blocked.has(partnerId)) continue
        this.blocked.add(partnerId)
        steps.push({ kind: 'block', partnerId })
      }
    }
    return steps
  }

  cancellations(): Step[] {
    const steps: Step[] = []
    const count = this.random.int(0, Math.min(12, Math.ceil(this.standing.length / 15)))
    for (let k = 0; k < count && this.standing.length > 0; k++) {
      const place = this.random.int(0, this.standing.length - 1)
      const [order] = this.standing.splice(place, 1)
      steps.push({ kind: 'cancel', orderId: order!.orderId, at: this.tick() })
    }
    return steps
  }

  orders(count: number): OrderRow[] {
    const rows: OrderRow[] = []
    while (rows.length < count) {
      const kind = this.random.next()
      if (kind < 0.08) this.exactLegs(rows)
      else if (kind < 0.3) this.withAncestor(rows)
      else if (kind < 0.4 || (this.equalLegs && kind < 0.7)) this.siblings(rows)
      else this.order(rows, this.random.int(0, this.joined - 1), this.instant(), this.amount())
    }
    this.standing.push(...rows)
    return this.random.shuffled(rows)
  }

  node(): Node {
    return this.nodes[this.random.int(0, this.joined - 1)]!
  }

  order(rows: OrderRow[], buyer: number, instant: number, amount: string): void {
    const { id, registeredAt } = this.nodes[buyer]!
    const paidAt = this.random.chance(0.01) ? registeredAt : Math.max(instant, registeredAt)
    this.instants.push(paidAt)
    rows.push({ orderId: this.orderId(), partnerId: id, paidAt, amount })
  }

  orderId(): number {
    if (this.orderIds.length === 0) {
      const more = Array.from({ length: 200 }, (_, i) => this.lastOrderId + 1 + i)
      this.lastOrderId += 200
      this.orderIds.push(...this.random.shuffled(more))
    }
    return this.orderIds.pop()!
  }

  instant(): number {
    if (this.span !== null) return this.within(this.span)
    const kind = this.random.next()
    if (kind < 0.15) return SWITCH + this.random.int(-1, 1)
    if (kind < 0.3 && this.instants.length > 0) return this.random.pick(this.instants)
    if (kind < 0.8) return this.random.int(SWITCH - 45 * DAY, LAST_ORDER)
    return this.random.int(FIRST_ORDER, LAST_ORDER)
  }

  /** Often at a limit, or where something was paid before. */
  within({ from, to }: Span): number {
    const limits = [from, to - 1, SWITCH - 1, SWITCH, SWITCH + 1]
    const known = [...limits, ...this.instants].filter((t) => from <= t && t < to)
    return this.random.chance(0.3) ? this.random.pick(known) : this.random.int(from, to - 1)
  }

  amount(): string {
    const kind = this.random.next()
    if (kind < 0.25) return this.random.pick(LIMITS)
    if (kind < 0.33) return this.random.pick(TARGETS)
    if (kind < 0.35) return this.random.pick(BIG)
    if (kind < 0.6) return this.cents(this.random.int(5000, 30_000))
    return this.cents(this.random.int(1, 200_000))
  }

  /** The same amount is written in more than one way. */
  cents(cents: number): string {
    const text = (cents / 100).toFixed(2)
    if (cents % 100 === 0 && this.random.chance(0.5)) return text.slice(0, -3)
    if (cents % 10 === 0 && this.random.chance(0.5)) return text.slice(0, -1)
    return text
  }

  /** An order below somebody whose own order lies at a limit of being active at that instant. */
  withAncestor(rows: OrderRow[]): void {
    const buyer = this.random.int(0, this.joined - 1)
    const instant = this.instant()
    this.order(rows, buyer, instant, this.amount())
    const { paidAt } = rows.at(-1)!
    const steps = this.random.int(1, 15)
    let ancestor = buyer
    for (let k = 0; k < steps && this.nodes[ancestor]!.parent >= 0; k++) {
      ancestor = this.nodes[ancestor]!.parent
    }
    const shift = this.random.pick([
      0,
      0,
      1,
      -1,
      -30 * DAY,
      -30 * DAY - 1,
      -30 * DAY + 1,
      -60 * DAY,
    ])
    const amount = this.random.pick(['50.00', '50', '49.99', '50.01', '120.5'])
    this.order(rows, ancestor, paidAt + shift, amount)
  }

  /** Everybody in a first line buys the same at the same instant. */
  siblings(rows: OrderRow[]): void {
    const { parent } = this.nodes[this.random.int(0, this.joined - 1)]!
    const line = parent < 0 ? [0] : this.children[parent]!
    const instant = this.instant()
    const amount = this.amount()
    for (const sibling of line.slice(0, 4)) this.order(rows, sibling, instant, amount)
  }

  /** Legs that reach a rank exactly: 50, 30 and 20 percent of its target, at times a cent off. */
  exactLegs(rows: OrderRow[]): void {
    let x = this.random.int(0, this.joined - 1)
    for (let k = 0; k < 20 && this.children[x]!.length < 3; k++) {
      x = this.random.int(0, this.joined - 1)
    }
    const line = this.random.shuffled(this.children[x]!)
    // The higher the rank, the rarer.
    const highest = this.random.int(0, LEG_TARGETS.length - 1)
    const target = LEG_TARGETS[this.random.int(0, highest)]! * 100
    this.legs(rows, line, target, 0)
  }

  /** Somebody in each of three legs, no more than `deep` lines below its top, buys the share of a target in cents. */
  legs(rows: OrderRow[], line: readonly number[], target: number, deep: number): void {
    const shares = [target * 0.5, target * 0.3, target * 0.2]
    for (let k = 0; k < Math.min(line.length, shares.length); k++) {
      let buyer = line[k]!
      for (let d = 0; d < deep && this.children[buyer]!.length > 0; d++) {
        buyer = this.random.pick([buyer, ...this.children[buyer]!])
      }
      let cents = Math.round(shares[k]!)
      if (this.random.chance(0.15)) cents += this.random.pick([-1, 1])
      this.order(rows, buyer, this.instant(), this.cents(cents))
    }
  }
}
