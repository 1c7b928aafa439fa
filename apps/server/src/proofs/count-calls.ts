import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import { CALL_WINDOW_MS } from '../input/limits.ts'
import { secondsLeft } from './wrong-attempts.ts'

/**
 * Counts a call of a minute, in the database: several processes share the count, and a restart forgets nothing.
 *
 * Units: `limit` in calls per minute; 0: no limit.
 * Refuses: `too_many_requests`, with the seconds to wait.
 * Source: decisions D-106.
 */
export async function countCall(core: Core, subject: string, limit: number): Promise<void> {
  if (limit === 0) return
  const { calls, endsAt } = await countIn(core, subject, CALL_WINDOW_MS)
  if (calls <= limit) return
  const retryAfter = secondsLeft(endsAt, core.clock())
  throw new Refusal('too_many_requests', { retryAfter })
}

/** Counts within a window that starts with its first count, and again after the clock was set back. */
export async function countIn(
  { database, clock }: Core,
  subject: string,
  windowMs: number,
): Promise<{ readonly calls: number; readonly endsAt: number }> {
  const now = clock()
  const { rows } = await sql<{ calls: number; windowStart: number }>`
    insert into passport.rate_limits as r (subject, window_start, calls) values (${subject}, ${now}, 1)
    on conflict (subject) do update set
      calls = case when r.window_start between ${now - windowMs + 1}::bigint and ${now}::bigint then r.calls + 1
        else 1 end,
      window_start = case when r.window_start between ${now - windowMs + 1}::bigint and ${now}::bigint
        then r.window_start else ${now}::bigint end
    returning calls, window_start`.execute(database.read)
  const { calls, windowStart } = rows[0]!
  return { calls, endsAt: windowStart + windowMs }
}
