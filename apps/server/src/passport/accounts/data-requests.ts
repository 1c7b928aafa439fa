import type { Core } from '../../core/core.ts'
import type { Db } from '../../db/database.ts'

type Kind = 'EXPORT' | 'ERASURE'

/** Stores that a partner asks for an export or the erasure of personal data. Asking again changes nothing. */
export async function requestData(
  { database, clock }: Core,
  userId: number,
  kind: Kind,
): Promise<void> {
  await database.transaction((tx) =>
    tx
      .insertInto('passport.dataRequests')
      .values({ userId, kind, requestedAt: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** The open requests for personal data, oldest first. */
export const listDataRequests = (db: Db) =>
  db
    .selectFrom('passport.dataRequests')
    .selectAll()
    .orderBy('requestedAt')
    .orderBy('userId')
    .execute()

/** Ends a partner's request, because an operator has done what it asks for, or refuses it. Returns whether there was one. */
export async function endDataRequest(db: Db, userId: number, kind: Kind): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passport.dataRequests')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
