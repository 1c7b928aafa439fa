import { setTimeout as wait } from 'node:timers/promises'

import {
  type Fraction,
  monthPools,
  type PoolRow,
  poolVolume,
  Refusal,
} from '@partner-office/domain'

import type { BonusContext } from './bonus-context.ts'
import { readTeamMonth } from './team-month.ts'

/** A pool of a month that is not closed. Units: EUR, exact. */
export type OpenPool = {
  readonly row: PoolRow
  readonly volume: Fraction
  readonly achievers: number
}

/** What a count is made from: facts up to a number, and plans. */
type State = { readonly fact: number; readonly plan: number }

type Counting = State & { readonly result: Promise<Counted> }

type Counted = State & {
  readonly countedAt: number
  readonly pools: readonly OpenPool[]
}

const PATIENCE_MS = 2_000
const OLDEST_ANSWER_MS = 60_000

/**
 * Counts the members of the diamond pools of months that are not closed, and caches the counts.
 *
 * The members depend on the whole network, so each state of the facts is counted once, beside the requests. While a
 * count takes longer than 2 s, callers get the last count if it is at most a minute old.
 *
 * Costs all orders of the month.
 * Source: decisions C6.
 */
export class PoolCache {
  readonly #counted = new Map<number, Counted>()
  readonly #counting = new Map<number, Counting>()

  /** Refuses: `data_not_ready`, while there is no count of the month yet. */
  async pools(context: BonusContext): Promise<readonly OpenPool[]> {
    const known = this.#counted.get(context.start)
    if (known !== undefined && isOf(context, known)) return known.pools
    const fresh = await Promise.race([
      this.#freshCount(context),
      wait(PATIENCE_MS, null, { ref: false }),
    ])
    if (fresh !== null) return fresh.pools
    if (known !== undefined && performance.now() - known.countedAt < OLDEST_ANSWER_MS) {
      return known.pools
    }
    throw new Refusal('data_not_ready')
  }

  /** Callers with a newer state wait for the running count first, so that only one count of a month runs. */
  async #freshCount(context: BonusContext): Promise<Counted> {
    for (;;) {
      const running = this.#counting.get(context.start)
      if (running === undefined) return this.#count(context)
      if (isOf(context, running)) return running.result
      await running.result.catch(() => {})
    }
  }

  async #count(context: BonusContext): Promise<Counted> {
    const state = { fact: context.upToFact, plan: context.versions.at(-1)!.version }
    const counted = async () => ({
      ...state,
      pools: await countPools(context),
      countedAt: performance.now(),
    })
    const result = counted()
    this.#counting.set(context.start, { ...state, result })
    try {
      const done = await result
      // Two open months are hardly ever read for long, so one count is kept.
      this.#counted.clear()
      this.#counted.set(context.start, done)
      return done
    } finally {
      this.#counting.delete(context.start)
    }
  }
}

const isOf = ({ upToFact, versions }: BonusContext, { fact, plan }: State): boolean =>
  fact === upToFact && plan === versions.at(-1)!.version

async function countPools(context: BonusContext): Promise<OpenPool[]> {
  const { diamondPools } = context.version.plan.programmes
  if (diamondPools.from >= context.end || diamondPools.rows.length === 0) return []
  const { basis } = await readTeamMonth(context, { top: null, lines: Infinity })
  return monthPools(basis).map(({ row, parts, members }) => {
    return { row, volume: poolVolume(parts), achievers: members.length }
  })
}
