import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { ACKNOWLEDGE } from '../integrity/acknowledge.ts'
import type { Condition } from './condition.ts'

/** What the newest verification that ended has found. */
export const findVerifyDifference = async (core: Core): Promise<readonly Condition[]> =>
  (await newestVerification(core)).map(conditionOf)

/**
 * The same, unless each difference was acknowledged. A job keeps the first of very many differences: the others cannot be
 * acknowledged.
 *
 * Source: console.md D-160; decisions/0050-known-differences.md.
 */
export async function findUnknownDifference(core: Core): Promise<readonly Condition[]> {
  const [newest] = await newestVerification(core)
  if (newest === undefined) return []
  return newest.found > (await countAcknowledged(core, newest.id)) ? [conditionOf(newest)] : []
}

type Verified = { readonly id: number; readonly found: number; readonly endedAt: number }

async function newestVerification({ database }: Core): Promise<Verified[]> {
  const { rows } = await sql<Verified>`
    select id, (result ->> 'found')::integer as found, ended_at from console.jobs
    where kind = 'verify' and state = 'DONE' order by id desc limit 1`.execute(database.read)
  return rows.filter(({ found }) => found > 0)
}

/** How many differences of a verification have an acknowledgement with their text. */
async function countAcknowledged({ database }: Core, jobId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from console.jobs j, jsonb_array_elements_text(j.result -> 'differences') as difference
    where j.id = ${jobId} and exists (
      select from audit_log a where a.command = ${ACKNOWLEDGE} and a.arguments ->> 'difference' = difference)`.execute(
    database.read,
  )
  return rows[0]!.count
}

const conditionOf = ({ id, found, endedAt }: Verified): Condition => ({
  object: String(id),
  sentence: `The last verification has found ${found === 1 ? 'a difference' : `${found} differences`} between what is stored and what follows from the facts.`,
  parameters: { found },
  since: endedAt,
})
