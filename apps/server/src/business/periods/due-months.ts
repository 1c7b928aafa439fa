import { monthEnd, monthText } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'
import { readClosings } from './closing.ts'

/** Months are closed by themselves from this time of the first day after them on. Units: milliseconds. */
const FROM_TIME_OF_DAY_MS = 10 * 60_000

/** Note when the product has served for the first time; later calls change nothing. */
export async function noteFirstService(db: Db, at: number): Promise<void> {
  await db
    .insertInto('firstService')
    .values({ at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The months that are to be closed by themselves now, oldest first: those that ended since the product served first,
 * whether it was running then or not. Earlier ones are the operator's to close.
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
