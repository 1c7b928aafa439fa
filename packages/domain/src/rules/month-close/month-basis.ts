import type { AccountCurrency } from '../../currency.ts'
import { monthEnd, monthText } from '../../month.ts'
import type { Plan, PlanVersion, Programme, Rank } from '../../plan/plan.ts'
import type { Rate } from '../../rates.ts'
import type { ActivityOrder } from '../activity.ts'
import {
  activeStretches,
  activeUntilByRow,
  stretchesOf,
  type ActiveStretch,
} from './active-stretches.ts'
import { closeRate } from './close-rates.ts'
import type { CloseRate } from './derivation.ts'
import type { MonthFacts } from './month-facts.ts'
import { NetworkTurnovers } from './network-turnovers.ts'
import { planSegments, type PlanSegment } from './plan-segments.ts'
import { type RankSuccession, ranksAt } from './ranks-at.ts'
import { TargetTest } from './target-test.ts'
import { leastOf, legsWantedBy, topLegsOf, type TopLegs } from './top-legs.ts'

/** What a month is computed from. Units: `month` is its first millisecond. */
export type MonthQuestion = {
  readonly month: number
  readonly facts: MonthFacts
  readonly versions: readonly PlanVersion[]
  /** The quotes in force at the close. */
  readonly rates: readonly Rate[]
  /** Given while the month is open, for facts that have the month's orders alone. */
  readonly present?: PresentStanding
  /** The versions whose ladders partners climbed, if not `versions`; see `draftCourse`. */
  readonly ladders?: readonly PlanVersion[]
  /** The ids of the last ladder's ranks for ranks held on the ladders before it; without it a rank keeps its id. */
  readonly succession?: RankSuccession
}

/** Ranks and activity as they are now, by row. `activityOf` lists the orders that add activity, by `paidAt`. */
export type PresentStanding = {
  readonly rankOf: (row: number) => number
  readonly activityOf: (row: number) => readonly ActivityOrder[]
}

type WithTarget = { readonly target: bigint }
type WithRank = WithTarget & { readonly minimumRank: Rank | null }

/** A programme's tests by row, and the turnovers and legs they look at. */
export type ProgrammeLegs = { readonly tests: readonly TargetTest[]; readonly top: TopLegs }

/** Partners in the order of their rows, and the place of the programme's row that each one reaches. */
export type Reached = { readonly rows: readonly number[]; readonly places: readonly number[] }

/**
 * What the programmes of a month share: ranks, activity, plan versions, turnovers and rates. The plan
 * version in force in the month's last millisecond is the month's plan.
 *
 * Ranks are those at the month's end; while the month is open, those of now (`present`).
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
  /** The id of a row's rank. */
  readonly rankOf: (row: number) => number
  readonly turnovers: NetworkTurnovers
  readonly #rates: readonly Rate[]
  readonly #present: PresentStanding | undefined
  readonly #top = new Map<string, TopLegs>()

  constructor({ month, facts, versions, rates, present, ladders, succession }: MonthQuestion) {
    this.facts = facts
    this.turnovers = new NetworkTurnovers(facts)
    this.start = month
    this.end = monthEnd(month)
    this.period = monthText(month)
    this.segments = planSegments(versions, this.start, this.end)
    this.history = planSegments(versions, 0, this.end)
    this.version = this.segments.at(-1)!.version
    this.rankOf =
      present?.rankOf ?? ranksAtEnd(this.turnovers, ladders ?? versions, this.end, succession)
    this.#rates = rates
    this.#present = present
  }

  /** When the `asked` rows are active in a part of the month, as `activeStretches`. */
  activity(part: PlanSegment, asked: Uint8Array): (row: number) => readonly ActiveStretch[] {
    const { facts, history } = this
    const present = this.#present
    const { start, end } = part
    const stretches =
      present === undefined
        ? activeStretches(facts.orders, history, { asked, start, end })
        : new Map<number, ActiveStretch[]>()
    return (row) => {
      const known = stretches.get(row) ?? (present ? stretchesOf(present.activityOf(row)) : [])
      stretches.set(row, known)
      return known
    }
  }

  /** Until when each row is active after the orders paid up to the month's end, as `activeUntilByRow`. */
  activeUntil(): Float64Array {
    const { orders, partners } = this.facts
    return activeUntilByRow(orders, this.history, partners.size)
  }

  /** The tests of a programme of this month, and the legs of all partners who can reach a row. */
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

  /** Each partner's highest row that the rank allows and the turnover reaches. Source: decisions C4, C5, C7. */
  highestRows(programme: Programme<WithRank>, plan: Plan = this.version.plan): Reached {
    const { tests, top } = this.legsOf(programme, plan)
    const ranks = programme.rows.map(({ minimumRank }) => minimumRank?.id ?? 0)
    const rows: number[] = []
    const places: number[] = []
    for (const [at, row] of top.rows.entries()) {
      const rankId = this.rankOf(row)
      for (let place = tests.length - 1; place >= 0; place -= 1) {
        if (ranks[place]! > rankId) continue
        if (!tests[place]!.isReached(top.totals[at]!, top.legs, at * top.kept)) continue
        rows.push(row)
        places.push(place)
        break
      }
    }
    return { rows, places }
  }

  /** The quote of a currency, as `closeRate`. Refuses: `not_found`. */
  rateFor(currency: AccountCurrency): CloseRate | null {
    return closeRate(this.#rates, currency)
  }
}

function ranksAtEnd(...question: Parameters<typeof ranksAt>): (row: number) => number {
  const ranks = ranksAt(...question)
  return (row) => ranks[row]!
}

/** The tests for the targets of a programme's rows. */
export function rowTests(
  { rows, legPercents }: Pick<Programme<WithTarget>, 'rows' | 'legPercents'>,
  { legRule: rule }: Pick<Plan, 'legRule'>,
): TargetTest[] {
  return rows.map(({ target }) => new TargetTest({ target, percents: legPercents, rule }))
}
