import { Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { lockFactLog } from '../facts/lock-fact-log.ts'
import { findClosing } from '../months/closing.ts'
import { computeClosing } from '../months/compute-closing.ts'
import { readSetting } from '../settings/read-settings.ts'
import { currentSigner, type StatementSigner, stillSigns } from '../statements/statement-keys.ts'
import { computeDisclosures, type DisclosureDrafts, storeDisclosures } from './make-disclosures.ts'
import { disclosuresOf, type StoredDisclosure } from './read-disclosures.ts'

/** Thrown in a transaction to roll it back: the key was changed since the signer was read. */
const OTHER_KEY = Symbol('other key')

/**
 * Runs a transaction under the lock of the fact log, which stores the disclosures of a closed month when it calls
 * `disclose`. They are computed before it; it only signs them.
 */
export async function withDisclosures(
  core: Core,
  drafts: DisclosureDrafts | null,
  work: (tx: Tx, disclose: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const attempt = (signer: StatementSigner | null) =>
    core.database.transaction(async (tx) => {
      await lockFactLog(tx)
      if (signer !== null && !(await stillSigns(tx, signer))) throw OTHER_KEY
      await work(tx, async () => {
        if (drafts !== null) await storeDisclosures(tx, drafts, signer!)
      })
    })
  for (;;) {
    try {
      return await attempt(drafts === null ? null : await currentSigner(core))
    } catch (error) {
      if (error !== OTHER_KEY) throw error
    }
  }
}

/**
 * Makes the disclosure of a month that was sealed without one, and of each twelve months that it completes; returns those of
 * the month and of the twelve that end with it. Making it again changes nothing.
 *
 * Refuses: `not_found`, a month that is not sealed; `validation_error`, while the setting `disclosure` is off.
 * Source: DIS-001.
 */
export async function makeDisclosure(core: Core, period: string): Promise<StoredDisclosure[]> {
  const { read } = core.database
  const closing = await findClosing(read, period)
  if (closing?.isSealed !== true) {
    throw new Refusal('not_found', { field: 'month', reason: `the month ${period} is not closed` })
  }
  if ((await readSetting(read, 'disclosure')) !== 'TRUE') {
    const reason = 'the setting disclosure is FALSE'
    throw new Refusal('validation_error', { field: 'disclosure', reason })
  }
  const computed = await computeClosing(core, read, closing)
  const drafts = await computeDisclosures(core, computed)
  await withDisclosures(core, drafts, (_tx, disclose) => disclose())
  return disclosuresOf(read, period)
}
