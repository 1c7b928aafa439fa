import { setTimeout as wait } from 'node:timers/promises'

import {
  eurCents,
  type Fraction,
  isInPool,
  planSegments,
  type PoolPart,
  type PoolRow,
  poolVolume,
  Refusal,
  ZERO,
} from '@partner-office/domain'
import { sql } from 'kysely'

import { readCursor } from '../../db/read-cursor.ts'
import { type FiguresEngine, NO_ROW } from '../../network/figures-engine.ts'
import { inSlices } from '../../network/in-slices.ts'
import type { Core } from '../../core/core.ts'
import type { BonusDesk } from './bonus-desk.ts'
import type { Bought } from './bought.ts'
import { type BoughtLeg, boughtLegs, periodTurnover, ruleLegs } from './bought-legs.ts'
import { type RankOf, readRanksThen } from './read-ranks-then.ts'

/** A pool of a month that is not closed. Units: EUR, exact. */
export type OpenPool = {
  readonly row: PoolRow
  readonly volume: Fraction
  readonly achievers: number
}

/** What a count knows: facts up to a number, and plans. */
type State = { readonly fact: number; readonly plan: number }

type Counting = State & { readonly result: Promise<Counted> }

type Counted = State & {
  readonly countedAt: number
  readonly pools: readonly OpenPool[]
}

const PATIENCE_MS = 2_000
const OLDEST_ANSWER_MS = 60_000

/**
 * How many share the diamond pools of months that are not closed.
 *
 * Who shares depends on the whole network, so it is counted beside the requests, once for what is known; while that takes
 * long, what was counted in the last minute is answered.
 *
 * Costs the orders of the month and one look at everybody's rank.
 * Source: decisions C6.
 */
export class PoolBook {
  readonly #core: Core
  readonly #counted = new Map<number, Counted>()
  readonly #counting = new Map<number, Counting>()

  constructor(core: Core) {
    this.#core = core
  }

  /** Refuses: `data_not_ready`, while nothing has been counted for a month. */
  async pools(desk: BonusDesk): Promise<readonly OpenPool[]> {
    const known = this.#counted.get(desk.start)
    if (known !== undefined && isOf(desk, known)) return known.pools
    const fresh = await Promise.race([
      this.#freshCount(desk),
      wait(PATIENCE_MS, null, { ref: false }),
    ])
    if (fresh !== null) return fresh.pools
    if (known !== undefined && performance.now() - known.countedAt < OLDEST_ANSWER_MS) {
      return known.pools
    }
    throw new Refusal('data_not_ready')
  }

  /** Who asks while an older state is counted waits for it, so that only one count of a month runs. */
  async #freshCount(desk: BonusDesk): Promise<Counted> {
    for (;;) {
      const running = this.#counting.get(desk.start)
      if (running === undefined) return this.#count(desk)
      if (isOf(desk, running)) return running.result
      await running.result.catch(() => {})
    }
  }

  async #count(desk: BonusDesk): Promise<Counted> {
    const state = { fact: desk.engine.asOf, plan: desk.versions.at(-1)!.version }
    const counted = async () => ({
      ...state,
      pools: await countPools(this.#core, desk),
      countedAt: performance.now(),
    })
    const result = counted()
    this.#counting.set(desk.start, { ...state, result })
    try {
      const done = await result
      // Nobody looks at two open months for long.
      this.#counted.clear()
      this.#counted.set(desk.start, done)
      return done
    } finally {
      this.#counting.delete(desk.start)
    }
  }
}

const isOf = ({ engine, versions }: BonusDesk, { fact, plan }: State): boolean =>
  fact === engine.asOf && plan === versions.at(-1)!.version

async function countPools(core: Core, desk: BonusDesk): Promise<OpenPool[]> {
  const { plan } = desk.version
  const { diamondPools, diamond } = plan.programmes
  if (diamondPools.from >= desk.end || diamondPools.rows.length === 0) return []
  const ranksThen = await readRanksThen(desk, null)
  const lowest = Math.min(...diamondPools.rows.map(({ minimumRank }) => minimumRank.id))
  const ranked = await inSlices(rowsFrom(desk.engine, ranksThen, lowest))
  const legs = await readLegs(core, desk, ranked, Math.max(diamond.from, desk.start))
  const pools: OpenPool[] = []
  for (const row of diamondPools.rows) {
    const sharing = [...legs].filter(([partner, bought]) => {
      const turnover = periodTurnover(ruleLegs(desk.engine, bought, diamond.base))
      return isInPool(plan, row, ranksThen(partner), turnover)
    })
    const volume = poolVolume(await readParts(desk, row.pool))
    pools.push({ row, volume, achievers: sharing.length })
  }
  return pools
}

/** Everybody with a rank or a higher one. */
function* rowsFrom(
  engine: FiguresEngine,
  ranksThen: RankOf,
  rankId: number,
): Generator<void, Set<number>> {
  const rows = new Set<number>()
  for (let row = 0; row < engine.size; row += 1) {
    if (ranksThen(row) >= rankId) rows.add(row)
    if (row % 1_000 === 0) yield
  }
  return rows
}

/** What the legs of some partners bought in the month. */
async function readLegs(
  core: Core,
  { engine, start, end, upToFact }: BonusDesk,
  ranked: ReadonlySet<number>,
  from: number,
): Promise<Map<number, BoughtLeg[]>> {
  const below = new Map<number, Bought[]>([...ranked].map((row) => [row, []]))
  if (ranked.size > 0 && from < end) {
    await core.database.snapshot(async (tx) => {
      const bought = readCursor(
        tx,
        sql<{ partnerId: number; cents: number }>`
          select o.partner_id, sum(o.amount_cents)::bigint as cents
          from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${upToFact}
          where c.order_id is null and o.fact <= ${upToFact} and o.paid_at >= ${Math.max(from, start)}
            and o.paid_at < ${end}
          group by o.partner_id`,
      )
      for await (const { partnerId, cents } of bought) {
        const row = engine.rowOf(partnerId)
        if (row === NO_ROW) continue
        for (const above of engine.ancestors(row)) below.get(above)?.push({ row, cents })
      }
    })
  }
  return new Map([...below].map(([top, bought]) => [top, boughtLegs(engine, top, bought)]))
}

/** What a pool collects, by the plan that each order was paid under. */
async function readParts(desk: BonusDesk, pool: number): Promise<PoolPart[]> {
  const parts: PoolPart[] = []
  for (const { version, start, end } of planSegments(desk.versions, desk.start, desk.end)) {
    const { from, rows } = version.plan.programmes.diamondPools
    const percent = rows.find((row) => row.pool === pool)?.percent ?? ZERO
    const { rows: sums } = await sql<{ cents: number }>`
      select coalesce(sum(o.amount_cents), 0)::bigint as cents
      from orders o left join cancellations c on c.order_id = o.id and c.fact <= ${desk.upToFact}
      where c.order_id is null and o.fact <= ${desk.upToFact} and o.paid_at >= ${Math.max(from, start)}
        and o.paid_at < ${end}`.execute(desk.db)
    parts.push({
      planVersion: version.version,
      turnover: eurCents(sums[0]!.cents),
      percent,
    })
  }
  return parts
}
