import { monthEnd, parseMonth } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Db, Tx } from '../../db/database.ts'
import type { Core } from '../../core/core.ts'
import { lockFactLog } from '../facts/lock-fact-log.ts'
import { withWholeFiles } from '../facts/with-whole-files.ts'
import { currentRates } from '../rates/current-rates.ts'
import { readSetting } from '../settings/read-settings.ts'
import { type Closing, readClosings, type StoredClosing } from './closing.ts'

/** Thrown when another closing has begun meanwhile: the caller starts over. */
export class ClosingConflict extends Error {
  override readonly name = 'ClosingConflict'
}

/**
 * Reads what the closing of a month depends on now. Stores nothing.
 *
 * Refuses: `ClosingConflict`, if the month's closing has begun.
 * Source: decisions C11.4, C11.12.
 */
export async function prepareClosing(core: Core, period: string): Promise<Closing> {
  // A month includes a file of orders as a whole, or its orders come late as a whole.
  return withWholeFiles(core, () => core.database.snapshot((tx) => readBasis(core, tx, period)))
}

async function readBasis(core: Core, tx: Tx, period: string): Promise<Closing> {
  const begunAt = core.clock()
  const { lastFact } = await tx.selectFrom('factLog').select('lastFact').executeTakeFirstOrThrow()
  const closings = await readClosings(tx)
  if (closings.some((closing) => closing.period === period)) throw new ClosingConflict()
  const rates = await currentRates(tx)
  return {
    id: (closings.at(-1)?.id ?? 0) + 1,
    period,
    upToFact: lastFact,
    planVersion: await core.plans.latest(tx),
    rateIds: rates.map(({ id }) => id).toSorted((a, b) => a - b),
    latePeriods: await latePeriods(tx, closings, { period, upToFact: lastFact }),
    begunAt,
  }
}

/**
 * The earlier closed months with orders that were stored since the month was last computed: orders paid in the month, or
 * before it, since ranks, activity and turbo windows look back.
 */
export async function latePeriods(
  db: Db,
  closings: readonly StoredClosing[],
  { period, upToFact }: Pick<Closing, 'period' | 'upToFact'>,
): Promise<string[]> {
  if ((await readSetting(db, 'lateOrderCorrections')) === 'FALSE') return []
  const late: string[] = []
  for (const { period: earlier, isSealed } of closings) {
    if (!isSealed || earlier >= period) continue
    const known = knownUpTo(closings, earlier)
    // Most often nothing has come since.
    if (known >= upToFact) continue
    const end = monthEnd(parseMonth(earlier)!)
    if (await hasLateOrders(db, { after: known, upTo: upToFact, end })) late.push(earlier)
  }
  return late.toSorted()
}

/** The last fact that a closed month, or a correction of it, was computed from. */
export const knownUpTo = (closings: readonly StoredClosing[], period: string): number =>
  Math.max(
    ...closings
      .filter((each) => each.period === period || each.latePeriods.includes(period))
      .map((each) => each.upToFact),
  )

async function hasLateOrders(
  db: Db,
  { after, upTo, end }: { readonly after: number; readonly upTo: number; readonly end: number },
): Promise<boolean> {
  const { rows } = await sql<{ came: boolean }>`
    select exists (select from orders
      where fact > ${after} and fact <= ${upTo} and paid_at < ${end}) as came`.execute(db)
  return rows[0]!.came
}

/**
 * Stores what a closing is computed from: from here on its result is fixed.
 *
 * Locks the fact log, so that only one closing is open at a time. `alsoIn` takes part in the same transaction.
 *
 * Refuses: `ClosingConflict`, if another closing has begun since this one was prepared.
 */
export async function beginClosing(
  core: Core,
  closing: Closing,
  alsoIn: OnBegin = async () => {},
): Promise<void> {
  await core.database.transaction(async (tx) => {
    await lockFactLog(tx)
    const last = (await readClosings(tx)).at(-1)
    if (last?.isSealed === false || (last?.id ?? 0) + 1 !== closing.id) throw new ClosingConflict()
    await tx
      .insertInto('closings')
      .values({ ...closing, rateIds: [...closing.rateIds], latePeriods: [...closing.latePeriods] })
      .execute()
    await alsoIn(tx, closing)
  })
}

/** Work in the transaction in which a closing begins. */
export type OnBegin = (tx: Tx, closing: Closing) => Promise<void>
