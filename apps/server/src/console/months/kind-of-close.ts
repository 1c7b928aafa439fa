import type { CheckName, CloseCheck, PreviewRow, ProgrammeSum } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { lockFactLog } from '../../business/facts/lock-fact-log.ts'
import { beginClosing } from '../../business/months/prepare-closing.ts'
import { readClosings } from '../../business/months/closing.ts'
import { askForStatements } from '../../business/statements/statement-runs.ts'
import type { Core } from '../../core/core.ts'
import { insertJob } from '../jobs/stored-jobs.ts'
import { type Kind, row, valueRow } from '../proposals/kind.ts'
import { within } from '../within.ts'
import { isWarning, stopsNow } from './checks.ts'
import { changesSince } from './close-changes.ts'
import {
  isOpenCheck,
  requireDryRun,
  type StoredDryRun,
  withAcceptances,
} from './stored-dry-runs.ts'

/**
 * Closes a month with exactly what a dry run has computed: its facts, plan and rates. The lock of the fact log is held until the
 * closing has begun, so that nothing that counts can come between.
 *
 * Source: D-157, D-158; requirements MON-007 to MON-009.
 */
export const close: Kind<'close'> = {
  proposes: ['finance'],
  approves: ['finance'],
  command: 'close',
  look: async ({ core, tx }, { object: period, values: { dryRun } }) => {
    await lockFactLog(tx)
    const stored = await requireDryRun(tx, { jobId: dryRun, period })
    const changes = await changesSince(core, tx, stored)
    if (changes.length > 0) throw new Refusal('proposal_outdated', {}, changes)
    const checks = await withAcceptances(tx, stored)
    const inside = { ...core, database: { ...core.database, read: tx } }
    await requireNoOpenCheck(inside, stored, checks)
    const accepted = checks.flatMap(({ name, accepted: by }) =>
      by === null ? [] : [{ name, ...by }],
    )
    const { sha256, records, programmes, corrections } = stored.document
    return {
      object: period,
      objectName: period,
      before: {},
      after: { dryRun, sha256, records, programmes, corrections, accepted },
      preview: previewOf(stored, accepted),
      basis: {
        'SHA-256': sha256,
        'dry run': String(dryRun),
        'facts up to': String(stored.closing.upToFact),
      },
      isNeeded: true,
    }
  },
  run: async ({ console: { core }, tx, decidedBy }, { object: period, values: { dryRun } }) => {
    const { closing } = await requireDryRun(tx, { jobId: dryRun, period })
    const { lateOrderCorrections: _setting, ...basis } = closing
    const id = ((await readClosings(tx)).at(-1)?.id ?? 0) + 1
    const begun = { ...basis, id, begunAt: core.clock() }
    await beginClosing(within(core, tx), begun, askForStatements)
    await insertJob(core, tx, { kind: 'close', object: period, byId: decidedBy })
  },
}

/** Refuses: `checks_open`, with the names of the checks that stop the close or wait for an acceptance. */
async function requireNoOpenCheck(
  core: Core,
  { period, document: { records } }: StoredDryRun,
  checks: readonly CloseCheck[],
): Promise<void> {
  // What stood in the way at the dry run may have been mended; what counts is now. A missing rate needs another dry run.
  const found = checks.filter(
    (each) => isOpenCheck(each) && (isWarning(each.name) || each.name === 'rates'),
  )
  const open: CheckName[] = found.map(({ name }) => name)
  open.push(...(await stopsNow({ core, closing: { period }, records })))
  if (open.length > 0) throw new Refusal('checks_open', {}, open)
}

type Credited = Pick<ProgrammeSum, 'type' | 'currency' | 'amount'>
type Accepted = { readonly name: string; readonly by: string; readonly reason: string }

/** Nothing of the month is credited before: the difference is what the close credits. Source: requirements APR-011. */
function previewOf(
  { document: { programmes, corrections, records, sha256 } }: StoredDryRun,
  accepted: readonly Accepted[],
): PreviewRow[] {
  const coins = (name: string, { type, currency, amount }: Credited) =>
    row(`${name}${type}, ${currency}`, '0', amount, amount)
  return [
    valueRow('records', '0', String(records)),
    ...programmes.map((each) => coins('', each)),
    ...corrections.flatMap(({ month, sums }) =>
      sums.map((each) => coins(`correction of ${month}: `, each)),
    ),
    ...accepted.map(({ name, by, reason }) =>
      row(`check ${name}, accepted by ${by}`, null, reason),
    ),
    row('SHA-256', null, sha256),
  ]
}
