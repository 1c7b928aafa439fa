import type { CallInput, postKnownDifference } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import { audited } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'

/** The command of an acknowledgement in the audit log, which keeps it. */
export const ACKNOWLEDGE = 'difference acknowledge'

/**
 * Notes in the audit log that an operator knows a difference of a verification.
 *
 * Refuses: `not_found`, for a difference that the job does not list.
 * Source: requirements AUD-006.
 */
export async function acknowledgeDifference(
  core: Core,
  { jobId, difference, reason }: CallInput<typeof postKnownDifference>['body'],
  actor: string,
): Promise<void> {
  const details = () => ({ object: jobId, difference, reason })
  await audited(core, { actor, command: ACKNOWLEDGE, details }, (on) =>
    on.database.transaction(async (tx) => {
      const { rows } = await sql`
        select from console.jobs
        where id = ${jobId} and kind = 'verify' and result -> 'differences' ? ${difference}`.execute(
        tx,
      )
      if (rows.length === 0) throw new Refusal('not_found')
    }),
  )
}
