/** Seeded random half years: months are closed while orders come, some of them too late. */

import type { Step } from './compute.ts'
import { endOf, startOf } from './month.ts'
import { DAY, type OrderRow } from './network.ts'
import { defaultPlan, type Currency, type Plan } from './plan.ts'
import {
  Drawing,
  drawNetwork,
  mixed,
  NOW,
  SHAPES,
  type Scenario,
  type Shape,
  type Span,
} from './random-network.ts'
import { Random } from './random.ts'

/** What a half year shall be like. */
export type MonthsWish = {
  seed: number
  partners: number
  shape: Shape
  /** Rates with many decimals, which leave a remainder in almost every credit. */
  oddRates?: boolean
  /** The default plan when left out. */
  plan?: Plan
  laterPlans?: Plan[]
}

/** Over before NOW; the last holds the switch of the unilevel table. */
const MONTHS = ['2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10']
/** Long enough for ranks to be reached before the first of them. */
const BEFORE: Span = { from: Date.UTC(2025, 0, 1), to: startOf(MONTHS[0]!) }
const PLAIN: Record<Exclude<Currency, 'WIN'>, string[]> = {
  UPT: ['1', '2', '2.5'],
  UCN: ['4', '5', '0.5'],
  BSP: ['1', '2'],
  ULTIMA: ['0.0002', '0.00025', '0.001'],
}
const ODD: typeof PLAIN = {
  UPT: ['0.123456789', '0.333333333333333333', '3.99999999', '123456.789'],
  UCN: ['0.666666666666666667', '7.000000001', '0.000000013'],
  BSP: ['0.142857142857142857', '1.010101', '0.999999999'],
  ULTIMA: ['0.000333333333333333', '0.000019', '0.123456789', '0.0000076923'],
}
/** In EUR: what infinity, lifestyle, diamond, bsp, winner and turbo ask for. */
const MONTHLY = [
  2000, 3000, 5000, 6000, 9000, 10000, 12000, 15000, 20000, 30000, 50000, 75000, 100000, 150000,
  200000, 300000, 400000, 600000,
]
const LIFETIME = [50000, 100000, 250000, 500000, 1000000, 2500000, 5000000]

/** A scenario in which six months are closed, not always in their order, and orders come late. */
export function randomMonths(wish: MonthsWish): Scenario {
  const { seed, partners, shape } = wish
  const random = new Random(seed * 6007 + partners * 17 + SHAPES.indexOf(shape))
  const year = new HalfYear(random, wish)
  const early = random.chance(0.5) ? Math.ceil(partners * 0.8) : partners
  const steps: Step[] = [
    year.rates(),
    year.drawing.join(0, early),
    ...year.drawing.blocks(),
    year.history(),
  ]
  const open: string[] = []
  for (const [number, month] of MONTHS.entries()) {
    if (number === 1 && early < partners) steps.push(year.drawing.join(early, partners))
    steps.push(...year.happenings(month))
    open.push(month)
    // At times a month is left open, and one that comes later is closed before it.
    while (open.length > 0 && !random.chance(0.25)) {
      const closed = random.pick(open)
      open.splice(open.indexOf(closed), 1)
      steps.push(year.close(closed), ...year.happenings(random.pick(MONTHS.slice(0, number + 1))))
    }
  }
  steps.push(...open.map((month) => year.close(month)), year.close(random.pick(MONTHS)))
  return {
    seed,
    shape,
    plan: wish.plan ?? defaultPlan(),
    laterPlans: wish.laterPlans ?? [],
    now: NOW,
    steps,
  }
}

class HalfYear {
  readonly random: Random
  readonly drawing: Drawing
  readonly oddRates: boolean

  constructor(random: Random, { partners, shape, oddRates }: MonthsWish) {
    this.random = random
    const nodes = drawNetwork(random, partners, shape).map((node) =>
      random.chance(0.2) ? { ...node, registeredAt: newcomer(random) } : node,
    )
    this.drawing = new Drawing(random, nodes, shape === 'binary')
    this.oddRates = oddRates === true
  }

  close(month: string): Step {
    return { kind: 'close', month, at: this.drawing.tick() }
  }

  rates(): Step {
    const choice = Object.entries(this.oddRates ? ODD : PLAIN) as [Currency, string[]][]
    const rates = choice.map(([to, some]) => ({
      from: 'EUR' as const,
      to,
      rate: this.random.pick(some),
    }))
    return { kind: 'rates', rates, at: this.drawing.tick() }
  }

  /** Orders that bring some partners to the high ranks. */
  history(): Step {
    const rows: OrderRow[] = []
    this.drawing.span = BEFORE
    for (const target of LIFETIME) this.legs(rows, target, 2)
    return this.file(rows)
  }

  /** A file of orders, most of them of this month, and what else an operator does in the meantime. */
  happenings(month: string): Step[] {
    const rows: OrderRow[] = []
    this.drawing.span = { from: startOf(month), to: endOf(month) }
    this.activity(rows)
    for (let k = 0; k < 5; k++) this.legs(rows, this.random.pick(MONTHLY), this.random.int(0, 4))
    this.drawing.standing.push(...rows)
    rows.push(...this.drawing.orders(Math.ceil(this.drawing.joined / 4)))
    const others = [this.drawing.cancellations().slice(0, 4), this.drawing.blocks()]
    if (this.random.chance(0.5)) others.push([this.rates()])
    return [this.file(rows), ...mixed(this.random, others)]
  }

  file(rows: OrderRow[]): Step {
    return { kind: 'importOrders', rows: this.random.shuffled(rows) }
  }

  /** A third of all buy something for themselves, a few of them the smallest order that counts. */
  activity(rows: OrderRow[]): void {
    for (let x = 0; x < this.drawing.joined; x++) {
      if (!this.random.chance(0.33)) continue
      const amount = this.random.pick(['50', '50.00', '49.99', '51.01', '130', '233.33'])
      this.drawing.order(rows, x, this.instant(), amount)
    }
  }

  /** At times so that the activity of 30 days ends as another order is paid, or a millisecond before or after. */
  instant(): number {
    const { instants } = this.drawing
    if (instants.length === 0 || !this.random.chance(0.25)) return this.drawing.instant()
    return this.random.pick(instants) - 30 * DAY + this.random.pick([0, 0, -1, 1])
  }

  /** The legs of somebody who has three, high up more often than not, reach a target. */
  legs(rows: OrderRow[], target: number, deep: number): void {
    let x = 0
    for (let k = 0; k < 30; k++) {
      x = this.random.int(0, this.random.int(0, this.drawing.joined - 1))
      if (this.drawing.children[x]!.length >= 3) break
    }
    this.drawing.legs(rows, this.random.shuffled(this.drawing.children[x]!), target * 100, deep)
  }
}

/** Their first windows end within the half year, at times with the very millisecond of a day. */
function newcomer(random: Random): number {
  const day = random.int(BEFORE.to / DAY - 60, BEFORE.to / DAY + 60) * DAY
  return day + random.pick([0, 1, DAY - 1, random.int(0, DAY - 1)])
}
