import { requireNoQuarantine } from '../quarantine/quarantine.ts'
import { type Core, NO_PROGRESS, type Progress } from '../../core/core.ts'
import { type ClosedPeriod, readClosed } from './closed-period.ts'
import { type Closing, readClosings } from './closing.ts'
import { type ComputedClosing, computeClosing } from './compute-closing.ts'
import { postClosing } from './post-closing.ts'
import { beginClosing, ClosingConflict, type OnBegin, prepareClosing } from './prepare-closing.ts'
import { requireOver } from './require-over.ts'
import { sealClosing } from './seal-closing.ts'

/**
 * Closes a month: credits its programmes and what earlier months owe for late orders, and seals it.
 *
 *     prepare   what the closing depends on: facts up to a number, plans, quotes, earlier months to correct
 *     compute   everything it credits; a refusal leaves nothing behind
 *     begin     stores the closing: from here on its result is fixed
 *     post      derivations, then credits in batches
 *     seal      the hash over what is posted
 *
 * Closing again, at the same time or after a process was killed, comes to the same result. An open closing of another
 * month is finished first. `onBegin` takes part in the transaction that begins the closing of this month.
 *
 * Refuses: `validation_error`, a month that is not over; `not_found`, a currency without a quote; `InQuarantine`.
 * Source: operations.md section 4; decisions C4 to C7, C11.
 */
export async function closePeriod(
  core: Core,
  period: string,
  progress: Progress = NO_PROGRESS,
  onBegin?: OnBegin,
): Promise<ClosedPeriod> {
  requireOver(core, period)
  await requireNoQuarantine(core.database.read)
  for (;;) {
    const closings = await readClosings(core.database.read)
    const own = closings.find((closing) => closing.period === period)
    if (own?.isSealed === true) return readClosed(core.database.read, own)
    const open = closings.find(({ isSealed }) => !isSealed)
    if (open !== undefined) await resume(core, open, progress)
    else await closeNew(core, period, { progress, onBegin }).catch(retryAfterConflict)
  }
}

async function resume(core: Core, closing: Closing, progress: Progress): Promise<void> {
  await postAndSeal(core, await computeClosing(core, core.database.read, closing), progress)
}

type Options = { readonly progress: Progress; readonly onBegin: OnBegin | undefined }

async function closeNew(core: Core, period: string, { progress, onBegin }: Options): Promise<void> {
  const closing = await prepareClosing(core, period)
  const computed = await computeClosing(core, core.database.read, closing)
  await beginClosing(core, closing, onBegin)
  await postAndSeal(core, computed, progress)
}

/** Another closing has begun meanwhile and comes first. */
function retryAfterConflict(error: unknown): void {
  if (!(error instanceof ClosingConflict)) throw error
}

async function postAndSeal(
  core: Core,
  computed: ComputedClosing,
  progress: Progress,
): Promise<void> {
  await postClosing(core, computed, progress)
  await sealClosing(core, computed)
}
