import type { CallReply, getQueues } from '@partner-office/contracts'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import { type Queue, readQueues } from '../../core/database-state.ts'

/** The background job that takes from a queue; payouts are taken up by people. */
const JOBS: Readonly<Record<Queue['queue'], string | null>> = {
  mails: 'hand over mails',
  notices: 'deliver notices',
  payout_mails: 'send mails about payouts',
  tickets: 'hand over tickets',
  statements: 'make statements',
  payouts: null,
  webhooks: 'deliver webhooks',
}

type Failure = { readonly job: string; readonly at: number; readonly text: string }

/** Queues with their last errors, by any process. Source: requirements SYS-004. */
export async function readQueuesOf({
  database: { read },
}: Core): Promise<CallReply<typeof getQueues>> {
  const failures = await sql<Failure>`
    select distinct on (f.key) f.key as job, (f.value ->> 'at')::bigint as at, f.value ->> 'text' as text
    from console.processes p, jsonb_each(p.failures) f
    order by f.key, (f.value ->> 'at')::bigint desc`.execute(read)
  const queues = await readQueues(read)
  return {
    content: queues.map(({ queue, length, oldest, tries }) => {
      const failure = failures.rows.find(({ job }) => job === JOBS[queue])
      const lastError = failure === undefined ? null : { at: failure.at, text: failure.text }
      return { name: queue, length, oldest, tries, lastError }
    }),
  }
}
