import type { CallInput, putVerification, Verification } from '@partner-office/contracts'
import { type DocumentType, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import { oweNotice } from '../notices/notices.ts'

/**
 * An operator's decision. `reason` tells the partner why a document was rejected. `version`: of the document that the operator saw;
 * without it, the document as it stands is decided.
 */
export type Decision = {
  readonly status: 'APPROVED' | 'REJECTED'
  readonly reason: string
  readonly version?: number
}

type Row = {
  readonly id: number
  readonly userId: number
  readonly documentType: DocumentType
  readonly status: 'PENDING' | 'APPROVED' | 'REJECTED'
  readonly fields: Verification['fields']
  readonly version: number
}

/**
 * Approves or rejects a document that was sent in. The files of a rejected document are deleted. An approved document can
 * be rejected: that asks the partner to prove the identity again. Deciding the same again changes nothing.
 *
 * Refuses: `not_found`; `validation_error` for approving a rejected document, whose files are gone; with a version,
 * `changed_meanwhile` for a document that was decided, sent in again or erased since.
 * Source: operations.md section 4; requirements DOC-003.
 */
export async function decideVerification(core: Core, id: number, decision: Decision): Promise<Row> {
  return core.database.transaction(async (tx) => {
    const row = await tx
      .selectFrom('passport.verifications')
      .select(['id', 'userId', 'documentType', 'status', 'fields', 'version'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    requireSeen(row, decision.version)
    if (row === undefined) throw new Refusal('not_found', { field: 'verificationId' })
    if (row.status === decision.status) return row
    if (row.status === 'REJECTED') {
      throw new Refusal('validation_error', {
        reason: 'it was rejected and its files are deleted; the partner has to send it in again',
      })
    }
    await store(core, tx, row, { ...decision, fields: decided(row.fields, decision) })
    return row
  })
}

/** A document that is sent in again gets another id. */
function requireSeen(
  row: Pick<Row, 'status' | 'version'> | undefined,
  version: number | undefined,
): void {
  if (version === undefined || row?.version === version) return
  const now =
    row === undefined ? 'The document was sent in again or erased.' : `It is ${row.status}.`
  throw new Refusal('changed_meanwhile', { field: 'status' }, [now])
}

const decided = (fields: Verification['fields'], { status }: Decision): Verification['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, verified: status === 'APPROVED' },
    ]),
  )

/**
 * Sets the result of a verification, also of a document that was checked elsewhere.
 *
 * Refuses: `not_found` for a partner without an account.
 * Source: api.md section 7.
 */
export async function setVerificationResult(
  core: Core,
  { userId, documentType }: CallInput<typeof putVerification>['params'],
  { status, reason, fields: given }: CallInput<typeof putVerification>['body'],
): Promise<Verification> {
  return core.database.transaction(async (tx) => {
    await requireAccount(tx, userId)
    const row = await lockOrCreate(core, tx, { userId, documentType })
    const named = Object.entries(given).map(([name, field]) => [
      name,
      typeof field === 'string' ? { value: field, verified: status === 'APPROVED' } : field,
    ])
    const fields = {
      ...decided(row.fields, { status, reason }),
      ...(Object.fromEntries(named) as Verification['fields']),
    }
    const updatedAt = await store(core, tx, row, { status, reason, fields })
    return { documentType, status, fields, updatedAt, ...(status === 'REJECTED' && { reason }) }
  })
}

async function requireAccount(tx: Tx, userId: number): Promise<void> {
  const account = await tx
    .selectFrom('passport.accounts')
    .select('userId')
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (account === undefined) throw new Refusal('not_found', { field: 'userId' })
}

async function lockOrCreate(
  core: Core,
  tx: Tx,
  key: { readonly userId: number; readonly documentType: DocumentType },
): Promise<Pick<Row, 'id' | 'userId' | 'fields'>> {
  await tx
    .insertInto('passport.verifications')
    .values({ ...key, status: 'PENDING', fields: '{}', updatedAt: core.clock() })
    .onConflict((conflict) => conflict.columns(['userId', 'documentType']).doNothing())
    .execute()
  return tx
    .selectFrom('passport.verifications')
    .select(['id', 'userId', 'fields'])
    .where('userId', '=', key.userId)
    .where('documentType', '=', key.documentType)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function store(
  { clock }: Core,
  tx: Tx,
  { id, userId }: Pick<Row, 'id' | 'userId'>,
  { status, reason, fields }: Decision & { readonly fields: Verification['fields'] },
): Promise<number> {
  const updatedAt = clock()
  await tx
    .updateTable('passport.verifications')
    .set({
      status,
      updatedAt,
      reason: status === 'REJECTED' ? reason : '',
      fields: JSON.stringify(fields),
      version: sql`version + 1`,
      ...(status === 'APPROVED' && { wasApproved: true }),
    })
    .where('id', '=', id)
    .execute()
  await oweNotice({ clock }, tx, {
    userId,
    kind: status === 'APPROVED' ? 'verificationApproved' : 'verificationRejected',
    facts: { reason: reason || '–' },
  })
  if (status === 'REJECTED') {
    await tx.deleteFrom('passport.documents').where('verificationId', '=', id).execute()
  }
  return updatedAt
}
