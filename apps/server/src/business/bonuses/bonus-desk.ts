import { monthText, planAt, type PlanVersion, type Rank, Refusal } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import { type FiguresEngine, NO_ROW } from '../../network/figures-engine.ts'
import { RankLadder } from '../../network/search/rank-ladder.ts'
import type { Core } from '../../core/core.ts'
import { freshNetwork } from '../figures/fresh-network.ts'
import type { Period } from './asked-period.ts'
import { readSealedMonth, type SealedMonth } from './read-sealed-month.ts'

/** Counts every fact there is. */
const ALL_FACTS = Number.MAX_SAFE_INTEGER

/**
 * A period as the programmes look at it.
 *
 * Units: `upToFact` is the last fact that counts; `version` is the plan in force in the period's last millisecond.
 */
export type BonusDesk = Period & {
  readonly db: Db
  readonly engine: FiguresEngine
  /** Where a row stands on the ordinary ladder now. */
  readonly rankNow: (row: number) => Rank
  readonly versions: readonly PlanVersion[]
  readonly version: PlanVersion
  readonly now: number
  /** How the period was closed; null while it is open. */
  readonly sealed: SealedMonth | null
  readonly upToFact: number
}

/** The same for whoever asks. */
export type OwnDesk = BonusDesk & { readonly partnerId: number; readonly row: number }

/**
 * A period: while it is open everything counts that is known by now; once it is closed, what the closing knew.
 *
 * Refuses: `data_not_ready`.
 */
export async function openDesk(core: Core, { start, end }: Period): Promise<BonusDesk> {
  const db = core.database.read
  const loaded = await core.database.recent.read('plans', () => core.plans.versions(db))
  const sealed = await readSealedMonth(db, monthText(end - 1))
  const versions = sealed === null ? loaded : loaded.filter(isKnownTo(sealed))
  // Last, so that nothing comes between the figures and what is read of orders.
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
    sealed,
    upToFact: sealed?.upToFact ?? ALL_FACTS,
    start,
    end,
  }
}

/**
 * The same for a partner.
 *
 * Refuses: `data_not_ready`.
 */
export async function openOwnDesk(core: Core, partnerId: number, period: Period): Promise<OwnDesk> {
  const desk = await openDesk(core, period)
  const row = desk.engine.rowOf(partnerId)
  if (row === NO_ROW) throw new Refusal('data_not_ready')
  return { ...desk, partnerId, row }
}

const isKnownTo =
  ({ planVersion }: SealedMonth) =>
  ({ version }: PlanVersion): boolean =>
    version <= planVersion
