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
export const findUnknownDifference = async (core: Core): Promise<readonly Condition[]> =>
  (await newestVerification(core))
    .filter(({ found, acknowledged }) => found > acknowledged)
    .map(conditionOf)

/** Counts differences, `acknowledged` those whose text stands in an acknowledgement. */
type Verified = {
  readonly id: number
  readonly found: number
  readonly acknowledged: number
  readonly endedAt: number
}

async function newestVerification({ database }: Core): Promise<Verified[]> {
  const { rows } = await sql<Verified>`
    select j.id, (j.result ->> 'found')::integer as found, j.ended_at, (
      select count(*)::integer from jsonb_array_elements_text(j.result -> 'differences') as difference
      where exists (
        select from audit_log a where a.command = ${ACKNOWLEDGE} and a.arguments ->> 'difference' = difference)) as acknowledged
    from console.jobs j where j.kind = 'verify' and j.state = 'DONE' order by j.id desc limit 1`.execute(
    database.read,
  )
  return rows.filter(({ found }) => found > 0)
}

const conditionOf = ({ id, found, endedAt }: Verified): Condition => ({
  object: String(id),
  sentence: `The last verification has found ${found === 1 ? 'a difference' : `${found} differences`} between what is stored and what follows from the facts.`,
  parameters: { found },
  since: endedAt,
})
