import { type DocumentField, provenFacts } from '@partner-office/domain'

import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../db/database.ts'

/** The facts that approved documents prove, by the document that proves them. Facts that are not proven are missing. */
export type VerifiedFields = {
  readonly passport: Partial<Record<DocumentField, string>>
  readonly address: Partial<Record<DocumentField, string>>
}

const NOTHING_PROVEN: VerifiedFields = { passport: {}, address: {} }

/**
 * Reads the proven name and address of an account: `passport` has `name` and `surname`; `address` has `address1`, `city`,
 * `country` and `zip`.
 *
 * Source: decisions D-095; REP-015, REP-016.
 */
export async function readVerifiedFields(db: Db, userId: number): Promise<VerifiedFields> {
  return (await readVerifiedFieldsOf(db, [userId])).get(userId)!
}

/** The same of several accounts, each with an entry. */
export async function readVerifiedFieldsOf(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, VerifiedFields>> {
  const approved = await db
    .selectFrom('passport.verifications')
    .select(['userId', 'documentType', 'status', 'fields'])
    .where('userId', 'in', userIds)
    .where('status', '=', 'APPROVED')
    .where('documentType', 'in', ['PASSPORT', 'ADDRESS'])
    .execute()
  const proven = new Map(userIds.map((userId) => [userId, NOTHING_PROVEN]))
  for (const { userId, ...document } of approved) {
    const name = document.documentType === 'PASSPORT' ? 'passport' : 'address'
    proven.set(userId, { ...proven.get(userId)!, [name]: provenFacts(document) })
  }
  return proven
}

/** Whether the passport document of an account is approved, as a condition. Source: decisions D-095. */
export const isVerified = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from passport.verifications v
  where v.user_id = ${userId} and v.document_type = 'PASSPORT' and v.status = 'APPROVED')`
