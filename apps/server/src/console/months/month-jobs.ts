import type { JobResult } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { findClosing } from '../../business/months/closing.ts'
import { closePeriod } from '../../business/months/close-period.ts'
import { previewCorrection, recomputePeriod } from '../../business/months/recompute-period.ts'
import { countStatements } from '../../business/statements/count-statements.ts'
import { makeStatements } from '../../business/statements/make-statements.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import type { JobKinds, Working } from '../jobs/job-runner.ts'
import { dryRun } from './dry-run.ts'

/** Differences that a job keeps; the file has all. */
const MOST_KEPT = 1_000

/** The long work about a month. */
export const MONTH_JOBS = {
  dryRun: { isContinued: false, run: dryRun },
  close: { isContinued: true, run: continueClosing },
  recompute: { isContinued: false, run: recompute },
  corrections: {
    isContinued: false,
    run: (working: Working) => kept(working, previewCorrection(working.core, working.object)),
  },
  statements: { isContinued: true, run: state },
} as const satisfies Partial<JobKinds>

/** Posts and seals a closing that has begun; never begins one. Refuses: `not_found`. Source: requirements MON-008, MON-010. */
async function continueClosing({ core, object, progress }: Working): Promise<JobResult> {
  if ((await findClosing(core.database.read, object)) === null) throw new Refusal('not_found')
  try {
    const { records, sha256 } = await closePeriod(core, object, progress)
    return { records, sha256 }
  } catch (error) {
    throw new Error(whyItFailed(error), { cause: error })
  }
}

/** Why a close has stopped and what to do, in the words of operations.md. Source: requirements MON-020. */
function whyItFailed(error: unknown): string {
  const { message } = error as Error
  if (isDiskFull(error)) {
    return 'The disk is full. Make room there, then continue: what is posted stays, and nothing is posted twice.'
  }
  if (error instanceof Refusal && error.code === 'not_found') {
    return `A rate that this close began with is missing (${String(error.params['rate'] ?? message)}). Run office verify, which names what was changed, and restore it from a backup. Then continue.`
  }
  if (isDatabaseGone(error)) {
    return 'The database does not answer. Start it again, then continue: what is posted stays, and nothing is posted twice.'
  }
  return `${message}. Run office verify and look into the log of this process before you continue.`
}

/** Classes 08 (connection), 57P (shutdown) of PostgreSQL, and the errors of a socket. */
const isDatabaseGone = (error: unknown): boolean =>
  /^(08|57P|ECONN|EPIPE|ETIMEDOUT)/.test(String((error as { code?: unknown }).code ?? '')) ||
  /connection|terminated/i.test((error as Error).message)

async function recompute(working: Working): Promise<JobResult> {
  const { core, object } = working
  const { found, lines } = await kept(working, recomputePeriod(core, object))
  const { recordsHash } = await core.database.read
    .selectFrom('periodSeals as s')
    .innerJoin('closings as c', 'c.id', 's.closingId')
    .select('s.recordsHash')
    .where('c.period', '=', object)
    .executeTakeFirstOrThrow()
  return { found, lines, sha256: found === 0 ? recordsHash.toString('hex') : null }
}

async function kept(
  { signal, progress }: Pick<Working, 'signal' | 'progress'>,
  differences: AsyncIterable<string>,
): Promise<{ found: number; lines: string[]; sha256: null }> {
  const lines: string[] = []
  let found = 0
  for await (const line of differences) {
    signal.throwIfAborted()
    if (found < MOST_KEPT) lines.push(line.trimEnd())
    found += 1
  }
  progress(1, 1)
  return { found, lines, sha256: null }
}

async function state({ core, object, progress }: Working): Promise<JobResult> {
  await makeStatements(core, object, progress)
  const { byCurrency, sha256 } = await countStatements(core.database, object)
  const sorted = [...byCurrency].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    byCurrency: sorted.map(([currency, statements]) => ({ currency, statements })),
    statementsSha256: sha256,
  }
}
