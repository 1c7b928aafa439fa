import { readPlan } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import { lockFactLog } from '../facts/lock-fact-log.ts'
import { withWholeFiles } from '../facts/with-whole-files.ts'

/** Version and start of a loaded plan. */
export type LoadedPlan = { readonly version: number; readonly validFrom: number }

/** Who loads a plan: the operator's address, or the user of a command or key. `withdraws`: the version that it replaces. */
export type PlanLoad = {
  readonly by: string
  readonly proposalId?: number
  readonly withdraws?: number
}

/**
 * Load a compensation plan as a new version, which takes effect from its `validFrom`.
 *
 * Refuses: `validation_error`, naming every place where the document is wrong; nothing changes then.
 * Source: decisions B; operations.md section 4.
 */
export async function loadPlan(core: Core, document: unknown, by?: string): Promise<LoadedPlan> {
  const load = by === undefined ? null : { by }
  const loaded = await withWholeFiles(core, () =>
    core.database.transaction((tx) => loadPlanIn(core, tx, document, load)),
  )
  await core.network.catchUp(core.database.read)
  return loaded
}

/** Loads a plan in a transaction of the caller, who holds the lock of files. Refuses: as `loadPlan`. */
export async function loadPlanIn(
  core: Core,
  tx: Tx,
  document: unknown,
  load: PlanLoad | null,
): Promise<LoadedPlan> {
  const { validFrom } = checkedPlan(document)
  // Versions have no gaps: concurrent loads queue here.
  // No order is being decided while this lock is held, so none meets half of the old plan and half of the new.
  await lockFactLog(tx)
  const version = (await core.plans.latest(tx)) + 1
  await sql`
    insert into plans (version, valid_from, document, loaded_at)
    values (${version}, ${validFrom}, ${JSON.stringify(document)}::jsonb, ${core.clock()})`.execute(
    tx,
  )
  if (load !== null) {
    const { by: loadedBy, proposalId = null, withdraws = null } = load
    await tx
      .insertInto('console.planLoads')
      .values({ version, loadedBy, proposalId, withdraws })
      .execute()
  }
  return { version, validFrom }
}

/**
 * The plan that a document says.
 *
 * Refuses: `validation_error`, naming every place where the document is wrong.
 */
export function checkedPlan(document: unknown) {
  const read = readPlan(document)
  if ('plan' in read) return read.plan
  throw new InvalidInput(read.problems)
}
