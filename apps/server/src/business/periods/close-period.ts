import type { MonthClose } from '@partner-office/domain'

import { type Core, NO_PROGRESS, type Progress } from '../../core/core.ts'
import { type ClosedPeriod, readClosed } from './closed-period.ts'
import { type Closing, readClosings } from './closing.ts'
import {
  type ComputedClosing,
  computeClosing,
  correctionSlices,
  slicesOf,
} from './compute-closing.ts'
import { creditsOf } from './period-credit.ts'
import { creditBatch, postCredits, storeDerivations } from './post-credits.ts'
import { requireOver } from './require-over.ts'
import { sealClosing } from './seal-closing.ts'
import { beginClosing, Overtaken, settleClosing } from './settle-closing.ts'

/**
 * Close a month: credit its programmes, and what earlier months owe for late orders, and seal it.
 *
 * Whoever closes it again, at the same time or later, or after a process was killed in the middle, comes to the same
 * result; a closing of another month that was left open is finished first.
 *
 * Refuses: `validation_error`, a month that is not over; `not_found`, a currency without a quote.
 * Source: operations.md section 4; decisions C4 to C7, C11.
 */
export async function closePeriod(
  core: Core,
  period: string,
  progress: Progress = NO_PROGRESS,
): Promise<ClosedPeriod> {
  requireOver(core, period)
  for (;;) {
    const closings = await readClosings(core.database.read)
    const own = closings.find((closing) => closing.period === period)
    if (own?.isSealed === true) return readClosed(core.database.read, own)
    const open = closings.find(({ isSealed }) => !isSealed)
    if (open !== undefined) await resume(core, open, progress)
    else await closeNew(core, period, progress).catch(unlessOvertaken)
  }
}

async function resume(core: Core, closing: Closing, progress: Progress): Promise<void> {
  await finish(core, await computeClosing(core, core.database.read, closing), progress)
}

/** Nothing is stored before all of it is computed, so that a refusal leaves nothing behind. */
async function closeNew(core: Core, period: string, progress: Progress): Promise<void> {
  const computed = await computeClosing(core, core.database.read, await settleClosing(core, period))
  await beginClosing(core, computed.closing)
  await finish(core, computed, progress)
}

/** Somebody else has begun a closing meanwhile, which comes first. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Overtaken)) throw error
}

async function finish(
  core: Core,
  { closing, month, late }: ComputedClosing,
  progress: Progress,
): Promise<void> {
  const total = late.reduce((sum, { size }) => sum + size, month.size)
  await storeDerivations(core, closing, month)
  await credit(core, closing, month, (done) => progress(done, total))
  let done = month.size
  for (const again of late) {
    await storeDerivations(core, closing, again)
    for await (const { slice, credits } of correctionSlices(core.database.read, closing, again)) {
      if (credits.length > 0) await postCredits(core, creditBatch(closing, credits))
      progress(done + slice.to, total)
    }
    done += again.size
  }
  await sealClosing(core, closing, month)
}

/** So many batches are on their way at once: the database posts while the next ones are made. */
const LANES = 4

/**
 * Post the records of a month. They are sorted by partner, so that batches hardly ever meet at an account.
 *
 * `tell` hears how many are posted.
 */
export async function credit(
  core: Core,
  closing: Closing,
  month: MonthClose,
  tell: (done: number) => void,
): Promise<void> {
  const slices = slicesOf(month)
  let done = 0
  // Each lane takes the next slice; one that fails ends the row of slices for all.
  const lane = async () => {
    for (const slice of slices) {
      await postCredits(core, creditBatch(closing, creditsOf(month, slice)))
      done += slice.to - slice.from
      tell(done)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
