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

/** The count of a month. `state` names the facts and plans it is made from. */
type Count = {
  readonly month: number
  readonly state: string
  readonly pools: readonly OpenPool[]
  readonly countedAt: number
}

type RunningCount = { readonly state: string; readonly count: Promise<Count> }

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
  /** Two open months are hardly ever read for long, so one count is kept. */
  #last: Count | null = null
  readonly #running = new Map<number, RunningCount>()

  /** Refuses: `data_not_ready`, while there is no count of the month yet. */
  async pools(context: BonusContext): Promise<readonly OpenPool[]> {
    const last = this.#last?.month === context.start ? this.#last : null
    if (last?.state === stateOf(context)) return last.pools
    const fresh = await Promise.race([
      this.#freshCount(context),
      wait(PATIENCE_MS, null, { ref: false }),
    ])
    if (fresh !== null) return fresh.pools
    if (last !== null && performance.now() - last.countedAt < OLDEST_ANSWER_MS) return last.pools
    throw new Refusal('data_not_ready')
  }

  /** Callers with a newer state wait for the running count first, so that only one count of a month runs. */
  async #freshCount(context: BonusContext): Promise<Count> {
    for (;;) {
      const running = this.#running.get(context.start)
      if (running === undefined) return this.#count(context)
      if (running.state === stateOf(context)) return running.count
      await running.count.catch(() => {})
    }
  }

  async #count(context: BonusContext): Promise<Count> {
    const { start: month } = context
    const state = stateOf(context)
    const count = countPools(context).then((pools) => {
      return { month, state, pools, countedAt: performance.now() }
    })
    this.#running.set(month, { state, count })
    try {
      this.#last = await count
      return this.#last
    } finally {
      this.#running.delete(month)
    }
  }
}

const stateOf = ({ upToFact, versions }: BonusContext): string =>
  `${upToFact} ${versions.at(-1)!.version}`

async function countPools(context: BonusContext): Promise<OpenPool[]> {
  const { diamondPools } = context.version.plan.programmes
  if (diamondPools.from >= context.end || diamondPools.rows.length === 0) return []
  const { basis } = await readTeamMonth(context, { top: null, lines: Infinity })
  return monthPools(basis).map(({ row, parts, members }) => {
    return { row, volume: poolVolume(parts), achievers: members.length }
  })
}
