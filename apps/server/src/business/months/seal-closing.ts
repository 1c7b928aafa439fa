import { createHash, type Hash } from 'node:crypto'

import type { MonthClose } from '@partner-office/domain'
import { type RawBuilder, sql } from 'kysely'

import { readCursor } from '../../db/read-cursor.ts'
import type { Tx } from '../../db/database.ts'
import { inSlices } from '../../network/in-slices.ts'
import type { Core } from '../../core/core.ts'
import { bonusLine, bonusRows } from '../exports/bonus-rows.ts'
import { reverseCredits } from '../orders/write/reverse-credits.ts'
import type { Closing } from './closing.ts'
import type { ComputedClosing } from './compute-closing.ts'
import { leafHash, MerkleRoot } from './merkle-tree.ts'
import { computeDisclosures } from '../disclosure/make-disclosures.ts'
import { withDisclosures } from '../disclosure/with-disclosures.ts'

type Computed = Pick<ComputedClosing, 'closing' | 'month'>

/** How many records, the hash over their lines, and the root of the tree whose leaves the lines are. */
type Sealed = { readonly records: number; readonly hash: Buffer; readonly root: Buffer }

/** SHA-256 over the lines of a computed month, as `export bonuses` writes them. Runs in slices beside the requests. */
export async function hashOfMonth(month: MonthClose): Promise<Buffer> {
  const hash = createHash('sha256')
  await inSlices(hashing(month, hash))
  return hash.digest()
}

function* hashing(month: MonthClose, hash: Hash): Generator<void, void> {
  for (const text of month.sealedText()) {
    hash.update(text)
    yield
  }
}

/** How many records a closing has credited to its own month, and their hash. */
const sealOfMonth = (tx: Tx, closing: SealedPart) => sealOf(tx, ownRecords(closing))

/** The same of its corrections of earlier months. */
const sealOfCorrections = (tx: Tx, closing: SealedPart) => sealOf(tx, correctionRecords(closing))

type SealedPart = Pick<Closing, 'id' | 'period' | 'latePeriods'>

/** Condition on the records that a closing has credited to its own month. */
export const ownRecords = ({ id, period }: SealedPart): RawBuilder<unknown> =>
  sql`closing_id = ${id} and period = ${period} and reverses_id is null`

/** Condition on a closing's corrections of earlier months. */
export const correctionRecords = ({ id, latePeriods }: SealedPart): RawBuilder<unknown> =>
  sql`closing_id = ${id} and period = any(${[...latePeriods]}::text[]) and reverses_id is null`

async function sealOf(tx: Tx, condition: RawBuilder<unknown>): Promise<Sealed> {
  const hash = createHash('sha256')
  const tree = new MerkleRoot()
  let records = 0
  for await (const row of readCursor(tx, bonusRows(condition))) {
    const line = bonusLine(row)
    hash.update(line)
    tree.add(leafHash(line))
    records += 1
  }
  return { records, hash: hash.digest(), root: tree.root }
}

/** The closing's own values as they enter the hash of the seal. */
export function closingText(closing: Closing): string {
  const { id, period, upToFact, planVersion, rateIds, latePeriods, begunAt } = closing
  return [id, period, upToFact, planVersion, rateIds, latePeriods, begunAt].join('|')
}

/** What a closing has posted, for its own month and for earlier ones. Fails if that is not what was computed. */
async function hashPosted(core: Core, { closing, month }: Computed) {
  const own = await core.database.snapshot((tx) => sealOfMonth(tx, closing))
  if (!own.hash.equals(await hashOfMonth(month))) {
    throw new Error(`What is credited for ${closing.period} is not what was computed`)
  }
  return { own, late: await core.database.snapshot((tx) => sealOfCorrections(tx, closing)) }
}

/**
 * Seals a closing: nothing of it changes any more.
 *
 * Credits of orders that were cancelled during posting are reversed first, under the lock that cancelling takes, so that
 * no such credit is missed. The income disclosure is stored in the same transaction. Sealing again does nothing.
 *
 * Fails if the stored records are not those that were computed.
 * Source: decisions C11.12, C11.14.
 */
export async function sealClosing(core: Core, computed: Computed): Promise<void> {
  const { closing } = computed
  // The database reads incomes while this process hashes records: on two cores that costs little time.
  const [{ own, late }, drafts] = await Promise.all([
    hashPosted(core, computed),
    computeDisclosures(core, computed),
  ])
  await withDisclosures(core, drafts, async (tx, disclose) => {
    const seals = await tx.selectFrom('periodSeals').selectAll().orderBy('closingId').execute()
    if (seals.some(({ closingId }) => closingId === closing.id)) return
    await reverseCredits(
      tx,
      sql`b.closing_id = ${closing.id} and not exists (select from bonus_records r where r.reverses_id = b.id)`,
    )
    const hash = createHash('sha256')
    hash.update(seals.at(-1)?.hash ?? '').update(closingText(closing))
    hash.update(own.hash).update(late.hash).update(own.root).update(late.root)
    await tx
      .insertInto('periodSeals')
      .values({
        closingId: closing.id,
        records: own.records,
        recordsHash: own.hash,
        recordsRoot: own.root,
        lateRecords: late.records,
        lateHash: late.hash,
        lateRoot: late.root,
        hash: hash.digest(),
        sealedAt: core.clock(),
      })
      .execute()
    await disclose()
  })
}
