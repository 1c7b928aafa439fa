import type { MonthClose } from '@partner-office/domain'

import type { Core, Progress } from '../../core/core.ts'
import type { Closing } from './closing.ts'
import type { ComputedClosing } from './compute-closing.ts'
import { creditBatch, postBatch } from './credit-batch.ts'
import { correctionSlices } from './late-credits.ts'
import { creditsOf, type PeriodCredit, recordSlices } from './period-credit.ts'
import { storeDerivations } from './store-derivations.ts'

/** Posts a closing: the records of its month, then the corrections of earlier months. Posting again changes nothing. */
export async function postClosing(
  core: Core,
  { closing, month, late }: ComputedClosing,
  progress: Progress,
): Promise<void> {
  const total = late.reduce((sum, { size }) => sum + size, month.size)
  await storeDerivations(core, closing, month)
  await postMonth(core, closing, month, (done, part) => progress(done, total, part))
  let done = month.size
  for (const again of late) {
    await storeDerivations(core, closing, again)
    for await (const { slice, credits } of correctionSlices(core.database.read, closing, again)) {
      if (credits.length > 0) await postBatch(core, creditBatch(closing, credits))
      progress(done + slice.to, total, `corrections of ${again.basis.period}`)
    }
    done += again.size
  }
}

/** This many batches are in flight at once: the database posts while the next ones are made. */
const LANES = 4

/** How many records of each programme are posted, as text: "BSP 10/40, DIAMOND 2/2". */
class PostedByType {
  readonly #all = new Map<string, number>()
  readonly #posted = new Map<string, number>()

  constructor(month: MonthClose) {
    for (const { type, records } of month.totals()) {
      this.#all.set(type, (this.#all.get(type) ?? 0) + records)
    }
  }

  add(credits: readonly PeriodCredit[]): string {
    for (const { record } of credits) {
      this.#posted.set(record.type, (this.#posted.get(record.type) ?? 0) + 1)
    }
    const each = [...this.#all].map(
      ([type, all]) => `${type} ${this.#posted.get(type) ?? 0}/${all}`,
    )
    return each.join(', ')
  }
}

/**
 * Posts the records of a month and reports how many are posted, of each programme, too. Records are sorted by partner, so that batches hardly
 * ever lock the same account.
 */
export async function postMonth(
  core: Core,
  closing: Closing,
  month: MonthClose,
  report: (done: number, part: string) => void,
): Promise<void> {
  const slices = recordSlices(month)
  const posted = new PostedByType(month)
  let done = 0
  // Each lane takes the next slice. A lane that fails ends the generator, and so the other lanes.
  const lane = async () => {
    for (const slice of slices) {
      const credits = creditsOf(month, slice)
      await postBatch(core, creditBatch(closing, credits))
      done += slice.to - slice.from
      report(done, posted.add(credits))
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
