import { add, compare, fraction, multiply, ratio, truncateToUnits, ZERO } from '../fraction.ts'
import type { Fraction } from '../fraction.ts'
import { decimalsOf, type AccountCurrency } from '../currency.ts'
import { DAY_MS } from '../instant.ts'
import { eurCents, eurOf, formatUnits } from '../money.ts'
import { monthEnd, monthText } from '../month.ts'
import { planAt, type Plan, type Programme, type ProgrammeBase } from '../plan/plan.ts'
import { rateBetween } from '../rates.ts'
import { foldActivity } from '../rules/activity.ts'
import {
  allowsRow,
  checkpointStanding,
  type PeriodTurnover,
  reachesRow,
} from '../rules/checkpoints.ts'
import { poolRows } from '../rules/diamond-pools.ts'
import { infinityStanding, infinitySteps } from '../rules/infinity.ts'
import { lifestyleStanding } from '../rules/lifestyle.ts'
import { highestReachedRank } from '../rules/rank-ladder.ts'
import { turboWindowAt } from '../rules/turbo-windows.ts'
import type { ListedMonth, MonthOrder, MonthPartner } from './random-months.ts'

type Line = {
  partnerId: number
  type: string
  orderId: number
  level: number
  currency: AccountCurrency
  units: bigint
}

type Counts = (order: MonthOrder) => boolean

const LINES = { line1: 1, lines1To2: 2, lines1To3: 3, team: Infinity, company: 0 }

/**
 * A month's records the plain way, straight from the rules for one partner and one order: what the
 * close is compared with.
 */
export class NaiveMonth {
  readonly #month: ListedMonth
  readonly #end: number
  readonly #children: Map<number | null, MonthPartner[]>
  readonly #byId: Map<number, MonthPartner>
  readonly #ranks = new Map<number, number>()
  readonly #lines: Line[] = []

  constructor(month: ListedMonth) {
    this.#month = month
    this.#end = monthEnd(month.month)
    this.#children = Map.groupBy(month.partners, ({ sponsorId }) => sponsorId)
    this.#byId = new Map(month.partners.map((partner) => [partner.id, partner]))
    for (const { id } of month.partners) this.#ranks.set(id, this.#rankOf(id))
  }

  rankOf(id: number): number {
    return this.#ranks.get(id)!
  }

  /** The lines of all records, in the order of the export. */
  text(): string {
    for (const partner of this.#month.partners) this.#payProgrammes(partner)
    for (const order of this.#month.orders) this.#payOrder(order)
    return this.#lines
      .sort(byExportOrder)
      .map((line) => this.#write(line))
      .join('')
  }

  #write({ partnerId, type, orderId, level, currency, units }: Line): string {
    const amount = formatUnits(units, decimalsOf(currency), 8)
    const period = monthText(this.#month.month)
    return `${partnerId},${type},${orderId},${level},${currency},${amount},${this.#end},${period}\n`
  }

  // Turnovers and ranks

  #bought(id: number, counts: Counts): bigint {
    return this.#month.orders
      .filter((order) => order.partnerId === id && counts(order))
      .reduce((sum, { cents }) => sum + BigInt(cents), 0n)
  }

  /** What somebody and so many lines below bought. */
  #withLines(id: number, lines: number, counts: Counts): bigint {
    const below = lines === 0 ? [] : (this.#children.get(id) ?? [])
    return below.reduce(
      (sum, child) => sum + this.#withLines(child.id, lines - 1, counts),
      this.#bought(id, counts),
    )
  }

  #turnover(id: number, base: ProgrammeBase, counts: Counts): PeriodTurnover {
    const legs = (this.#children.get(id) ?? []).map((child) =>
      this.#withLines(child.id, LINES[base] - 1, counts),
    )
    const topLegs = legs.toSorted((a, b) => (a < b ? 1 : -1))
    return { total: legs.reduce((sum, leg) => sum + leg, 0n), topLegs }
  }

  #rankOf(id: number): number {
    const { versions } = this.#month
    const { plan } = planAt(versions, this.#end - 1)
    const now = this.#reached(id, plan, (order) => stands(order) && order.paidAt < this.#end)
    if (!plan.ranksAreKept) return now
    const starts = versions.map((version) => version.plan.validFrom)
    const ends = [...starts.filter((at) => at > 0 && at < this.#end), this.#end]
    return Math.max(
      ...ends.map((end) => this.#highestUntil(id, planAt(versions, end - 1).plan, end)),
    )
  }

  /**
   * The highest rank reached by today's orders, or after one of the orders below the partner: all orders as they were
   * stored, or the orders that stand as they were paid. Orders elsewhere do not test the partner's rank.
   */
  #highestUntil(id: number, plan: Plan, end: number): number {
    const early = this.#month.orders.filter(({ paidAt }) => paidAt < end)
    const below = early.filter(({ partnerId }) =>
      partnerId === id
        ? plan.countOwnTurnover
        : this.#pathAbove(partnerId).some((above) => above.id === id),
    )
    const moments = below.map(({ fact }) => (order: MonthOrder) => {
      const isThere = order.fact <= fact && (stands(order) || order.cancelledBy > fact)
      return isThere && order.paidAt < end
    })
    const today: Counts = (order) => stands(order) && order.paidAt < end
    const instants = below.map(({ paidAt, id: last }) => (order: MonthOrder) => {
      const isBefore = order.paidAt < paidAt || (order.paidAt === paidAt && order.id <= last)
      return stands(order) && isBefore
    })
    return Math.max(
      ...[today, ...moments, ...instants].map((counts) => this.#reached(id, plan, counts)),
    )
  }

  #reached(id: number, plan: Plan, counts: Counts): number {
    const { total, topLegs } = this.#turnover(id, 'team', counts)
    const own = plan.countOwnTurnover ? this.#bought(id, counts) : 0n
    return highestReachedRank(plan, total + own, topLegs).id
  }

  // Programmes of the month

  #payProgrammes(partner: MonthPartner): void {
    const { plan } = planAt(this.#month.versions, this.#end - 1)
    const { diamond, winner, lifestyle, bsp } = plan.programmes
    const { legRule } = plan
    const rank = this.rankOf(partner.id)
    const inMonth = (programme: Programme<unknown>) =>
      this.#turnover(partner.id, programme.base, this.#since(programme.from))
    for (const [type, programme] of [['DIAMOND', diamond] as const, ['BSP', bsp] as const]) {
      const terms = { ...programme, legRule }
      const row = checkpointStanding(terms, rank, inMonth(programme)).achieved.at(-1)
      if (row) this.#credit(partner.id, type, programme, ofCents(row.target, row.percent))
    }
    const won = checkpointStanding({ ...winner, legRule }, rank, inMonth(winner)).achieved.at(-1)
    if (won) this.#credit(partner.id, 'WINNER', winner, won.amount)
    const { current } = lifestyleStanding({ ...lifestyle, legRule }, rank, inMonth(lifestyle))
    if (current) this.#credit(partner.id, 'LIFESTYLE', lifestyle, eurOf(current.amount))
    this.#payPools(partner.id, plan)
    this.#payWindows(partner)
  }

  #since(from: number): Counts {
    const start = Math.max(from, this.#month.month)
    return (order) => stands(order) && order.paidAt >= start && order.paidAt < this.#end
  }

  #payPools(id: number, plan: Plan): void {
    const { diamond, diamondPools } = plan.programmes
    const { legPercents } = diamond
    const pools = poolRows(plan)
    const isMember = (partner: number, pool: (typeof pools)[number]) =>
      allowsRow(this.rankOf(partner), pool) &&
      reachesRow(
        pool,
        { legPercents, legRule: plan.legRule },
        this.#turnover(partner, 'team', this.#since(diamond.from)),
      )
    for (const pool of pools) {
      if (!isMember(id, pool)) continue
      const members = this.#month.partners.filter((partner) => isMember(partner.id, pool))
      const collected = this.#month.orders
        .filter(this.#since(diamondPools.from))
        .map((order) => {
          const { rows } = planAt(this.#month.versions, order.paidAt).plan.programmes.diamondPools
          const percent = rows.find((row) => row.pool === pool.pool)!.percent
          return ofCents(BigInt(order.cents), percent)
        })
        .reduce(add, ZERO)
      const share = multiply(collected, ratio(1n, BigInt(members.length)))
      this.#credit(id, 'DIAMOND_POOL', diamondPools, share)
    }
  }

  #payWindows({ id, registeredAt }: MonthPartner): void {
    for (let day = 0; day < 31; day += 1) {
      // Windows end at midnight: one that ends with this day ends in this very instant.
      const last = this.#month.month + (day + 1) * DAY_MS - 1
      const { plan } = planAt(this.#month.versions, last)
      const { cycledTurbo } = plan.programmes
      const window = turboWindowAt(registeredAt, last, cycledTurbo.windowDays)
      if (window === null || window.end !== last + 1) continue
      const turnover = this.#turnover(id, cycledTurbo.base, (order) => {
        const since = Math.max(window.start, cycledTurbo.from)
        return stands(order) && order.paidAt >= since && order.paidAt < window.end
      })
      const terms = { ...cycledTurbo, legRule: plan.legRule }
      const { achieved } = checkpointStanding(terms, this.rankOf(id), turnover)
      const eur = achieved.reduce((sum, { amount }) => add(sum, eurOf(amount)), ZERO)
      this.#credit(id, 'CYCLED_TURBO', cycledTurbo, eur)
    }
  }

  // Infinity

  #payOrder(order: MonthOrder): void {
    const { plan } = planAt(this.#month.versions, order.paidAt)
    const { infinity } = plan.programmes
    if (!this.#since(infinity.from)(order)) return
    const path = this.#pathAbove(order.partnerId)
    const ancestors = path.map((partner) => {
      const { row, effective } = infinityStanding(
        { ...infinity, legRule: plan.legRule },
        this.rankOf(partner.id),
        this.#turnover(partner.id, infinity.base, this.#since(infinity.from)),
      )
      return {
        partnerId: partner.id,
        blocked: partner.blocked,
        active: this.#isActive(partner.id, order.paidAt),
        hasRow: row !== null,
        effective: effective?.percent ?? ZERO,
      }
    })
    for (const step of infinitySteps(plan, eurCents(order.cents), ancestors)) {
      const { partnerId, depth: level, eur } = step
      this.#credit(partnerId, 'UCHAIN_INFINITY', infinity, eur, { orderId: order.id, level })
    }
  }

  #pathAbove(id: number): MonthPartner[] {
    const { sponsorId } = this.#byId.get(id)!
    return sponsorId === null ? [] : [this.#byId.get(sponsorId)!, ...this.#pathAbove(sponsorId)]
  }

  #isActive(id: number, at: number): boolean {
    const own = this.#month.orders.filter((order) => order.partnerId === id && stands(order))
    const until = foldActivity(
      own
        .filter(({ paidAt }) => paidAt <= at)
        .flatMap(({ paidAt, cents }) => {
          const { activity } = planAt(this.#month.versions, paidAt).plan
          return BigInt(cents) >= activity.minimumOrder ? [{ paidAt, days: activity.days }] : []
        }),
    )
    return until !== null && until > at
  }

  #credit(
    partnerId: number,
    type: string,
    programme: Programme<unknown>,
    value: Fraction,
    { orderId, level }: { orderId: number; level: number } = { orderId: 0, level: 0 },
  ): void {
    for (const { currency, share } of programme.currencies) {
      const isConverted = type !== 'WINNER'
      const rate = isConverted ? rateBetween(this.#month.rates, 'EUR', currency)!.rate : fraction(1)
      const units = truncateToUnits(multiply(multiply(value, share), rate), decimalsOf(currency))
      if (units > 0n) this.#lines.push({ partnerId, type, orderId, level, currency, units })
    }
  }
}

const stands = ({ cancelledBy }: MonthOrder) => cancelledBy === 0

function ofCents(cents: bigint, percent: Fraction): Fraction {
  return multiply({ num: cents, den: 10_000n }, percent)
}

function byExportOrder(a: Line, b: Line): number {
  return (
    a.partnerId - b.partnerId ||
    compareText(a.type, b.type) ||
    a.orderId - b.orderId ||
    a.level - b.level ||
    compareText(a.currency, b.currency) ||
    compare(fraction(a.units), fraction(b.units))
  )
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
