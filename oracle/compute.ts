/**
 * What the exports must hold after a list of steps, computed from the papers alone
 * (decisions B, C; operations 4, 5). Nothing here is shared with the product.
 */

import { cut, fraction, times, units, written, type Fraction } from './decimal.ts'
import { STARTING_RATE, type Plan, type Rank, type UnilevelRow } from './plan.ts'
import {
  CENT,
  euroText,
  fiftyPercentRule,
  progressOf,
  targetOf,
  type Leg,
  type RuleResult,
  type Target,
} from './rank-rule.ts'

export type PartnerRow = { id: number; sponsorId: number | null; registeredAt: number }
export type OrderRow = { orderId: number; partnerId: number; paidAt: number; amount: string }

export type Step =
  | { kind: 'rates'; rates: { from: 'EUR'; to: 'UPT'; rate: string }[]; at: number }
  | { kind: 'importPartners'; rows: PartnerRow[] }
  | { kind: 'importOrders'; rows: OrderRow[] }
  | { kind: 'cancel'; orderId: number; at: number }
  | { kind: 'block' | 'unblock'; partnerId: number }

export type Input = {
  plan: Plan
  steps: Step[]
  /** The clock at every import: an order more than a day later is refused. */
  now: number
  /** Test every ancestor's ranks after every order, with no short cut: slow, same result. */
  everyTime?: boolean
}

export type BonusRecord = {
  partnerId: number
  type: 'DIRECT' | 'TEAM' | 'TURNOVER'
  orderId: number
  level: number
  currency: 'UPT'
  /** Units of 10^-8. */
  amount: bigint
  paidAt: number
  period: ''
}

/** Money in (credit) or out of (debit) a partner's account; the amount is above 0. */
export type Movement = {
  partnerId: number
  account: string
  side: 'credit' | 'debit'
  currency: string
  amount: string
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

type Order = OrderRow & { cents: number; cancelled: boolean }

type Person = PartnerRow & {
  /** Indexes of the first line. */
  children: number[]
  blocked: boolean
  orders: Order[]
  /** paidAt of the own orders that add activity, ascending. */
  instants: number[]
}

const DAY = 86_400_000
const LEVELS = 15
const COIN_DECIMALS = 8
const ACCOUNT_OF = { UPT: 'UCHAIN_UPT_BONUS' } as const
const EVERYTHING = Number.MAX_SAFE_INTEGER

export function compute(input: Input): Result {
  const book = new Book(input)
  for (const step of input.steps) book.take(step)
  return book.result()
}

class Book {
  readonly plan: Plan
  readonly now: number
  readonly everyTime: boolean
  /** By id ascending. */
  readonly ranks: Rank[]
  readonly targets: Target[]
  readonly minimumCents: number

  rate: Fraction = fraction(STARTING_RATE)
  readonly people: Person[] = []
  readonly indexOf = new Map<number, number>()
  readonly orders = new Map<number, Order>()
  readonly records: BonusRecord[] = []
  allCents = 0

  /** By index: the index of the sponsor, -1 for a root. */
  readonly parents: number[] = []
  // By index of the partner, kept up to date order by order, in cents.
  readonly own: number[] = []
  readonly team: number[] = []
  /** Place in `ranks` of the highest rank reached so far, all up to it credited; -1: none. */
  readonly highest: number[] = []
  /** No further rank can be reached while the turnover that counts is below this. */
  readonly notBelow: number[] = []

  constructor(input: Input) {
    this.plan = input.plan
    this.now = input.now
    this.everyTime = input.everyTime === true
    this.ranks = [...input.plan.ranks].sort((a, b) => a.id - b.id)
    this.targets = this.ranks.map((rank) => targetOf(rank.turnover, rank.legs))
    this.minimumCents = Number(units(input.plan.activity.minimum, 2))
  }

  take(step: Step): void {
    if (step.kind === 'rates') {
      for (const { rate } of step.rates) this.rate = fraction(rate)
    } else if (step.kind === 'importPartners') {
      this.takePartners(step.rows)
    } else if (step.kind === 'importOrders') {
      this.takeOrders(step.rows)
    } else if (step.kind === 'cancel') {
      this.cancel(step.orderId, step.at)
    } else {
      this.person(step.partnerId).blocked = step.kind === 'block'
    }
  }

  person(id: number): Person {
    return this.people[this.index(id)]!
  }

  index(id: number): number {
    const index = this.indexOf.get(id)
    if (index === undefined) throw new Error(`unknown partner ${id}`)
    return index
  }

  // Partners

  takePartners(rows: readonly PartnerRow[]): void {
    const first = this.people.length
    for (const { id, sponsorId, registeredAt } of rows) {
      if (this.indexOf.has(id)) throw new Error(`duplicate partner ${id}`)
      this.indexOf.set(id, this.people.length)
      this.people.push({
        id,
        sponsorId,
        registeredAt,
        children: [],
        blocked: false,
        orders: [],
        instants: [],
      })
      this.parents.push(-1)
      this.own.push(0)
      this.team.push(0)
      this.highest.push(-1)
      this.notBelow.push(0)
    }
    for (let i = first; i < this.people.length; i++) {
      const person = this.people[i]!
      if (person.sponsorId === null) continue
      const parent = this.index(person.sponsorId)
      this.parents[i] = parent
      this.people[parent]!.children.push(i)
      this.notBelow[parent] = 0
    }
    this.refuseCycles()
    // Who has no turnover has reached the ranks that ask for none.
    for (let i = first; i < this.people.length; i++) this.testRanks(i, 0)
  }

  /** Whoever can be reached from the roots downwards is in no cycle; all must be. */
  refuseCycles(): void {
    const reached: number[] = []
    for (let i = 0; i < this.people.length; i++) if (this.parents[i]! < 0) reached.push(i)
    for (let k = 0; k < reached.length; k++) {
      for (const child of this.people[reached[k]!]!.children) reached.push(child)
    }
    if (reached.length !== this.people.length) throw new Error('a cycle of sponsors')
  }

  // Orders

  takeOrders(rows: readonly OrderRow[]): void {
    const file = rows.map((row) => this.checked(row))
    file.sort((a, b) => a.paidAt - b.paidAt || a.orderId - b.orderId)
    // The whole file is there before anything is decided: activity at an instant is taken from
    // the orders up to that instant in the database and the file.
    const buyers = new Set<Person>()
    for (const order of file) {
      if (this.orders.has(order.orderId)) throw new Error(`duplicate order ${order.orderId}`)
      this.orders.set(order.orderId, order)
      const buyer = this.person(order.partnerId)
      buyer.orders.push(order)
      buyers.add(buyer)
    }
    for (const buyer of buyers) this.listInstants(buyer)
    for (const order of file) {
      this.payUnilevel(order)
      this.move(order, order.cents)
    }
  }

  checked(row: OrderRow): Order {
    const buyer = this.person(row.partnerId)
    const cents = Number(units(row.amount, 2))
    if (cents <= 0) throw new Error(`order ${row.orderId}: the amount is not above 0`)
    if (row.paidAt < buyer.registeredAt) throw new Error(`order ${row.orderId}: paid too early`)
    if (row.paidAt > this.now + DAY) throw new Error(`order ${row.orderId}: paid too late`)
    // As long as all orders together are a safe integer of cents, so is every sum of some.
    this.allCents += cents
    if (this.allCents > EVERYTHING) throw new Error('the orders are more than can be summed')
    return { ...row, cents, cancelled: false }
  }

  // Activity (C8, C11.3)

  listInstants(person: Person): void {
    const instants: number[] = []
    for (const order of person.orders) {
      if (!order.cancelled && order.cents >= this.minimumCents) instants.push(order.paidAt)
    }
    person.instants = instants.sort((a, b) => a - b)
  }

  /** activeUntil from the orders paid up to t; null without any. */
  activeUntil(person: Person, t: number): number | null {
    let until: number | null = null
    for (const instant of person.instants) {
      if (instant > t) break
      until = Math.max(until ?? instant, instant) + this.plan.activity.days * DAY
    }
    return until
  }

  activeAt(person: Person, t: number): boolean {
    const until = this.activeUntil(person, t)
    return until !== null && until > t
  }

  // Direct and team (C3)

  rowAt(depth: number, t: number): UnilevelRow | undefined {
    let validFrom = Number.NEGATIVE_INFINITY
    for (const row of this.plan.unilevel) {
      if (row.validFrom <= t && row.validFrom > validFrom) validFrom = row.validFrom
    }
    return this.plan.unilevel.find(
      (row) => row.validFrom === validFrom && row.depthFrom <= depth && depth <= row.depthTo,
    )
  }

  payUnilevel(order: Order): void {
    let at = this.parents[this.index(order.partnerId)]!
    for (let depth = 1; depth <= LEVELS && at >= 0; depth++) {
      const ancestor = this.people[at]!
      at = this.parents[at]!
      const row = this.rowAt(depth, order.paidAt)
      if (row === undefined || ancestor.blocked) continue
      const { neededForDirect, neededForTeam } = this.plan.activity
      const needed = row.kind === 'DIRECT' ? neededForDirect : neededForTeam
      if (needed && !this.activeAt(ancestor, order.paidAt)) continue
      const euro = times(fraction(order.amount), times(fraction(row.percent), { n: 1n, d: 100n }))
      this.credit({
        partnerId: ancestor.id,
        type: row.kind,
        orderId: order.orderId,
        level: depth,
        currency: 'UPT',
        amount: cut(times(euro, this.rate), COIN_DECIMALS),
        paidAt: order.paidAt,
        period: '',
      })
    }
  }

  /** No record for an amount of 0 (C11.6). */
  credit(record: BonusRecord): void {
    if (record.amount !== 0n) this.records.push(record)
  }

  // Ranks and the turnover bonus (C1, C2)

  /** Adds an order to (or takes it out of) the turnovers, then tests the ranks it can change. */
  move(order: Order, cents: number): void {
    const buyer = this.index(order.partnerId)
    this.own[buyer]! += cents
    if (this.plan.countOwnTurnover) {
      this.notBelow[buyer] = 0
      this.testRanks(buyer, order.paidAt)
    }
    for (let at = this.parents[buyer]!; at >= 0; at = this.parents[at]!) {
      this.team[at]! += cents
      this.testRanks(at, order.paidAt)
    }
  }

  /** Turnover that counts before any cap, in cents. */
  have(x: number): number {
    return this.team[x]! + (this.plan.countOwnTurnover ? this.own[x]! : 0)
  }

  legsOf(x: number): Leg[] {
    return this.people[x]!.children.map((y) => ({
      id: this.people[y]!.id,
      turnover: BigInt(this.own[y]! + this.team[y]!) * CENT,
    }))
  }

  rule(x: number, rank: number, legs: readonly Leg[]): RuleResult {
    const own = this.plan.countOwnTurnover ? BigInt(this.own[x]!) * CENT : 0n
    return fiftyPercentRule(legs, this.targets[rank]!, this.plan.legRule, own)
  }

  /** Credits every rank above the highest so far up to the highest one reached now. */
  testRanks(x: number, paidAt: number): void {
    if (!this.everyTime && this.have(x) < this.notBelow[x]!) return
    const legs = this.legsOf(x)
    const first = this.highest[x]! + 1
    let reached = -1
    // No rank above the highest can be reached while the turnover is below this.
    let soonest = Number.POSITIVE_INFINITY
    for (let rank = this.ranks.length - 1; rank >= first && reached < 0; rank--) {
      const bound = this.outOfReachBelow(x, rank, legs.length)
      if (!this.everyTime && this.have(x) < bound) {
        soonest = Math.min(soonest, bound)
        continue
      }
      const { target } = this.targets[rank]!
      const { counting, reached: yes } = this.rule(x, rank, legs)
      if (yes) {
        reached = rank
      } else if (this.plan.legRule === 'ranked') {
        soonest = Math.min(soonest, this.have(x) + Number((target - counting) / CENT))
      } else {
        soonest = 0
      }
    }
    this.notBelow[x] = soonest
    for (let rank = first; rank <= reached; rank++) {
      this.credit({
        partnerId: this.people[x]!.id,
        type: 'TURNOVER',
        orderId: 0,
        level: 0,
        currency: 'UPT',
        amount: cut(times(fraction(this.ranks[rank]!.bonus), this.rate), COIN_DECIMALS),
        paidAt,
        period: '',
      })
      this.highest[x] = rank
    }
  }

  /**
   * The turnover, in cents, below which a rank cannot be reached whatever the legs are:
   * - what counts is never more than the turnover;
   * - with no more legs than caps, what counts is never more than own turnover, where it counts,
   *   and the caps of those legs (sequential: the highest cap for each, since every leg stands
   *   against some cap and counts less than it or exactly it).
   * `testRanks` adds a third short cut. Ranked, an order of amount a raises what counts by at
   * most a, for all that is cut off is the sum of max(0, i-th largest leg - cap_i), and no i-th
   * largest leg falls when a leg grows; so a rank that lacks d is out of reach for orders below d.
   */
  outOfReachBelow(x: number, rank: number, legs: number): number {
    const { target, caps } = this.targets[rank]!
    if (legs <= caps.length) {
      const highest = caps.reduce((most, cap) => (cap > most ? cap : most))
      let most = this.plan.countOwnTurnover ? BigInt(this.own[x]!) * CENT : 0n
      for (let i = 0; i < legs; i++) most += this.plan.legRule === 'ranked' ? caps[i]! : highest
      if (most < target) return Number.POSITIVE_INFINITY
    }
    return Number(target / CENT)
  }

  // Cancelling (C, C11.14)

  cancel(orderId: number, at: number): void {
    const order = this.orders.get(orderId)
    if (order === undefined) throw new Error(`unknown order ${orderId}`)
    if (order.cancelled) throw new Error(`order ${orderId} is cancelled already`)
    order.cancelled = true
    this.listInstants(this.person(order.partnerId))
    const mine = this.records.filter((record) => record.orderId === orderId)
    for (const record of mine) this.credit({ ...record, amount: -record.amount, paidAt: at })
    // Less turnover may count the same: the bounds no longer hold on the way up.
    for (let x = this.index(order.partnerId); x >= 0; x = this.parents[x]!) {
      this.notBelow[x] = 0
    }
    if (this.plan.legRule === 'sequential') {
      // Here less turnover can count for more (C1, example 2): every change is tested (C2).
      this.move(order, -order.cents)
    } else {
      this.own[this.index(order.partnerId)]! -= order.cents
      let x = this.parents[this.index(order.partnerId)]!
      for (; x >= 0; x = this.parents[x]!) this.team[x]! -= order.cents
    }
  }

  // The exports

  result(): Result {
    const byId = this.people.map((_, x) => x)
    byId.sort((a, b) => this.people[a]!.id - this.people[b]!.id)
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
    const own = this.people.map((person) => {
      let sum = 0
      for (const order of person.orders) if (!order.cancelled) sum += order.cents
      return sum
    })
    const flTurnover = this.people.map(() => 0)
    const teamSize = this.people.map(() => 0)
    const teamTurnover = this.people.map(() => 0)
    for (let x = 0; x < this.people.length; x++) {
      const parent = this.parents[x]!
      if (parent >= 0) flTurnover[parent]! += own[x]!
      for (let at = parent; at >= 0; at = this.parents[at]!) {
        teamSize[at]! += 1
        teamTurnover[at]! += own[x]!
      }
    }
    const rows = byId.map((x) => {
      if (own[x] !== this.own[x] || teamTurnover[x] !== this.team[x]) {
        throw new Error(`the sums of partner ${this.people[x]!.id} do not agree`)
      }
      const person = this.people[x]!
      return [
        person.id,
        centsText(own[x]!),
        person.children.length,
        centsText(flTurnover[x]!),
        teamSize[x]!,
        centsText(teamTurnover[x]!),
        this.activeUntil(person, Number.POSITIVE_INFINITY) ?? '',
      ]
    })
    return csv(
      'partnerId,ownTurnover,flSize,flTurnover,teamSize,teamTurnover,activeUntil'.split(','),
      rows,
    )
  }

  ranksCsv(byId: readonly number[]): string {
    const rows = byId.map((x) => {
      const legs = this.legsOf(x)
      let current = -1
      for (let rank = 0; rank < this.ranks.length; rank++) {
        if (this.rule(x, rank, legs).reached) current = rank
      }
      if (this.plan.ranksAreKept) current = Math.max(current, this.highest[x]!)
      if (current < 0) throw new Error('the plan has no rank for who has no turnover')
      const against = Math.min(current + 1, this.ranks.length - 1)
      const { total, counting } = this.rule(x, against, legs)
      return [
        this.people[x]!.id,
        this.ranks[current]!.id,
        this.ranks[current]!.code,
        euroText(total),
        euroText(counting),
        euroText(this.targets[against]!.target),
        progressOf(counting, this.targets[against]!.target),
      ]
    })
    return csv(
      'partnerId,rankId,rankCode,totalTurnover,countingTurnover,targetTurnover,progress'.split(','),
      rows,
    )
  }
}

function csv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map((row) => `${row.join(',')}\n`).join('')
}

function centsText(cents: number): string {
  return written(BigInt(cents), 2)
}

function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function bySize(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** partnerId, type, period, orderId, level, currency, paidAt, amount. */
function compareRecords(a: BonusRecord, b: BonusRecord): number {
  return (
    a.partnerId - b.partnerId ||
    byText(a.type, b.type) ||
    byText(a.period, b.period) ||
    a.orderId - b.orderId ||
    a.level - b.level ||
    byText(a.currency, b.currency) ||
    a.paidAt - b.paidAt ||
    bySize(a.amount, b.amount)
  )
}

function bonusesCsv(records: readonly BonusRecord[]): string {
  return csv(
    'partnerId,type,orderId,level,currency,amount,paidAt,period'.split(','),
    records.map((record) => [
      record.partnerId,
      record.type,
      record.orderId,
      record.level,
      record.currency,
      written(record.amount, COIN_DECIMALS),
      record.paidAt,
      record.period,
    ]),
  )
}

function balancesCsv(records: readonly BonusRecord[]): string {
  // The records are sorted by partner, and there is one account.
  const sums = new Map<number, bigint>()
  for (const record of records) {
    sums.set(record.partnerId, (sums.get(record.partnerId) ?? 0n) + record.amount)
  }
  const rows: [number, string, string][] = []
  for (const [partnerId, sum] of sums) {
    if (sum !== 0n) rows.push([partnerId, ACCOUNT_OF.UPT, written(sum, COIN_DECIMALS)])
  }
  return csv(['partnerId', 'account', 'amount'], rows)
}

function movements(records: readonly BonusRecord[]): Movement[] {
  const list = records.map((record) => ({
    partnerId: record.partnerId,
    account: ACCOUNT_OF[record.currency],
    side: record.amount > 0n ? ('credit' as const) : ('debit' as const),
    currency: record.currency,
    units: record.amount > 0n ? record.amount : -record.amount,
  }))
  list.sort(
    (a, b) => a.partnerId - b.partnerId || byText(a.side, b.side) || bySize(a.units, b.units),
  )
  return list.map(({ partnerId, account, side, currency, units: amount }) => ({
    partnerId,
    account,
    side,
    currency,
    amount: written(amount, COIN_DECIMALS),
  }))
}

/** The movements as CSV text, so that they can be compared line by line. */
export function movementsCsv(ledger: readonly Movement[]): string {
  return csv(
    ['partnerId', 'account', 'side', 'currency', 'amount'],
    ledger.map((row) => [row.partnerId, row.account, row.side, row.currency, row.amount]),
  )
}
