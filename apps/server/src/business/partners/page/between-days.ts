import type { MonthFacts } from '@partner-office/domain'

import { NO_ROW } from '../../../network/columns.ts'
import type { FiguresEngine } from '../../../network/figures-engine.ts'
import { Largest } from './largest.ts'

/** What of a list is shown. Source: requirements PTR-020. */
const SHOWN = 10

/** The ends of two days. Units: the first instants of the days after them. */
export type Days = { readonly from: number; readonly to: number }

/** An order that is a cause. Units: `size` in cents, `at` when it was paid or cancelled; `buyer` is the id of a partner. */
type CauseOrder = {
  readonly id: number
  readonly size: number
  readonly at: number
  readonly buyer: number
}

/** Orders that were paid, or cancelled, between two days. Units: cents. */
export class OrderSum {
  count = 0
  cents = 0
  readonly largest = new Largest<CauseOrder>(SHOWN)

  add(order: CauseOrder): void {
    this.count += 1
    this.cents += order.size
    this.largest.add(order)
  }
}

/** A turnover at the ends of two days, and its causes. Units: cents. */
export class TurnoverBetween {
  before = 0
  after = 0
  readonly orders = new OrderSum()
  readonly cancellations = new OrderSum()
}

/** A leg, at the ends of both days. Units: cents; `id` of the partner who leads it. */
export type LegBetween = { readonly id: number; before: number; after: number }

/** The turnovers of a partner. */
export type TurnoversBetween = {
  readonly own: TurnoverBetween
  readonly team: TurnoverBetween
  readonly legs: readonly LegBetween[]
}

/**
 * The turnovers of the partner at row `top` at the ends of two days, with all orders between them. `cancelledAt` gives the instant of a
 * cancellation by its fact.
 *
 * An order counts from its payment to its cancellation, but not while a partner between the buyer and the top was not registered yet.
 * So each difference is what came less what went.
 *
 * Costs all orders of the team.
 * Source: decisions D-169.
 */
export function turnoversBetween(
  { partners, orders }: MonthFacts,
  top: number,
  days: Days,
  cancelledAt: ReadonlyMap<number, number>,
): TurnoversBetween {
  const own = new TurnoverBetween()
  const team = new TurnoverBetween()
  const legs = new Map<number, LegBetween>()
  const { legOf, joinedAt } = placesIn(partners.parent, partners.registeredAt, top)
  for (let order = 0; order < orders.size; order += 1) {
    const buyer = orders.buyer[order]!
    if (buyer !== top && legOf[buyer] === NO_ROW) continue
    const cents = orders.cents[order]!
    const came = Math.max(orders.paidAt[order]!, joinedAt[buyer]!)
    const went = Math.max(came, cancelledAt.get(orders.cancelledBy[order]!) ?? Infinity)
    const counts = (end: number) => (came < end && went >= end ? cents : 0)
    const at = { before: counts(days.from), after: counts(days.to) }
    const cause = { id: orders.ids[order]!, size: cents, buyer: partners.ids[buyer]! }
    const turnover = buyer === top ? own : team
    addTo(turnover, at)
    if (buyer !== top) addTo(legIn(legs, partners.ids[legOf[buyer]!]!), at)
    if (isBetween(came, days)) turnover.orders.add({ ...cause, at: came })
    if (isBetween(went, days)) turnover.cancellations.add({ ...cause, at: went })
  }
  return { own, team, legs: [...legs.values()] }
}

const isBetween = (at: number, { from, to }: Days): boolean => at >= from && at < to

type Sums = { before: number; after: number }

function addTo(sums: Sums, { before, after }: Sums): void {
  sums.before += before
  sums.after += after
}

function legIn(legs: Map<number, LegBetween>, id: number): LegBetween {
  const leg = legs.get(id) ?? { id, before: 0, after: 0 }
  legs.set(id, leg)
  return leg
}

/**
 * The leg that each row below the top belongs to, and since when everybody from it up to the top is registered.
 *
 * Requires each row to come after that of its sponsor.
 */
function placesIn(
  parent: ArrayLike<number>,
  registeredAt: ArrayLike<number>,
  top: number,
  size = parent.length,
) {
  const legOf = new Int32Array(size).fill(NO_ROW)
  const joinedAt = new Float64Array(size)
  joinedAt[top] = registeredAt[top]!
  for (let row = top + 1; row < size; row += 1) {
    const above = parent[row]!
    if (above !== top && (above < top || legOf[above] === NO_ROW)) continue
    legOf[row] = above === top ? row : legOf[above]!
    joinedAt[row] = Math.max(registeredAt[row]!, joinedAt[above]!)
  }
  return { legOf, joinedAt }
}

/** A number of partners at the ends of two days, and who registered between them by their legs. */
export class SizeBetween {
  before = 0
  after = 0
  readonly #registered = new Map<number, number>()

  add(joinedAt: number, leg: number, { from, to }: Days): void {
    if (joinedAt < from) this.before += 1
    if (joinedAt < to) this.after += 1
    if (joinedAt >= from && joinedAt < to)
      this.#registered.set(leg, (this.#registered.get(leg) ?? 0) + 1)
  }

  /** The legs with most registrations. Units: `id` of the partner who leads the leg. */
  largest(): readonly { readonly id: number; readonly size: number }[] {
    const largest = new Largest<{ id: number; size: number }>(SHOWN)
    for (const [id, size] of this.#registered) largest.add({ id, size })
    return largest.items
  }
}

/** The sizes of the first line and of the team of the partner at row `top` at the ends of two days. Costs all partners. */
export function sizesBetween(
  engine: FiguresEngine,
  top: number,
  days: Days,
): { readonly flSize: SizeBetween; readonly teamSize: SizeBetween } {
  const flSize = new SizeBetween()
  const teamSize = new SizeBetween()
  const { legOf, joinedAt } = placesIn(engine.parent, engine.registeredAt, top, engine.size)
  for (let row = top + 1; row < engine.size; row += 1) {
    if (legOf[row] === NO_ROW) continue
    const leg = engine.ids[legOf[row]!]!
    teamSize.add(joinedAt[row]!, leg, days)
    if (legOf[row] === row) flSize.add(joinedAt[row]!, leg, days)
  }
  return { flSize, teamSize }
}
