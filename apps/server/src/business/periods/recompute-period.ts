import { Refusal } from '@partner-office/domain'

import { streamSnapshot } from '../../db/stream-snapshot.ts'
import type { Core } from '../../core/core.ts'
import { findClosing } from './closing.ts'
import { computeMonth } from './compute-month.ts'
import { differencesOf, storedRecords } from './record-differences.ts'
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
  const closing = await findClosing(read, period)
  if (closing?.isSealed !== true) {
    throw new Refusal('not_found', { reason: `the month ${period} is not closed` })
  }
  const versions = await core.plans.versions(read)
  const partners = await readPartners(read, closing.upToFact)
  const month = await computeMonth(read, { versions, partners }, closing)
  yield* streamSnapshot(core.database, (tx) =>
    differencesOf(month, { computed: month.records(), stored: storedRecords(tx, closing, period) }),
  )
}
