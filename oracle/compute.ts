/**
 * What the exports must hold after a list of steps, computed from the papers alone
 * (decisions B, C; operations 4, 5). Nothing here is shared with the product.
 */

import { cut, fraction, times, units, written, type Fraction } from './decimal.ts'
import { Ladder } from './ladder.ts'
import { creditsOf, endOf, type MonthCredit } from './month.ts'
import {
  activeAt,
  activeUntil,
  DAY,
  listActivity,
  Network,
  type Order,
  type OrderRow,
  type PartnerRow,
  type Person,
} from './network.ts'
import { STARTING_RATES, type Currency, type Plan, type UnilevelRow } from './plan.ts'
import { euroText, progressOf, targetOf } from './rank-rule.ts'
import {
  balancesCsv,
  bonusesCsv,
  COIN_DECIMALS,
  compareRecords,
  csv,
  movements,
  type BonusRecord,
  type Movement,
} from './records.ts'

export type Step =
  | { kind: 'rates'; rates: { from: 'EUR'; to: Currency; rate: string }[]; at: number }
  | { kind: 'importPartners'; rows: PartnerRow[] }
  | { kind: 'importOrders'; rows: OrderRow[] }
  | { kind: 'cancel'; orderId: number; at: number }
  | { kind: 'block' | 'unblock'; partnerId: number }
  | { kind: 'close'; month: string; at: number }

export type Input = {
  plan: Plan
  /** Further versions, by `validFrom`, loaded before the first step. */
  laterPlans?: Plan[]
  steps: Step[]
  /** The clock at every import: an order more than a day later is refused. */
  now: number
  /** Test every ancestor's ranks after every order, with no short cut: slow, same result. */
  everyTime?: boolean
}

export type Result = {
  /** CSV text as the exports of the same names. */
  figures: string
  ranks: string
  bonuses: string
  balances: string
  /** One movement for each credited record, sorted; the company's side is left open. */
  ledger: Movement[]
  /** The rows of `bonuses` before they are text, in the same order. */
  records: BonusRecord[]
}

/** What a month was closed on; late orders change none of it but what was stored by then. */
type Closing = { rates: Record<Currency, Fraction>; stored: number }

const LEVELS = 15
const EVERYTHING = Number.MAX_SAFE_INTEGER

export function compute(input: Input): Result {
  const book = new Book(input)
  for (const step of input.steps) book.take(step)
  return book.result()
}

/** The state after some steps. */
export class Book {
  readonly plans: Plan[]
  readonly now: number
  readonly network = new Network()
  readonly ladder: Ladder
  readonly orders = new Map<number, Order>()
  readonly records: BonusRecord[] = []
  /** The months that are closed in the end, each with the ranks once held at its end. */
  readonly held = new Map<string, number[]>()
  readonly closings = new Map<string, Closing>()
  /** Of closed months, by period and credit; what a cancelled order was credited is asked for no more. */
  readonly credited = new Map<string, bigint>()
  rates = startingRates()
  allCents = 0

  constructor(input: Input) {
    this.plans = [input.plan, ...(input.laterPlans ?? [])]
    this.now = input.now
    this.ladder = new Ladder(this.network, input.everyTime)
    for (const step of input.steps) if (step.kind === 'close') this.held.set(step.month, [])
  }

  take(step: Step): void {
    if (step.kind === 'rates') {
      const news = step.rates.map(({ to, rate }) => [to, fraction(rate)])
      this.rates = { ...this.rates, ...Object.fromEntries(news) }
    } else if (step.kind === 'importPartners') {
      this.network.join(step.rows)
      this.ladder.grow(this.plans[0]!)
    } else if (step.kind === 'importOrders') {
      this.takeOrders(step.rows)
    } else if (step.kind === 'cancel') {
      this.cancel(step.orderId, step.at)
    } else if (step.kind === 'close') {
      this.close(step.month, step.at)
    } else {
      this.network.person(step.partnerId).blocked = step.kind === 'block'
    }
  }

  planAt(t: number): Plan {
    return this.plans.findLast(({ validFrom }) => (validFrom ?? 0) <= t)!
  }

  // Orders

  takeOrders(rows: readonly OrderRow[]): void {
    const file = rows.map((row) => this.checked(row))
    file.sort(byPaidAt)
    // The whole file is there before anything is decided: activity at an instant is taken from
    // the orders up to that instant in the database and the file.
    const buyers = new Set<Person>()
    for (const order of file) {
      if (this.orders.has(order.orderId)) throw new Error(`duplicate order ${order.orderId}`)
      order.stored = this.orders.size + 1
      this.orders.set(order.orderId, order)
      const buyer = this.network.person(order.partnerId)
      buyer.orders.push(order)
      buyers.add(buyer)
    }
    for (const buyer of buyers) this.listActivity(buyer)
    for (const order of file) {
      this.payUnilevel(order)
      this.payRanks(order)
    }
  }

  checked(row: OrderRow): Order {
    const buyer = this.network.person(row.partnerId)
    const cents = Number(units(row.amount, 2))
    if (cents <= 0) throw new Error(`order ${row.orderId}: the amount is not above 0`)
    if (row.paidAt < buyer.registeredAt) throw new Error(`order ${row.orderId}: paid too early`)
    if (row.paidAt > this.now + DAY) throw new Error(`order ${row.orderId}: paid too late`)
    // As long as all orders together are a safe integer of cents, so is every sum of some.
    this.allCents += cents
    if (this.allCents > EVERYTHING) throw new Error('the orders are more than can be summed')
    return { ...row, cents, cancelled: false, stored: 0 }
  }

  listActivity(person: Person): void {
    listActivity(person, (t) => this.planAt(t))
  }

  // Direct and team (C3)

  rowAt(depth: number, t: number): UnilevelRow | undefined {
    const { unilevel } = this.planAt(t)
    const validFrom = Math.max(
      ...unilevel.map((row) => row.validFrom).filter((instant) => instant <= t),
    )
    return unilevel.find(
      (row) => row.validFrom === validFrom && row.depthFrom <= depth && depth <= row.depthTo,
    )
  }

  payUnilevel(order: Order): void {
    const { parents, people } = this.network
    const { neededForDirect, neededForTeam } = this.planAt(order.paidAt).activity
    let at = parents[this.network.index(order.partnerId)]!
    for (let depth = 1; depth <= LEVELS && at >= 0; depth++) {
      const ancestor = people[at]!
      at = parents[at]!
      const row = this.rowAt(depth, order.paidAt)
      if (row === undefined || ancestor.blocked) continue
      const needed = row.kind === 'DIRECT' ? neededForDirect : neededForTeam
      if (needed && !activeAt(ancestor, order.paidAt)) continue
      const euro = times(fraction(order.amount), times(fraction(row.percent), { n: 1n, d: 100n }))
      this.credit({
        partnerId: ancestor.id,
        type: row.kind,
        orderId: order.orderId,
        level: depth,
        currency: 'UPT',
        amount: cut(times(euro, this.rates.UPT), COIN_DECIMALS),
        paidAt: order.paidAt,
        period: '',
      })
    }
  }

  /** No record for an amount of 0 (C11.6). */
  credit(record: BonusRecord): void {
    if (record.amount !== 0n) this.records.push(record)
  }

  // The turnover bonus (C2)

  payRanks(order: Order): void {
    const plan = this.planAt(order.paidAt)
    for (const { x, rank } of this.ladder.add(order, plan)) {
      this.credit({
        partnerId: this.network.people[x]!.id,
        type: 'TURNOVER',
        orderId: 0,
        level: 0,
        currency: 'UPT',
        amount: cut(times(fraction(plan.ranks[rank]!.bonus), this.rates.UPT), COIN_DECIMALS),
        paidAt: order.paidAt,
        period: '',
      })
    }
  }

  // Cancelling (C, C11.14)

  cancel(orderId: number, at: number): void {
    const order = this.orders.get(orderId)
    if (order === undefined) throw new Error(`unknown order ${orderId}`)
    if (order.cancelled) throw new Error(`order ${orderId} is cancelled already`)
    // A rank that this order has helped to reach stays.
    this.holdRanks()
    order.cancelled = true
    this.listActivity(this.network.person(order.partnerId))
    const mine = this.records.filter((record) => record.orderId === orderId)
    for (const record of mine) this.credit({ ...record, amount: -record.amount, paidAt: at })
    this.ladder.takeBack(order)
  }

  // Ranks at the ends of months (C11.2)

  standing(): Order[] {
    return [...this.orders.values()].filter(({ cancelled }) => !cancelled).sort(byPaidAt)
  }

  /** Plays the orders that stand once more, by paidAt; whoever held a higher rank keeps it. */
  holdRanks(): void {
    if (this.held.size === 0) return
    const ladder = new Ladder(this.network)
    ladder.grow(this.plans[0]!)
    const orders = this.standing()
    let next = 0
    for (const [month, ranks] of [...this.held].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const end = endOf(month)
      for (; next < orders.length && orders[next]!.paidAt < end; next++) {
        ladder.add(orders[next]!, this.planAt(orders[next]!.paidAt))
      }
      const plan = this.planAt(end - 1)
      for (const [x, highest] of ladder.highest.entries()) {
        ranks[x] = plan.ranksAreKept ? Math.max(ranks[x] ?? -1, highest) : ladder.rankOf(x, plan)
      }
    }
  }

  // Closing months (C4 to C7, C11)

  /** A second close changes nothing. */
  close(month: string, at: number): void {
    if (at < endOf(month)) throw new Error(`${month} is not over`)
    if (this.closings.has(month)) return
    this.holdRanks()
    this.closings.set(month, { rates: this.rates, stored: this.orders.size })
    this.creditMonth(month, endOf(month))
    for (const earlier of [...this.closings.keys()].sort()) {
      if (earlier < month && this.gotLateOrders(earlier)) {
        this.creditMonth(earlier, endOf(month))
        this.closings.get(earlier)!.stored = this.orders.size
      }
    }
  }

  gotLateOrders(month: string): boolean {
    const { stored } = this.closings.get(month)!
    return [...this.orders.values()].some(
      (order) => order.stored > stored && order.paidAt < endOf(month),
    )
  }

  /** Credits what is more than was credited for the month so far; nothing is ever taken back. */
  creditMonth(month: string, paidAt: number): void {
    const view = {
      month,
      network: this.network,
      orders: this.standing(),
      planAt: (t: number) => this.planAt(t),
      rates: this.closings.get(month)!.rates,
      ranks: this.held.get(month)!,
    }
    for (const credit of creditsOf(view)) {
      const key = keyOf(month, credit)
      const before = this.credited.get(key) ?? 0n
      if (credit.amount <= before) continue
      this.credited.set(key, credit.amount)
      this.credit({ ...credit, amount: credit.amount - before, paidAt, period: month })
    }
  }

  // The exports

  result(): Result {
    const byId = this.network.people.map((_, x) => x)
    byId.sort((a, b) => this.network.people[a]!.id - this.network.people[b]!.id)
    const records = [...this.records].sort(compareRecords)
    return {
      figures: this.figures(byId),
      ranks: this.ranksCsv(byId),
      bonuses: bonusesCsv(records),
      balances: balancesCsv(records),
      ledger: movements(records),
      records,
    }
  }

  /** From the orders again, not from the sums kept on the way (C0). */
  figures(byId: readonly number[]): string {
    const { people, parents } = this.network
    const own = people.map((person) => {
      let sum = 0
      for (const order of person.orders) if (!order.cancelled) sum += order.cents
      return sum
    })
    const flTurnover = people.map(() => 0)
    const teamSize = people.map(() => 0)
    const teamTurnover = people.map(() => 0)
    for (let x = 0; x < people.length; x++) {
      const parent = parents[x]!
      if (parent >= 0) flTurnover[parent]! += own[x]!
      for (let at = parent; at >= 0; at = parents[at]!) {
        teamSize[at]! += 1
        teamTurnover[at]! += own[x]!
      }
    }
    const rows = byId.map((x) => {
      if (own[x] !== this.ladder.own[x] || teamTurnover[x] !== this.ladder.team[x]) {
        throw new Error(`the sums of partner ${people[x]!.id} do not agree`)
      }
      const person = people[x]!
      return [
        person.id,
        centsText(own[x]!),
        person.children.length,
        centsText(flTurnover[x]!),
        teamSize[x]!,
        centsText(teamTurnover[x]!),
        activeUntil(person, Number.POSITIVE_INFINITY) ?? '',
      ]
    })
    return csv(
      'partnerId,ownTurnover,flSize,flTurnover,teamSize,teamTurnover,activeUntil'.split(','),
      rows,
    )
  }

  ranksCsv(byId: readonly number[]): string {
    const plan = this.planAt(this.now)
    const rows = byId.map((x) => {
      const current = this.ladder.rankOf(x, plan)
      const against = Math.min(current + 1, plan.ranks.length - 1)
      const { turnover, legs } = plan.ranks[against]!
      const { target } = targetOf(turnover, legs)
      const { total, counting } = this.ladder.rule(x, against, plan)
      return [
        this.network.people[x]!.id,
        plan.ranks[current]!.id,
        plan.ranks[current]!.code,
        euroText(total),
        euroText(counting),
        euroText(target),
        progressOf(counting, target),
      ]
    })
    return csv(
      'partnerId,rankId,rankCode,totalTurnover,countingTurnover,targetTurnover,progress'.split(','),
      rows,
    )
  }
}

function startingRates(): Record<Currency, Fraction> {
  const { UPT, UCN, BSP, WIN, ULTIMA } = STARTING_RATES
  return {
    UPT: fraction(UPT),
    UCN: fraction(UCN),
    BSP: fraction(BSP),
    WIN: fraction(WIN),
    ULTIMA: fraction(ULTIMA),
  }
}

function byPaidAt(a: Order, b: Order): number {
  return a.paidAt - b.paidAt || a.orderId - b.orderId
}

function keyOf(month: string, credit: MonthCredit): string {
  const { partnerId, type, orderId, level, currency, part } = credit
  return [month, partnerId, type, orderId, level, currency, part].join(' ')
}

function centsText(cents: number): string {
  return written(BigInt(cents), 2)
}
