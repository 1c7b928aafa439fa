import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'
import { streamSnapshot } from '../../db/stream-snapshot.ts'
import { findClosing, readClosings, type StoredClosing } from './closing.ts'
import { computeMonth } from './compute-month.ts'
import { correctionSlices } from './late-credits.ts'
import { nextPeriod } from './late-orders.ts'
import { prepareClosing } from './prepare-closing.ts'
import { correctionLine, differencesOf, storedRecords } from './record-differences.ts'
import { readPartners } from './read-month-facts.ts'

/**
 * Computes a closed month again from the facts it was closed on. Yields a line for each record that differs, with the
 * fact behind it; no line if all are identical.
 *
 * Refuses: `not_found`, a month that is not closed.
 * Source: operations.md section 4.
 */
export async function* recomputePeriod(core: Core, period: string): AsyncGenerator<string> {
  const { read } = core.database
  const closing = await sealedClosing(read, period)
  const versions = await core.plans.versions(read)
  const partners = await readPartners(read, closing.upToFact)
  const month = await computeMonth(read, { versions, partners }, closing)
  yield* streamSnapshot(core.database, (tx) =>
    differencesOf(month, { computed: month.records(), stored: storedRecords(tx, closing, period) }),
  )
}

/**
 * Computes a closed month again from all facts of now, with its own plan and rates. Yields a line for each record that
 * a correction at the next close would credit, with the fact behind it. Changes nothing.
 *
 * Refuses: `not_found`, a month that is not closed.
 * Source: decisions C11.12, C11.23.
 */
export async function* previewCorrection(core: Core, period: string): AsyncGenerator<string> {
  const { read } = core.database
  const sealed = await sealedClosing(read, period)
  const next = await prepareClosing(core, nextPeriod(await readClosings(read), period))
  const { upToFact } = next
  const versions = await core.plans.versions(read)
  const partners = await readPartners(read, upToFact)
  const month = await computeMonth(read, { versions, partners }, { ...sealed, upToFact })
  const line = correctionLine(month)
  for await (const { credits } of correctionSlices(read, next, month)) {
    for (const { record } of credits) yield line(record)
  }
}

async function sealedClosing(db: Db, period: string): Promise<StoredClosing> {
  const closing = await findClosing(db, period)
  if (closing?.isSealed === true) return closing
  throw new Refusal('not_found', { reason: `the month ${period} is not closed` })
}
