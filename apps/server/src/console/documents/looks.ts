import { FILE_ADDRESS_MS } from '@partner-office/contracts'

import type { Db, Tx } from '../../db/database.ts'

type Look = { readonly id: number; readonly operatorId: number; readonly now: number }

/** Notes that an operator looks at a document. Source: requirements DOC-001. */
export async function noteLook(tx: Tx, { id, operatorId, now }: Look): Promise<void> {
  await tx
    .insertInto('console.documentLooks')
    .values({ verificationId: id, operatorId, lookedAt: now })
    .onConflict((conflict) =>
      conflict.columns(['verificationId', 'operatorId']).doUpdateSet({ lookedAt: now }),
    )
    .execute()
}

/** The addresses of other operators who have opened a file of these documents in the last 5 minutes, by document. */
export async function readViewers(
  db: Db,
  ids: readonly number[],
  { operatorId, now }: Omit<Look, 'id'>,
): Promise<(id: number) => string[]> {
  if (ids.length === 0) return () => []
  const rows = await db
    .selectFrom('console.documentLooks as l')
    .innerJoin('console.operators as o', 'o.id', 'l.operatorId')
    .select(['l.verificationId', 'o.email'])
    .where('l.verificationId', 'in', [...ids])
    .where('l.operatorId', '<>', operatorId)
    .where('l.lookedAt', '>', now - FILE_ADDRESS_MS)
    .orderBy('o.email')
    .execute()
  return (id) =>
    rows.filter(({ verificationId }) => verificationId === id).map(({ email }) => email)
}
