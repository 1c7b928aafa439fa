import { monthText, planAt, type PlanVersion, type Rank, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { FiguresEngine } from '../../network/figures-engine.ts'
import { RankLadder } from '../../network/search/rank-ladder.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import type { Period } from './asked-period.ts'

/**
 * A period with what its programmes depend on.
 *
 * Units: `upToFact` is the last fact that counts; `version` is the plan in force in the period's last millisecond.
 */
export type BonusContext = Period & {
  readonly db: Db
  readonly engine: FiguresEngine
  /** The rank of an engine row on the ordinary ladder now. */
  readonly rankNow: (row: number) => Rank
  readonly versions: readonly PlanVersion[]
  readonly version: PlanVersion
  readonly now: number
  readonly isSealed: boolean
  readonly upToFact: number
}

/** A period with the caller. Units: `row` is the caller's in the engine. */
export type CallerContext = BonusContext & { readonly partnerId: number; readonly row: number }

/**
 * Opens a period. An open period counts all current facts and plans; a sealed one counts those of its closing.
 *
 * Refuses: `data_not_ready`.
 */
export async function openContext(core: Core, { start, end }: Period): Promise<BonusContext> {
  const db = core.database.read
  const loaded = await core.database.recent.read('plans', () => core.plans.versions(db))
  const sealed = await readSealedMonth(db, monthText(end - 1))
  const versions =
    sealed === null ? loaded : loaded.filter(({ version }) => version <= sealed.planVersion)
  // Last, so that nothing comes between the figures and the orders that are read next.
  const { engine } = await freshNetwork(core)
  const now = core.clock()
  const { plan } = planAt(loaded, now)
  const ladder = new RankLadder(plan, engine.legsKept)
  return {
    db,
    engine,
    rankNow: (row) => plan.ranks[ladder.placeOf(engine, row)]!,
    versions,
    version: planAt(versions, end - 1),
    now,
    isSealed: sealed !== null,
    upToFact: sealed?.upToFact ?? engine.asOf,
    start,
    end,
  }
}

/** Opens a period for a caller. Refuses: `data_not_ready`. */
export async function openCallerContext(
  core: Core,
  partnerId: number,
  period: Period,
): Promise<CallerContext> {
  const context = await openContext(core, period)
  const row = context.engine.rowOf(partnerId)
  if (row === NO_ROW) throw new Refusal('data_not_ready')
  return { ...context, partnerId, row }
}

/** What a closed month was computed from last: its own closing, or a later one that corrected it for late orders. */
export type SealedMonth = { readonly planVersion: number; readonly upToFact: number }

/** How a month written "2025-10" was closed; null while it is not sealed. Source: decisions C11.12. */
export async function readSealedMonth(db: Db, period: string): Promise<SealedMonth | null> {
  const { rows } = await sql<SealedMonth>`
    select own.plan_version, (
      select max(c.up_to_fact) from closings c join period_seals s on s.closing_id = c.id
      where c.id = own.id or ${period} = any(c.late_periods)) as up_to_fact
    from closings own join period_seals s on s.closing_id = own.id where own.period = ${period}`.execute(
    db,
  )
  return rows[0] ?? null
}
