import type { DocumentField } from '@partner-office/domain'

import type { Db } from '../../db/database.ts'

/** The facts that approved documents prove, by the document that proves them. Facts that are not proven are missing. */
export type VerifiedFields = {
  readonly passport: Partial<Record<DocumentField, string>>
  readonly address: Partial<Record<DocumentField, string>>
}

/**
 * Reads the proven name and address of an account: `passport` has `name` and `surname`; `address` has `address1`, `city`,
 * `country` and `zip`.
 *
 * Source: decisions D-095; REP-015, REP-016.
 */
export async function readVerifiedFields(db: Db, userId: number): Promise<VerifiedFields> {
  const approved = await db
    .selectFrom('passport.verifications')
    .select(['documentType', 'fields'])
    .where('userId', '=', userId)
    .where('status', '=', 'APPROVED')
    .where('documentType', 'in', ['PASSPORT', 'ADDRESS'])
    .execute()
  const provenBy = (documentType: 'PASSPORT' | 'ADDRESS') => {
    const fields = approved.find((document) => document.documentType === documentType)?.fields ?? {}
    const proven = Object.entries(fields).filter(
      ([, { value, verified }]) => verified && value !== '',
    )
    return Object.fromEntries(proven.map(([name, { value }]) => [name, value]))
  }
  return { passport: provenBy('PASSPORT'), address: provenBy('ADDRESS') }
}
