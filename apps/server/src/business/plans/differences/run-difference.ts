import { sql } from 'kysely'

import type { Core, Progress } from '../../../core/core.ts'
import { runInThread } from '../../../threads/run-in-thread.ts'
import { reading, writing } from './difference-role.ts'
import type { DifferenceDocument } from './finished-difference.ts'

const THREAD = new URL('./difference-thread.ts', import.meta.url)

type Options = { readonly progress: Progress; readonly signal: AbortSignal }

/** Computes a stored difference and stores its amounts; returns the ranks that the draft replaces. */
export type Compute = (
  core: Core,
  id: number,
  options: Options,
) => Promise<DifferenceDocument['replaced']>

const inThread: Compute = ({ database }, id, options) =>
  runInThread(THREAD, { database, given: id, ...options })

/**
 * Runs a stored difference in a thread of its own, and stores its result, which makes it a finished one. One that has a result keeps it;
 * one that fails or is cancelled leaves nothing.
 *
 * Source: decisions D-161; requirements PLN-010 to PLN-017.
 */
export async function runDifference(
  core: Core,
  id: number,
  options: Options,
  compute: Compute = inThread,
): Promise<DifferenceDocument> {
  const found = await readResult(core, id)
  if (found !== null) return found
  await removeLeftovers(core)
  try {
    return await storeResult(core, id, await compute(core, id, options))
  } catch (error) {
    await removeLeftovers(core)
    throw error
  }
}

/**
 * Removes amounts of runs that have ended without a result: one difference runs at a time. What the thread of such a run has sent as
 * its last may still be under way on the server, so this waits for it.
 */
const removeLeftovers = ({ database }: Core) =>
  writing(database, async (tx) => {
    await sql`lock table console.plan_difference_amounts in share row exclusive mode`.execute(tx)
    await sql`delete from console.plan_difference_amounts a where not exists (
      select from console.plan_difference_results r where r.difference_id = a.difference_id)`.execute(
      tx,
    )
  })

async function readResult({ database }: Core, id: number): Promise<DifferenceDocument | null> {
  const row = await reading(database, (tx) =>
    tx
      .selectFrom('console.planDifferenceResults')
      .select('document')
      .where('differenceId', '=', id)
      .executeTakeFirst(),
  )
  return row === undefined ? null : (row.document as DifferenceDocument)
}

const storeResult = (
  { database, clock }: Core,
  id: number,
  replaced: DifferenceDocument['replaced'],
): Promise<DifferenceDocument> =>
  writing(database, async (tx) => {
    const { rows } = await sql<Omit<DifferenceDocument, 'replaced'>>`
      select coalesce(sum(records) filter (where is_changed), 0)::integer as records,
        count(distinct partner_id) filter (where is_changed)::integer as partners,
        count(distinct partner_id)::integer as credited,
        coalesce(sum(real_eur), 0)::text as real_eur, coalesce(sum(draft_eur), 0)::text as draft_eur
      from console.plan_difference_amounts where difference_id = ${id}`.execute(tx)
    const document = { ...rows[0]!, replaced }
    await tx
      .insertInto('console.planDifferenceResults')
      .values({ differenceId: id, at: clock(), document: JSON.stringify(document) })
      .execute()
    return document
  })
