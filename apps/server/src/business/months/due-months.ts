import { monthEnd, monthText } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import { readClosings } from './closing.ts'

/** A month is due from this time of the first day after it. Units: milliseconds. */
const FROM_TIME_OF_DAY_MS = 10 * 60_000

/** Stores when the product has served for the first time; later calls change nothing. */
export async function noteFirstService(db: Db, at: number): Promise<void> {
  await db
    .insertInto('firstService')
    .values({ at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The months that the product closes now without a command, oldest first: those that ended after the product first
 * served, whether it was running at their end or not. Operators close earlier months.
 *
 * Source: decisions C4, C11.11.
 */
export async function dueMonths(db: Db, now: number): Promise<string[]> {
  const first = await db.selectFrom('firstService').select('at').executeTakeFirst()
  if (first === undefined) return []
  const closings = await readClosings(db)
  const sealed = new Set(closings.filter(({ isSealed }) => isSealed).map(({ period }) => period))
  const due: string[] = []
  for (
    let start = first.at;
    monthEnd(start) + FROM_TIME_OF_DAY_MS <= now;
    start = monthEnd(start)
  ) {
    if (!sealed.has(monthText(start))) due.push(monthText(start))
  }
  return due
}
