import type { AccountCurrency } from '../../currency.ts'
import { monthEnd, monthText } from '../../month.ts'
import type { Plan, PlanVersion, Programme, Rank } from '../../plan/plan.ts'
import type { Rate } from '../../rates.ts'
import { closeRate } from './close-rates.ts'
import type { CloseRate } from './derivation.ts'
import type { MonthFacts } from './month-facts.ts'
import { NetworkTurnovers } from './network-turnovers.ts'
import { planSegments, type PlanSegment } from './plan-segments.ts'
import { ranksAt } from './ranks-at.ts'
import { TargetTest } from './target-test.ts'
import { leastOf, legsWantedBy, topLegsOf, type TopLegs } from './top-legs.ts'

/** What a month is computed from. Units: `month` is its first millisecond. */
export type MonthQuestion = {
  readonly month: number
  readonly facts: MonthFacts
  readonly versions: readonly PlanVersion[]
  /** The quotes in force at the close. */
  readonly rates: readonly Rate[]
}

type WithTarget = { readonly target: bigint }
type WithRank = WithTarget & { readonly minimumRank: Rank | null }

/** A programme's tests by row, and the turnovers and legs they look at. */
export type ProgrammeLegs = { readonly tests: readonly TargetTest[]; readonly top: TopLegs }

/** Partners, from the first row to the last, and the place of a programme's row for each of them. */
export type Reached = { readonly rows: readonly number[]; readonly places: readonly number[] }

/**
 * What the programmes of a month share: ranks at its end, the plan versions in force one after the
 * other, turnovers and rates. The version in force in its last millisecond is the month's plan.
 */
export class MonthBasis {
  readonly facts: MonthFacts
  readonly start: number
  readonly end: number
  /** The month as records name it: "2025-10". */
  readonly period: string
  /** The versions in force within the month. */
  readonly segments: readonly PlanSegment[]
  /** The versions in force from the first order on. */
  readonly history: readonly PlanSegment[]
  readonly version: PlanVersion
  /** The rank at the end of the month, by row. */
  readonly ranks: Uint16Array
  readonly turnovers: NetworkTurnovers
  readonly #rates: readonly Rate[]
  readonly #top = new Map<string, TopLegs>()

  constructor({ month, facts, versions, rates }: MonthQuestion) {
    this.facts = facts
    this.turnovers = new NetworkTurnovers(facts)
    this.start = month
    this.end = monthEnd(month)
    this.period = monthText(month)
    this.segments = planSegments(versions, this.start, this.end)
    this.history = planSegments(versions, 0, this.end)
    this.version = this.segments.at(-1)!.version
    this.ranks = ranksAt(this.turnovers, versions, this.end)
    this.#rates = rates
  }

  /** The tests of a programme of this month, and the legs of everybody who can reach a row. */
  legsOf(programme: Programme<WithTarget>, plan: Plan = this.version.plan): ProgrammeLegs {
    const start = Math.max(programme.from, this.start)
    const tests = rowTests(programme, plan)
    const wanted = legsWantedBy(tests, programme.legPercents.length)
    const columns = this.turnovers.between(start, this.end).legs(programme.base, leastOf(wanted))
    const key = [start, programme.base, ...Object.values(wanted)].join()
    const top = this.#top.get(key) ?? topLegsOf(columns, wanted)
    this.#top.set(key, top)
    return { tests, top }
  }

  /** Everybody's highest row that the rank allows and the turnover reaches. Source: decisions C4, C5, C7. */
  highestRows(programme: Programme<WithRank>, plan: Plan = this.version.plan): Reached {
    const { tests, top } = this.legsOf(programme, plan)
    const ranks = programme.rows.map(({ minimumRank }) => minimumRank?.id ?? 0)
    const rows: number[] = []
    const places: number[] = []
    for (const [at, row] of top.rows.entries()) {
      for (let place = tests.length - 1; place >= 0; place -= 1) {
        if (ranks[place]! > this.ranks[row]!) continue
        if (!tests[place]!.isReached(top.totals[at]!, top.legs, at * top.kept)) continue
        rows.push(row)
        places.push(place)
        break
      }
    }
    return { rows, places }
  }

  /** Refuses: `not_found`, where there is no quote. */
  rateFor(currency: AccountCurrency): CloseRate | null {
    return closeRate(this.#rates, currency)
  }
}

/** The tests for the targets of a programme's rows. */
export function rowTests(
  { rows, legPercents }: Pick<Programme<WithTarget>, 'rows' | 'legPercents'>,
  { legRule: rule }: Pick<Plan, 'legRule'>,
): TargetTest[] {
  return rows.map(({ target }) => new TargetTest({ target, percents: legPercents, rule }))
}
