import * as fc from 'fast-check'

import { fraction } from '../fraction.ts'
import { DAY_MS } from '../instant.ts'
import { eurCents } from '../money.ts'
import { defaultPlan } from './default-plan.ts'
import type { Plan, PlanVersion } from '../plan/plan.ts'
import type { Rate } from '../rates.ts'
import { depthFirst } from '../rules/month-close/depth-first.ts'
import type { MonthQuestion } from '../rules/month-close/month-basis.ts'
import type { MonthFacts } from '../rules/month-close/month-facts.ts'
import { sponsorLists } from './random-networks.ts'

/** A partner and an order as a list has them. Units: milliseconds; cents; numbers of facts. */
export type MonthPartner = {
  readonly id: number
  readonly sponsorId: number | null
  readonly registeredAt: number
  readonly blocked: boolean
}

export type MonthOrder = {
  readonly id: number
  readonly partnerId: number
  readonly paidAt: number
  readonly cents: number
  readonly fact: number
  readonly cancelledBy: number
}

/** A month to close, as lists. */
export type ListedMonth = {
  readonly month: number
  readonly partners: readonly MonthPartner[]
  readonly orders: readonly MonthOrder[]
  readonly versions: readonly PlanVersion[]
  readonly rates: readonly Rate[]
}

/** October 2025: 31 days, and the unilevel tables change within it. */
export const MONTH = Date.UTC(2025, 9)
const MONTH_END = Date.UTC(2025, 10)

/** The lists in columns, orders as they are given. */
export function monthFacts({
  partners,
  orders,
}: Pick<ListedMonth, 'partners' | 'orders'>): MonthFacts {
  const sorted = sponsorsFirst(partners)
  const rows = new Map(sorted.map(({ id }, row) => [id, row]))
  const { partners: inOrder, rowOf } = depthFirst({
    size: sorted.length,
    ids: Float64Array.from(sorted, ({ id }) => id),
    parent: Int32Array.from(sorted, ({ sponsorId }) =>
      sponsorId === null ? -1 : rows.get(sponsorId)!,
    ),
    registeredAt: Float64Array.from(sorted, ({ registeredAt }) => registeredAt),
    blocked: Uint8Array.from(sorted, ({ blocked }) => (blocked ? 1 : 0)),
  })
  return {
    partners: inOrder,
    orders: {
      size: orders.length,
      ids: Float64Array.from(orders, ({ id }) => id),
      buyer: Int32Array.from(orders, ({ partnerId }) => rowOf[rows.get(partnerId)!]!),
      paidAt: Float64Array.from(orders, ({ paidAt }) => paidAt),
      cents: Float64Array.from(orders, ({ cents }) => cents),
      fact: Float64Array.from(orders, ({ fact }) => fact),
      cancelledBy: Float64Array.from(orders, ({ cancelledBy }) => cancelledBy),
    },
  }
}

function sponsorsFirst(partners: readonly MonthPartner[]): MonthPartner[] {
  const sorted: MonthPartner[] = []
  const listed = new Set<number | null>([null])
  let waiting = [...partners]
  while (waiting.length > 0) {
    const ready = waiting.find(({ sponsorId }) => listed.has(sponsorId))!
    sorted.push(ready)
    listed.add(ready.id)
    waiting = waiting.filter((partner) => partner !== ready)
  }
  return sorted
}

/** A listed month as `closeMonth` is asked for it. */
export function monthQuestion(listed: ListedMonth): MonthQuestion {
  const { month, versions, rates } = listed
  return { month, facts: monthFacts(listed), versions, rates }
}

/** The default plan for a network a hundred times smaller, so that two dozen partners get somewhere. */
export function smallPlan(changes: Partial<Plan> = {}): Plan {
  const plan = defaultPlan()
  const ranks = plan.ranks.map((rank) => ({ ...rank, turnover: eurCents(rank.turnover / 100n) }))
  const smaller = <R extends { target: bigint }>(rows: readonly R[]) =>
    rows.map((row) => ({ ...row, target: eurCents(row.target / 100n) }))
  const { programmes: of } = plan
  return {
    ...plan,
    ranks,
    programmes: {
      infinity: { ...of.infinity, rows: smaller(of.infinity.rows) },
      diamond: { ...of.diamond, rows: smaller(of.diamond.rows) },
      diamondPools: of.diamondPools,
      winner: { ...of.winner, rows: smaller(of.winner.rows) },
      lifestyle: { ...of.lifestyle, rows: smaller(of.lifestyle.rows) },
      bsp: { ...of.bsp, rows: smaller(of.bsp.rows) },
      cycledTurbo: { ...of.cycledTurbo, rows: smaller(of.cycledTurbo.rows) },
    },
    ...changes,
  }
}

/** Quotes EUR -> coin, all set before the month. */
export function quotes(rates: Readonly<Record<'UPT' | 'UCN' | 'ULTIMA' | 'BSP', string>>): Rate[] {
  return Object.entries(rates).map(([to, rate], index) => ({
    id: index + 1,
    from: 'EUR',
    to: to as 'UPT',
    rateType: 'SELL',
    rate: fraction(rate),
    setAt: 1_000,
  }))
}

export const PLAIN_QUOTES = quotes({ UPT: '2', UCN: '4', ULTIMA: '0.0002', BSP: '1' })
/** Quotes that are not the newest, of another pair or of another type: none of them counts. */
const OTHER_QUOTES: readonly Rate[] = (
  [
    { id: 0, from: 'EUR', to: 'UPT', rateType: 'SELL', setAt: 1_000 },
    { id: 90, from: 'EUR', to: 'UCN', rateType: 'SELL', setAt: 999 },
    { id: 91, from: 'EUR', to: 'BSP', rateType: 'BUY', setAt: 2_000 },
    { id: 92, from: 'UCN', to: 'UPT', rateType: 'SELL', setAt: 2_000 },
  ] as const
).map((quote) => ({ ...quote, rate: fraction(7) }))

/** R sponsors B and C; B sponsors D. All registered long ago; D buys, and R is active. */
export function smallMonth(changes: Partial<ListedMonth> = {}): ListedMonth {
  const partner = (id: number, sponsorId: number | null) => {
    return { id, sponsorId, registeredAt: MONTH - 400 * DAY_MS, blocked: false }
  }
  const order = (id: number, partnerId: number, day: number, euros: number) => {
    const paidAt = MONTH + day * DAY_MS
    return { id, partnerId, paidAt, cents: euros * 100, fact: 100 + id, cancelledBy: 0 }
  }
  return {
    month: MONTH,
    partners: [partner(1, null), partner(2, 1), partner(3, 1), partner(4, 2), partner(5, 1)],
    orders: [
      order(1, 1, 0, 50),
      order(2, 2, 1, 300),
      order(3, 3, 2, 200),
      order(4, 4, 3, 1_000),
      order(5, 5, 4, 100),
    ],
    versions: [{ version: 1, plan: smallPlan() }],
    rates: PLAIN_QUOTES,
    ...changes,
  }
}

const ODD_QUOTES = quotes({
  UPT: '4.16037291',
  UCN: '0.333333333333333333',
  ULTIMA: '0.0001999999',
  BSP: '1.000000007',
})

/** How long an order makes its buyer active under the plans of these months. */
const ACTIVE_MS = 30 * DAY_MS

const instants = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: MONTH, max: MONTH_END - 1 }) },
  fc.integer({ min: MONTH - 70 * DAY_MS, max: MONTH_END - 1 }),
  fc.constantFrom(MONTH - 1, MONTH, MONTH_END - ACTIVE_MS, MONTH + 12 * DAY_MS, MONTH_END - 1),
  // Windows of cycled turbo begin and end at midnight.
  fc
    .tuple(fc.integer({ min: -30, max: 30 }), fc.constantFrom(0, 0, -1))
    .map(([day, shift]) => MONTH + day * DAY_MS + shift),
)

const cents = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 200_000 }) },
  { weight: 8, arbitrary: fc.constantFrom(5_000, 4_999, 10_000, 100_000, 33_333) },
  // Beyond what a double holds once it is multiplied out.
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000_000_000_000 }) },
)

const planChanges: fc.Arbitrary<Partial<Plan>> = fc.record(
  {
    legRule: fc.constantFrom('ranked', 'sequential'),
    countOwnTurnover: fc.boolean(),
    ranksAreKept: fc.boolean(),
    infinityNeedsActivity: fc.boolean(),
  },
  { requiredKeys: [] },
)

/** Where a programme begins: as the plan has it, around the month's edges, or within it. */
const beginnings = fc.option(
  fc.constantFrom(MONTH, MONTH + 1, MONTH + 9 * DAY_MS, MONTH_END - 1, MONTH_END, MONTH_END + 1),
  { freq: 4, nil: undefined },
)

/** Changes of programmes that hold for all plans of a month. */
const programmeChanges = fc.record({
  windowDays: fc.constantFrom(30, 30, 7, 1),
  turboBase: fc.constantFrom('line1', 'line1', 'lines1To2', 'lines1To3', 'team'),
  turboLegs: fc.constantFrom(['1'], ['0.5', '0.3']),
  turboTimes: fc.constantFrom(1n, 10n, 30n),
  turboRank: fc.option(fc.nat({ max: 4 })),
  from: fc.record({
    infinity: beginnings,
    diamond: beginnings,
    diamondPools: beginnings,
    lifestyle: beginnings,
    bsp: beginnings,
    cycledTurbo: beginnings,
  }),
})
type ProgrammeChanges = typeof programmeChanges extends fc.Arbitrary<infer Drawn> ? Drawn : never

function changedProgrammes(plan: Plan, changes: ProgrammeChanges): Plan['programmes'] {
  const { infinity, diamond, diamondPools, lifestyle, bsp, cycledTurbo } = plan.programmes
  const { from } = changes
  const since = <P extends { from: number }>(programme: P, start = programme.from): P => {
    return { ...programme, from: start }
  }
  return {
    ...plan.programmes,
    infinity: since(infinity, from.infinity),
    diamond: since(diamond, from.diamond),
    diamondPools: since(diamondPools, from.diamondPools),
    lifestyle: since(lifestyle, from.lifestyle),
    bsp: since(bsp, from.bsp),
    cycledTurbo: since(changedTurbo(plan, cycledTurbo, changes), from.cycledTurbo),
  }
}

/** Other windows, lines and legs, higher targets, and a rank for each row but the first. */
function changedTurbo(
  { ranks }: Plan,
  turbo: Plan['programmes']['cycledTurbo'],
  { windowDays, turboBase: base, turboLegs, turboTimes, turboRank }: ProgrammeChanges,
): Plan['programmes']['cycledTurbo'] {
  const minimumRank = turboRank === null ? null : ranks[turboRank]!
  return {
    ...turbo,
    windowDays,
    base,
    legPercents: turboLegs.map((percent) => fraction(percent)),
    rows: turbo.rows.map((row, place) => ({
      ...row,
      target: eurCents(row.target * turboTimes),
      minimumRank: place === 0 ? null : minimumRank,
    })),
  }
}

const versionLists: fc.Arbitrary<PlanVersion[]> = fc
  .tuple(planChanges, programmeChanges, fc.option(fc.tuple(planChanges, instants)))
  .map(([first, programmes, second]) => {
    const versionOf = (version: number, plan: Plan): PlanVersion => {
      return { version, plan: { ...plan, programmes: changedProgrammes(plan, programmes) } }
    }
    const versions = [versionOf(1, smallPlan(first))]
    if (second === null) return versions
    const [changes, validFrom] = second
    return [...versions, versionOf(2, { ...dearerPlan(), ...changes, validFrom })]
  })

/** Another ladder, other targets and other percents. */
function dearerPlan(): Plan {
  const plan = smallPlan()
  const { infinity, winner } = plan.programmes
  const doubled = (rows: typeof infinity.rows) =>
    rows.map((row) => ({ ...row, target: eurCents(row.target * 2n), percent: fraction('1.3') }))
  return {
    ...plan,
    ranks: plan.ranks.map((rank) => ({ ...rank, turnover: eurCents((rank.turnover * 3n) / 2n) })),
    programmes: {
      ...plan.programmes,
      infinity: { ...infinity, rows: doubled(infinity.rows) },
      winner: { ...winner, from: MONTH + 5 * DAY_MS },
    },
  }
}

const MOST_PARTNERS = 20

/** How long before the month's end a partner registered; at midnight sometimes. */
const registeredBefore = fc.oneof(
  fc.integer({ min: 0, max: 100 * DAY_MS }),
  fc.integer({ min: 1, max: 100 }).map((days) => days * DAY_MS),
)

const orderDraft = fc.record({
  partner: fc.nat(),
  paidAt: instants,
  /** Another order: this one is paid as the activity of that one ends, or a millisecond before or after. */
  paidAtEndOf: fc.option(fc.record({ other: fc.nat(), shift: fc.constantFrom(0, 0, -1, 1) }), {
    freq: 3,
  }),
  cents,
  cancelledAfter: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat({ max: 30 }) },
  ),
})

/** Months of up to 20 partners: chains, stars, several roots, cancellations, one plan or two. */
export const listedMonths: fc.Arbitrary<ListedMonth> = fc
  .record({
    partners: sponsorLists(
      { minLength: 4, maxLength: MOST_PARTNERS },
      ...(['bushy', 'bushy', 'bushy', 'any', 'chain', 'star', 'roots'] as const),
    ),
    registered: fc.array(registeredBefore, { minLength: MOST_PARTNERS, maxLength: MOST_PARTNERS }),
    blocked: fc.array(fc.nat({ max: 9 }), { minLength: MOST_PARTNERS, maxLength: MOST_PARTNERS }),
    orders: fc.array(orderDraft, { maxLength: 40, size: 'max' }),
    versions: versionLists,
    rates: fc
      .tuple(fc.constantFrom(PLAIN_QUOTES, ODD_QUOTES), fc.boolean())
      .map(([rates, hasOthers]) => (hasOthers ? [...rates, ...OTHER_QUOTES] : rates)),
  })
  .map(({ partners, registered, blocked, orders, versions, rates }) => ({
    month: MONTH,
    // Numbers that do not rise with the rows.
    partners: partners.map(({ id, sponsorId }, index) => ({
      id: shuffledId(id),
      sponsorId: sponsorId === null ? null : shuffledId(sponsorId),
      registeredAt: MONTH_END - registered[index]!,
      blocked: blocked[index] === 0,
    })),
    orders: orders.map(({ partner, cents: amount, cancelledAfter, ...draft }, index) => ({
      id: ((index + 1) * 37) % 1009,
      partnerId: shuffledId((partner % partners.length) + 1),
      paidAt: paidAtOf(draft, orders),
      cents: amount,
      fact: index * 100 + 1,
      cancelledBy: cancelledAfter === null ? 0 : (index + cancelledAfter) * 100 + 2 + index,
    })),
    versions,
    rates,
  }))

type Instants = {
  readonly paidAt: number
  readonly paidAtEndOf: { readonly other: number; readonly shift: number } | null
}

function paidAtOf({ paidAt, paidAtEndOf }: Instants, orders: readonly Instants[]): number {
  if (paidAtEndOf === null) return paidAt
  const { other, shift } = paidAtEndOf
  const end = orders[other % orders.length]!.paidAt + ACTIVE_MS + shift
  return end < MONTH_END ? end : paidAt
}

const shuffledId = (id: number) => (id * 19) % 101
