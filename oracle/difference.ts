/** What a draft of a plan would have credited in closed months, beside what was credited (console.md, D-161). */

import { Book, type Input, type Step } from './compute.ts'
import { cut, type Fraction } from './decimal.ts'
import { Ladder } from './ladder.ts'
import { endOf, startOf } from './month.ts'
import type { Order } from './network.ts'
import type { Currency, Plan } from './plan.ts'
import type { BonusRecord } from './records.ts'

/** What a partner gets of a programme in a month, in one currency. Units: 1e-8 coins; 1e-8 EUR, null for WIN. */
export type Amount = { coins: bigint; eur: bigint | null; records: number }

/** By partner, month, programme and currency, as text. */
export type Side = Map<string, Amount>

/** Both sides of a difference. `months` are closed by the steps. */
export function sides(
  input: Input,
  draft: Plan,
  months: readonly string[],
): { real: Side; draft: Side } {
  const sorted = [...months].sort()
  return {
    real: play(new SideBook(input), input.steps, sorted),
    draft: play(new DraftBook(input, draft, sorted), input.steps, sorted),
  }
}

function play(book: SideBook, steps: readonly Step[], months: readonly string[]): Side {
  for (const step of steps) book.take(step)
  const side: Side = new Map()
  for (const { record, eur } of book.valued) {
    const month = monthOf(record)
    if (month === null || !months.includes(month)) continue
    const { partnerId, type, currency, amount } = record
    const key = [partnerId, month, type, currency].join(' ')
    const known = side.get(key) ?? { coins: 0n, eur: eur === null ? null : 0n, records: 0 }
    side.set(key, {
      coins: known.coins + amount,
      eur: known.eur === null || eur === null ? null : known.eur + eur,
      records: known.records + 1,
    })
  }
  return side
}

/** The month of a credit: that of the order, or the closed one; null for reversals and corrections. */
function monthOf({ amount, period, paidAt }: BonusRecord): string | null {
  if (amount < 0n) return null
  if (period === '') return new Date(paidAt).toISOString().slice(0, 7)
  return paidAt === endOf(period) ? period : null
}

/** Knows what each record is worth in EUR at the rate of its credit. */
class SideBook extends Book {
  readonly valued: { record: BonusRecord; eur: bigint | null }[] = []

  override credit(record: BonusRecord): void {
    super.credit(record)
    if (record.amount === 0n) return
    const eur =
      record.currency === 'WIN'
        ? null
        : euros(record.amount, this.rates[record.currency as Currency])
    this.valued.push({ record, eur })
  }
}

const SCALE = 100_000_000n

/** Cut toward zero. */
const euros = (coins: bigint, { n, d }: Fraction): bigint => cut({ n: coins * d, d: n * SCALE }, 8)

/** Computes with a draft in place of the versions that were in force in the months. */
class DraftBook extends SideBook {
  readonly draft: Plan
  readonly start: number
  readonly end: number
  /** The ranks that were really reached: those of earlier orders are kept by their codes. */
  readonly reached: Ladder

  constructor(input: Input, draft: Plan, months: readonly string[]) {
    super(input)
    this.draft = draft
    this.start = startOf(months[0]!)
    this.end = endOf(months.at(-1)!)
    this.reached = new Ladder(this.network)
  }

  override take(step: Step): void {
    if (step.kind === 'importPartners') {
      this.network.join(step.rows)
      this.ladder.grow(this.draft)
      this.reached.grow(this.plans[0]!)
    } else super.take(step)
  }

  /** The draft, from the beginning of the version in force at the first month up to the end of the last one in force. */
  override planAt(t: number): Plan {
    // Called while the base class is being made, too.
    if (this.draft === undefined) return super.planAt(t)
    const first = this.plans.indexOf(super.planAt(this.start))
    const last = this.plans.indexOf(super.planAt(this.end - 1))
    const at = this.plans.indexOf(super.planAt(t))
    return first <= at && at <= last ? this.draft : super.planAt(t)
  }

  override payRanks(order: Order): void {
    const reached = this.reached.add(order, super.planAt(order.paidAt))
    if (order.paidAt >= this.start && this.planAt(order.paidAt) === this.draft) {
      super.payRanks(order)
      return
    }
    this.ladder.addTurnover(order)
    for (const { x, rank } of reached) this.ladder.hold(x, this.kept(rank))
  }

  /** The place of a rank in the draft: by its code, else the highest rank whose turnover is not above. */
  kept(rank: number): number {
    const old = super.planAt(this.start).ranks[rank]!
    const same = this.draft.ranks.findIndex(({ code }) => code === old.code)
    if (same >= 0) return same
    return this.draft.ranks.findLastIndex(
      ({ turnover }) => Number(turnover) <= Number(old.turnover),
    )
  }

  override cancel(orderId: number, at: number): void {
    super.cancel(orderId, at)
    this.reached.takeBack(this.orders.get(orderId)!)
  }

  override holdRanks(): void {
    for (const [month, ranks] of this.held) {
      const ladder = new Ladder(this.network)
      const reached = new Ladder(this.network)
      ladder.grow(this.draft)
      reached.grow(this.plans[0]!)
      for (const order of this.standing()) {
        if (order.paidAt >= endOf(month)) break
        ladder.addTurnover(order)
        if (order.paidAt >= this.start) continue
        for (const { x, rank } of reached.add(order, super.planAt(order.paidAt))) {
          ladder.hold(x, this.kept(rank))
        }
      }
      for (const x of this.network.people.keys()) {
        const now = ladder.rankOf(x, this.draft)
        ranks[x] = this.draft.ranksAreKept ? Math.max(ranks[x] ?? -1, now) : now
      }
    }
  }
}
