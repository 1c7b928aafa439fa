import { readPlan } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { InvalidInput } from '../../input/invalid-input.ts'
import { lockFactLog } from '../facts/lock-fact-log.ts'
import { withWholeFiles } from '../facts/with-whole-files.ts'

/** Version and start of a loaded plan. */
export type LoadedPlan = { readonly version: number; readonly validFrom: number }

/**
 * Load a compensation plan as a new version, which takes effect from its `validFrom`.
 *
 * Refuses: `validation_error`, naming every place where the document is wrong; nothing changes then.
 * Source: decisions B; operations.md section 4.
 */
export async function loadPlan(core: Core, document: unknown): Promise<LoadedPlan> {
  const { validFrom } = checkedPlan(document)
  const version = await withWholeFiles(core, () => storePlan(core, document, validFrom))
  await core.network.catchUp(core.database.read)
  return { version, validFrom }
}

function storePlan(core: Core, document: unknown, validFrom: number): Promise<number> {
  return core.database.transaction(async (tx) => {
    // Versions have no gaps: concurrent loads queue here.
    // No order is being decided while this lock is held, so none meets half of the old plan and half of the new.
    await lockFactLog(tx)
    const next = (await core.plans.latest(tx)) + 1
    await sql`
      insert into plans (version, valid_from, document, loaded_at)
      values (${next}, ${validFrom}, ${JSON.stringify(document)}::jsonb, ${core.clock()})`.execute(
      tx,
    )
    return next
  })
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
