/** What a closed month credits, from the facts alone (decisions C4 to C7, C11). */

import { cut, fraction, times, type Fraction } from './decimal.ts'
import { activeAt, DAY, type Network, type Order } from './network.ts'
import { PROGRAMMES, type Currency, type Plan, type Programme, type ProgrammeRow } from './plan.ts'
import { CENT, fiftyPercentRule, targetOf, type Leg } from './rank-rule.ts'
import type { BonusRecord } from './records.ts'

/** What is known when a month is closed, or computed again. */
export type MonthView = {
  month: string
  network: Network
  /** Those that stand, of all times. */
  orders: readonly Order[]
  planAt: (t: number) => Plan
  rates: Readonly<Record<Currency, Fraction>>
  /** By index of the partner: place of the rank held at the month's end. */
  ranks: readonly number[]
}

/** A record of a closed month before it is credited. */
export type MonthCredit = Omit<BonusRecord, 'paidAt' | 'period'>

const PERCENT: Fraction = { n: 1n, d: 100n }
const HALF: Fraction = { n: 1n, d: 2n }
const NOTHING = fraction('0')

/** 00:00 UTC of the first day. */
export function startOf(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`)
}

/** 00:00 UTC of the first day after. */
export function endOf(month: string): number {
  const first = new Date(startOf(month))
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1)
}

/** All that a month is worth to everybody, whatever was credited for it before. */
export function creditsOf(view: MonthView): MonthCredit[] {
  const month = new Month(view)
  const people = view.network.people.map((_, x) => x)
  return [
    ...month.infinity(),
    ...month.diamondPools(),
    ...people.flatMap((x) => [
      ...month.diamond(x),
      ...month.winner(x),
      ...month.lifestyle(x),
      ...month.bsp(x),
      ...month.cycledTurbo(x),
    ]),
  ].filter(({ amount }) => amount !== 0n)
}

class Month {
  readonly view: MonthView
  readonly start: number
  readonly end: number
  /** The orders of the month. */
  readonly orders: readonly Order[]
  /** The one at the month's end. */
  readonly plan: Plan
  /** By programme and index of a partner: what it brings as a leg to its sponsor, in cents. */
  readonly brought: Record<keyof Plan['programmes'], number[]>

  constructor(view: MonthView) {
    this.view = view
    this.start = startOf(view.month)
    this.end = endOf(view.month)
    this.orders = view.orders.filter(({ paidAt }) => this.start <= paidAt && paidAt < this.end)
    this.plan = view.planAt(this.end - 1)
    const programmes = PROGRAMMES.map((name) => [name, this.bring(this.plan.programmes[name])])
    this.brought = Object.fromEntries(programmes) as Month['brought']
  }

  /** A leg brings the orders of its first partner and of the lines below that count as well. */
  bring({ from, lines }: Programme): number[] {
    const { people, parents } = this.view.network
    const brought = people.map(() => 0)
    for (const { partnerId, cents } of since(from, this.orders)) {
      let at = this.view.network.index(partnerId)
      for (let line = 1; at >= 0 && line <= (lines ?? people.length); line++) {
        brought[at]! += cents
        at = parents[at]!
      }
    }
    return brought
  }

  legs(x: number, name: keyof Plan['programmes']): Leg[] {
    const { people } = this.view.network
    return people[x]!.children.map((y) => ({
      id: people[y]!.id,
      turnover: BigInt(this.brought[name][y]!) * CENT,
    }))
  }

  /** The rows that the partner's rank allows and whose own target the legs reach. */
  reachedRows(
    x: number,
    { legs: percents, rows }: Programme,
    legs: readonly Leg[],
  ): ProgrammeRow[] {
    const { legRule } = this.plan
    return rows.filter(
      (row) =>
        this.allows(x, row) &&
        fiftyPercentRule(legs, targetOf(row.target!, percents), legRule).reached,
    )
  }

  /** The highest of them. */
  reachedRow(
    x: number,
    name: keyof Plan['programmes'],
    plan = this.plan,
  ): ProgrammeRow | undefined {
    return this.reachedRows(x, plan.programmes[name], this.legs(x, name)).at(-1)
  }

  allows(x: number, { minimumRank }: ProgrammeRow): boolean {
    const lowest = this.plan.ranks.findIndex(({ code }) => code === minimumRank)
    return minimumRank === null || this.view.ranks[x]! >= lowest
  }

  /** EUR -> the coins of a record, cut. */
  coins(euro: Fraction, currency: Currency): bigint {
    return cutCoins(times(euro, this.view.rates[currency]), currency)
  }

  credit(
    x: number,
    type: MonthCredit['type'],
    currency: Currency,
    amount: bigint,
    part = 0,
  ): MonthCredit {
    const partnerId = this.view.network.people[x]!.id
    return { partnerId, type, orderId: 0, level: 0, currency, amount, part }
  }

  // Infinity (C4)

  infinity(): MonthCredit[] {
    const versions = Map.groupBy(this.orders, ({ paidAt }) => this.view.planAt(paidAt))
    return [...versions].flatMap(([plan, orders]) => {
      const percents = this.view.network.people.map((_, x) => {
        const row = this.reachedRow(x, 'infinity', plan)
        return row === undefined ? NOTHING : fraction(row.percent!)
      })
      return since(plan.programmes.infinity.from, orders).flatMap((order) =>
        this.accruals(order, percents),
      )
    })
  }

  accruals(order: Order, percents: readonly Fraction[]): MonthCredit[] {
    const { network } = this.view
    const credits: MonthCredit[] = []
    let paid = NOTHING
    let level = 1
    for (let at = network.parents[network.index(order.partnerId)]!; at >= 0;) {
      const person = network.people[at]!
      const percent = percents[at]!
      const earns = !person.blocked && activeAt(person, order.paidAt)
      if (earns && isMore(percent, paid)) {
        const value = times(times(fraction(order.amount), minus(percent, paid)), PERCENT)
        for (const currency of ['UCN', 'UPT'] as const) {
          const amount = this.coins(times(value, HALF), currency)
          const credit = this.credit(at, 'UCHAIN_INFINITY', currency, amount)
          credits.push({ ...credit, orderId: order.orderId, level })
        }
        paid = percent
      }
      level += 1
      at = network.parents[at]!
    }
    return credits
  }

  // Checkpoint programmes (C5)

  diamond(x: number): MonthCredit[] {
    const row = this.reachedRow(x, 'diamond')
    if (row === undefined) return []
    return [this.credit(x, 'DIAMOND', 'UPT', this.coins(shareOfTarget(row), 'UPT'))]
  }

  winner(x: number): MonthCredit[] {
    const row = this.reachedRow(x, 'winner')
    if (row === undefined) return []
    return [this.credit(x, 'WINNER', 'WIN', cutCoins(fraction(row.amount!), 'WIN'))]
  }

  bsp(x: number): MonthCredit[] {
    const row = this.reachedRow(x, 'bsp')
    if (row === undefined) return []
    return [this.credit(x, 'BSP', 'BSP', this.coins(shareOfTarget(row), 'BSP'))]
  }

  /** Every window whose last millisecond lies in the month (C11.9). */
  cycledTurbo(x: number): MonthCredit[] {
    const { registeredAt } = this.view.network.people[x]!
    const registered = Math.floor(registeredAt / DAY) * DAY
    const credits: MonthCredit[] = []
    for (let k = 0; registered + 30 * (k + 1) * DAY <= this.end; k++) {
      const from = registered + 30 * k * DAY
      const to = from + 30 * DAY
      if (to > this.start) credits.push(...this.turboWindow(x, k, from, to))
    }
    return credits
  }

  turboWindow(x: number, k: number, from: number, to: number): MonthCredit[] {
    const { people } = this.view.network
    const { cycledTurbo } = this.view.planAt(to - 1).programmes
    const legs = people[x]!.children.map((y) => {
      const { id, orders } = people[y]!
      const within = since(Math.max(from, cycledTurbo.from), orders).filter(
        ({ cancelled, paidAt }) => !cancelled && paidAt < to,
      )
      return { id, turnover: BigInt(within.reduce((sum, { cents }) => sum + cents, 0)) * CENT }
    })
    const euro = this.reachedRows(x, cycledTurbo, legs)
      .map((row) => fraction(row.amount!))
      .reduce(plus, NOTHING)
    return [this.credit(x, 'CYCLED_TURBO', 'UPT', this.coins(euro, 'UPT'), k)]
  }

  // Diamond pools (C6)

  diamondPools(): MonthCredit[] {
    const { diamond, diamondPools } = this.plan.programmes
    return diamondPools.rows.flatMap((pool) => {
      const checkpoint = diamond.rows.find((row) => row.minimumRank === pool.minimumRank)!
      const sharers = this.view.network.people
        .map((_, x) => x)
        .filter((x) => this.reachedRows(x, diamond, this.legs(x, 'diamond')).includes(checkpoint))
      const all = since(diamondPools.from, this.orders)
        .map((order) => times(fraction(order.amount), this.poolPercent(pool, order)))
        .reduce(plus, NOTHING)
      const share = times(all, { n: 1n, d: BigInt(sharers.length || 1) })
      const amount = this.coins(share, 'ULTIMA')
      return sharers.map((x) => this.credit(x, 'DIAMOND_POOL', 'ULTIMA', amount, pool.pool))
    })
  }

  poolPercent({ pool }: ProgrammeRow, { paidAt }: Order): Fraction {
    const { rows } = this.view.planAt(paidAt).programmes.diamondPools
    const row = rows.find((each) => each.pool === pool)
    return row === undefined ? NOTHING : times(fraction(row.percent!), PERCENT)
  }

  // Lifestyle (C7)

  lifestyle(x: number): MonthCredit[] {
    const row = this.reachedRow(x, 'lifestyle')
    if (row === undefined) return []
    return [this.credit(x, 'LIFESTYLE', 'UPT', this.coins(fraction(row.amount!), 'UPT'))]
  }
}

function since(from: number, orders: readonly Order[]): Order[] {
  return orders.filter(({ paidAt }) => from <= paidAt)
}

function shareOfTarget({ target, percent }: ProgrammeRow): Fraction {
  return times(fraction(target!), times(fraction(percent!), PERCENT))
}

/** Units of 10^-8; ULTIMA and WIN have no more than 6 decimals (C). */
function cutCoins(value: Fraction, currency: Currency): bigint {
  return currency === 'ULTIMA' || currency === 'WIN' ? cut(value, 6) * 100n : cut(value, 8)
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d + b.n * a.d, d: a.d * b.d }
}

function minus(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.d - b.n * a.d, d: a.d * b.d }
}

function isMore(a: Fraction, b: Fraction): boolean {
  return a.n * b.d > b.n * a.d
}
