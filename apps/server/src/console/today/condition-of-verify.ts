import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Condition } from './condition.ts'

/** What the newest verification that ended has found. */
export async function findVerifyDifference({ database }: Core): Promise<readonly Condition[]> {
  const { rows } = await sql<{ id: number; found: number; endedAt: number }>`
    select id, (result ->> 'found')::integer as found, ended_at from console.jobs
    where kind = 'verify' and state = 'DONE' order by id desc limit 1`.execute(database.read)
  return rows
    .filter(({ found }) => found > 0)
    .map(({ id, found, endedAt }) => ({
      object: String(id),
      sentence: `The last verification has found ${found === 1 ? 'a difference' : `${found} differences`} between what is stored and what follows from the facts.`,
      parameters: { found },
      since: endedAt,
    }))
}
