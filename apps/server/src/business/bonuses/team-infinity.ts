import {
  type BonusValue,
  compare,
  type Fraction,
  infinityStanding,
  type InfinityStanding,
  isActiveAt,
  isZero,
  type PlanVersion,
  planAt,
  subtract,
  ZERO,
} from '@partner-office/domain'

import type { FiguresEngine } from '../../network/figures-engine.ts'
import type { BonusDesk } from './bonus-desk.ts'
import type { MonthOrder } from './bought.ts'
import { boughtLegs, linesOf, periodTurnover, ruleLegs } from './bought-legs.ts'
import { legTerms } from './period-standing.ts'
import type { RankOf } from './read-ranks-then.ts'

/** What an order gives the one on top of a team. Units: `level` is the buyer's depth. */
export type Accrual = {
  readonly order: MonthOrder
  readonly version: PlanVersion
  readonly level: number
  readonly value: Extract<BonusValue, { kind: 'order' }>
  readonly share: Fraction
}

/** Who is blocked and who was active, as the period counts it. */
export type Standing = {
  readonly isBlocked: (row: number) => boolean
  readonly isActiveAt: (row: number, at: number) => boolean
}

/** As things stand now. Source: decisions C4, C8. */
export const standingNow = (engine: FiguresEngine): Standing => ({
  isBlocked: (row) => engine.blocked[row] === 1,
  isActiveAt: (row, at) => isActiveAt(engine.activeUntil(row, at), at),
})

/**
 * The infinity bonus among a partner and everybody below, from the orders of the team in a month.
 *
 * Everybody's effective percent is found when an order first comes by.
 *
 * Source: decisions C4.
 */
export class TeamInfinity {
  readonly #desk: BonusDesk
  readonly #top: number
  readonly #orders: readonly MonthOrder[]
  readonly #ranksThen: RankOf
  readonly #standing: Standing
  readonly #standings = new Map<PlanVersion, Map<number, InfinityStanding>>()
  #boughtBelow: Map<number, MonthOrder[]> | null = null

  constructor(
    desk: BonusDesk,
    team: {
      readonly top: number
      readonly orders: readonly MonthOrder[]
      readonly ranksThen: RankOf
      readonly standing: Standing
    },
  ) {
    this.#desk = desk
    this.#top = team.top
    this.#orders = team.orders
    this.#ranksThen = team.ranksThen
    this.#standing = team.standing
  }

  /** What the orders give the one on top, in the order they stand in. */
  *accruals(): Generator<Accrual> {
    for (const order of this.#orders) {
      const accrual = this.accrualOf(order)
      if (accrual !== null) yield accrual
    }
  }

  /** Where a row stands under the plan in force when an order was paid. */
  standingOf(row: number, version: PlanVersion): InfinityStanding {
    const known = this.#standings.get(version) ?? new Map<number, InfinityStanding>()
    this.#standings.set(version, known)
    const standing = known.get(row) ?? this.#findStanding(row, version)
    known.set(row, standing)
    return standing
  }

  /** What an order of the team gives the one on top; null for nothing. */
  accrualOf(order: MonthOrder): Accrual | null {
    const { engine, versions } = this.#desk
    const version = planAt(versions, order.paidAt)
    const { effective } = this.standingOf(this.#top, version)
    if (effective === null || order.paidAt < version.plan.programmes.infinity.from) return null
    let paidBefore = ZERO
    let level = 1
    for (let row = engine.parent[order.row]!; row !== this.#top; row = engine.parent[row]!) {
      const percent = this.#percentAt(row, order.paidAt, version)
      if (compare(percent, paidBefore) > 0) paidBefore = percent
      level += 1
    }
    const share = subtract(this.#percentAt(this.#top, order.paidAt, version), paidBefore)
    if (share.num <= 0n) return null
    return { order, version, level, share, value: { kind: 'order', effective, paidBefore } }
  }

  #percentAt(row: number, at: number, version: PlanVersion): Fraction {
    const { effective } = this.standingOf(row, version)
    if (effective === null || isZero(effective.percent)) return ZERO
    if (this.#standing.isBlocked(row)) return ZERO
    const needsActivity = version.plan.infinityNeedsActivity
    return needsActivity && !this.#standing.isActiveAt(row, at) ? ZERO : effective.percent
  }

  #findStanding(row: number, { plan }: PlanVersion): InfinityStanding {
    const { infinity } = plan.programmes
    const terms = { rows: infinity.rows, ...legTerms(plan, infinity) }
    const rankId = this.#ranksThen(row)
    const bought = infinity.rows.some(({ minimumRank }) => (minimumRank?.id ?? 0) <= rankId)
      ? this.#boughtSince(row, infinity.from)
      : []
    const legs = boughtLegs(this.#desk.engine, row, bought)
    const turnover = periodTurnover(ruleLegs(this.#desk.engine, legs, infinity.base))
    return infinityStanding(terms, rankId, turnover)
  }

  #boughtSince(row: number, from: number): MonthOrder[] {
    this.#boughtBelow ??= this.#collectBelow()
    return (this.#boughtBelow.get(row) ?? []).filter(({ paidAt }) => paidAt >= from)
  }

  /** The orders of everybody's lines that count. */
  #collectBelow(): Map<number, MonthOrder[]> {
    const { engine, versions } = this.#desk
    const lines = Math.max(...versions.map(({ plan }) => linesOf(plan.programmes.infinity.base)))
    const below = new Map<number, MonthOrder[]>()
    for (const order of this.#orders) {
      let row = order.row
      for (let line = 1; line <= lines && row !== this.#top; line += 1) {
        row = engine.parent[row]!
        const orders = below.get(row)
        if (orders === undefined) below.set(row, [order])
        else orders.push(order)
      }
    }
    return below
  }
}
