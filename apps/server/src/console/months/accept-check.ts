import type { CallInput, CloseCheck, postCheckAccept } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { audited } from '../../business/audit/audit-log.ts'
import type { Core } from '../../core/core.ts'
import type { Session } from '../console.ts'
import { newestDryRun, withAcceptances } from './stored-dry-runs.ts'

type Accepting = CallInput<typeof postCheckAccept>

/**
 * Accepts a check of the newest dry run that warns. Accepting it again changes nothing.
 *
 * Refuses: `not_found`, without a dry run or in one without this check; `changed_meanwhile`, if its numbers are others;
 * `checks_open`, a check that stops; `validation_error`, one that has passed.
 * Source: requirements MON-006, MON-007.
 */
export async function acceptCheck(
  core: Core,
  { params: { month, name }, body: { basis, reason } }: Accepting,
  { operatorId, email }: Session,
): Promise<CloseCheck> {
  const { read } = core.database
  const stored = await newestDryRun(read, month)
  const check = stored?.document.checks.find((each) => each.name === name)
  if (stored === null || check === undefined) throw new Refusal('not_found', { field: 'name' })
  if (check.state === 'stop') throw new Refusal('checks_open', {}, [name])
  if (check.basis !== basis) throw new Refusal('changed_meanwhile', { field: 'basis' })
  if (check.state === 'pass') {
    throw new Refusal('validation_error', { field: 'name', reason: 'the check has passed' })
  }
  const details = () => ({ month, check: name, reason })
  await audited(core, { actor: email, command: 'close check accepted', details }, (on) =>
    on.database.transaction((tx) =>
      tx
        .insertInto('console.closeChecks')
        .values({ period: month, name, basis, reason, byId: operatorId, at: core.clock() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    ),
  )
  return (await withAcceptances(read, stored)).find((each) => each.name === name)!
}
