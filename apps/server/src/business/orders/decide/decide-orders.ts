import {
  type AccountCurrency,
  creditedAmount,
  eurCents,
  eurOf,
  type Fraction,
  lastPaidDepth,
  type Plan,
  planAt,
  type PlanVersion,
  type Rank,
  Refusal,
  type Rate,
  toDecimalText,
  unilevelShares,
} from '@partner-office/domain'

import type { FiguresDraft } from '../../../network/figures-draft.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import type { Ladder } from '../../../network/facts.ts'
import { bonusLadderStart } from '../../../plans/figures-rules.ts'
import { RankWatch } from './rank-watch.ts'

/** An order as it came in. Units: cents; `row` is the buyer's in the figures. */
export type NewOrder = {
  readonly orderId: number
  readonly row: number
  readonly paidAt: number
  readonly cents: number
}

/** Orders by their place: a list, or the columns of a file. */
export type NewOrders = Iterable<NewOrder> & {
  readonly length: number
  at(index: number): NewOrder | undefined
}

/** The turnover of orders. Units: cents. */
export function sumOf(orders: NewOrders): bigint {
  let sum = 0n
  for (const { cents } of orders) sum += BigInt(cents)
  return sum
}

/** One amount for one partner and everything that explains it. */
export type Credit = {
  readonly partnerId: number
  readonly type: 'DIRECT' | 'TEAM' | 'TURNOVER'
  readonly level: number
  readonly currency: AccountCurrency
  readonly units: bigint
  readonly paidAt: number
  readonly planVersion: number
  readonly rankId: number | null
  readonly percent: string | null
  readonly baseCents: number
  readonly rateId: number
  readonly rate: string
  readonly beforeCut: string
}

export type UnpaidLevel = {
  readonly partnerId: number
  readonly depth: number
  readonly reason: 'blocked' | 'inactive' | 'no_percent' | 'below_smallest_unit'
}

export type RankReach = {
  readonly partnerId: number
  readonly ladder: Ladder
  readonly rankId: number
  readonly planVersion: number
}

/** Decision about one order; it never changes later. */
export type OrderDecision = {
  readonly order: NewOrder
  readonly planVersion: number
  readonly rateId: number
  readonly credits: readonly Credit[]
  readonly unpaid: readonly UnpaidLevel[]
  readonly reaches: readonly RankReach[]
}

/** What orders are decided on. */
export type OrderBasis = {
  readonly engine: FiguresEngine
  readonly draft: FiguresDraft
  /** Filled in as plans are needed. */
  readonly watches: Map<PlanVersion, RankWatch>
  readonly plans: readonly PlanVersion[]
  /** The quotes in force at intake. */
  readonly rates: readonly Rate[]
}

/**
 * Decides about the orders of one intake, sorted by (paidAt, orderId). The draft has them from then on, for the next intake.
 *
 * Orders of the same instant make each other's buyers active before any of them is decided (C11.5); ranks are looked
 * at after each order (D-147).
 *
 * Refuses: `not_found`, when there is no rate to credit in.
 * Source: decisions C2, C3, C8, C11; operations section 5, "Inside one import".
 */
export function* decideOrders(basis: OrderBasis, orders: NewOrders): Generator<OrderDecision> {
  let activeUpTo = 0
  let next = orders.at(0)
  for (const order of orders) {
    while (next?.paidAt === order.paidAt) {
      basis.draft.addActivity(next.row, next.paidAt, next.cents)
      next = orders.at(++activeUpTo)
    }
    const version = planAt(basis.plans, order.paidAt)
    yield decideOrder(basis, version, watchOf(basis, version), order)
  }
}

function watchOf({ watches }: OrderBasis, version: PlanVersion): RankWatch {
  const watch = watches.get(version) ?? new RankWatch(version.plan)
  watches.set(version, watch)
  return watch
}

function decideOrder(
  basis: OrderBasis,
  version: PlanVersion,
  watch: RankWatch,
  order: NewOrder,
): OrderDecision {
  const rate = sellRate(basis.rates, version.plan.unilevelCurrency)
  const { credits, unpaid } = unilevelCredits(basis, version, rate, order)
  basis.draft.addTurnover(order.row, order.paidAt, order.cents)
  const reaches = reachRanks(basis, version, watch, order, credits)
  return { order, planVersion: version.version, rateId: rate.id, credits, unpaid, reaches }
}

function unilevelCredits(
  basis: OrderBasis,
  version: PlanVersion,
  rate: Pick<Rate, 'id' | 'rate'>,
  order: NewOrder,
): { readonly credits: Credit[]; readonly unpaid: readonly UnpaidLevel[] } {
  const { unilevelCurrency: currency } = version.plan
  const shares = unilevelShares({
    plan: version.plan,
    amount: eurCents(BigInt(order.cents)),
    paidAt: order.paidAt,
    ancestors: paidAncestors(basis, version, order),
  })
  const credits: Credit[] = []
  const unpaid: UnpaidLevel[] = [...shares.unpaid]
  for (const { partnerId, depth, kind, percent, eur } of shares.paid) {
    const { units, beforeCut } = creditedAmount(eur, rate.rate, currency)
    if (units === 0n) {
      unpaid.push({ partnerId, depth, reason: 'below_smallest_unit' })
      continue
    }
    credits.push({
      partnerId,
      type: kind,
      level: depth,
      currency,
      units,
      paidAt: order.paidAt,
      planVersion: version.version,
      rankId: null,
      percent: toDecimalText(percent),
      baseCents: order.cents,
      rateId: rate.id,
      rate: toDecimalText(rate.rate),
      beforeCut: toDecimalText(beforeCut),
    })
  }
  return { credits, unpaid }
}

function paidAncestors({ engine, draft }: OrderBasis, { plan }: PlanVersion, order: NewOrder) {
  const ancestors = []
  let left = lastPaidDepth(plan, order.paidAt)
  for (const row of engine.ancestors(order.row)) {
    if (left === 0) break
    left -= 1
    ancestors.push({
      partnerId: engine.ids[row]!,
      blocked: engine.blocked[row] === 1,
      active: draft.isActiveAt(row, order.paidAt),
    })
  }
  return ancestors
}

/** Every partner whose figures the order changed may have reached a rank: C2, D-048. */
function reachRanks(
  { engine, draft, rates }: OrderBasis,
  { version, plan }: PlanVersion,
  watch: RankWatch,
  order: NewOrder,
  credits: Credit[],
): RankReach[] {
  const all = draft.measureFrom(Number.NEGATIVE_INFINITY)
  const bonus = draft.measureFrom(bonusLadderStart(plan.turnoverBonusStart))
  const reaches: RankReach[] = []
  const first = plan.countOwnTurnover ? order.row : engine.parent[order.row]!
  for (let row = first; row !== NO_ROW; row = engine.parent[row]!) {
    const partnerId = engine.ids[row]!
    for (const rank of watch.newlyReached(draft, 'ordinary', all, row)) {
      reaches.push({ partnerId, ladder: 'ordinary', rankId: rank.id, planVersion: version })
    }
    for (const rank of watch.newlyReached(draft, 'bonus', bonus, row)) {
      reaches.push({ partnerId, ladder: 'bonus', rankId: rank.id, planVersion: version })
      const credit = rankCredit(rank, plan.rankBonusCurrency, rates)
      if (credit === null) continue
      credits.push({
        ...credit,
        partnerId,
        paidAt: order.paidAt,
        planVersion: version,
      })
    }
  }
  return reaches
}

function rankCredit(rank: Rank, currency: AccountCurrency, rates: readonly Rate[]) {
  if (rank.bonus === 0n) return null
  const rate = sellRate(rates, currency)
  const { units, beforeCut } = creditedAmount(eurOf(rank.bonus), rate.rate, currency)
  if (units === 0n) return null
  return {
    type: 'TURNOVER' as const,
    level: 0,
    currency,
    units,
    rankId: rank.id,
    percent: null,
    baseCents: Number(rank.bonus),
    rateId: rate.id,
    rate: toDecimalText(rate.rate),
    beforeCut: toDecimalText(beforeCut),
  }
}

/**
 * Requires a quote for every credit that an order of this plan may bring.
 *
 * Refuses: `not_found`.
 */
export function requireRates(rates: readonly Rate[], plan: Plan): void {
  sellRate(rates, plan.unilevelCurrency)
  if (plan.ranks.some(({ bonus }) => bonus > 0n)) sellRate(rates, plan.rankBonusCurrency)
}

/** Credits follow a stored quote, never a derived one: D-050. */
function sellRate(rates: readonly Rate[], to: AccountCurrency): { id: number; rate: Fraction } {
  if (to === 'EUR') throw new Error('Bonuses at an order are credited in coins')
  const found = rates.find(
    (rate) => rate.from === 'EUR' && rate.to === to && rate.rateType === 'SELL',
  )
  if (found === undefined) throw new Refusal('not_found', { rate: `EUR ${to} SELL` })
  return found
}
