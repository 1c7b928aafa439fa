import { type CallReply, DOCUMENT_TYPES, type getVerifications } from '@partner-office/contracts'

import type { Db } from '../../db/database.ts'
import type { Passport } from '../passport.ts'
import type { Session } from '../tokens/sessions.ts'

/** Lists the signed-in partner's documents. A document never sent in has the state NONE since the account was created. */
export async function readVerifications(
  { core }: Passport,
  { userId }: Session,
): Promise<CallReply<typeof getVerifications>> {
  const { createdAt } = await core.database.read
    .selectFrom('passport.accounts')
    .select('createdAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const stored = await core.database.read
    .selectFrom('passport.verifications')
    .select(['documentType', 'status', 'fields', 'updatedAt', 'reason'])
    .where('userId', '=', userId)
    .execute()
  return DOCUMENT_TYPES.map((documentType) => {
    const document = stored.find((one) => one.documentType === documentType)
    if (document === undefined) {
      return { documentType, status: 'NONE' as const, fields: {}, updatedAt: createdAt }
    }
    const { reason, ...shown } = document
    return reason === '' ? shown : { ...shown, reason }
  })
}

/** The verifications of all partners, those in review first, then by id. */
export function listVerifications(db: Db) {
  return db
    .selectFrom('passport.verifications as v')
    .select([
      'v.id',
      'v.userId',
      'v.documentType',
      'v.status',
      'v.fields',
      'v.updatedAt',
      'v.reason',
    ])
    .select((eb) =>
      eb
        .selectFrom('passport.documents as d')
        .whereRef('d.verificationId', '=', 'v.id')
        .select(eb.fn.countAll<number>().as('files'))
        .as('files'),
    )
    .orderBy((eb) => eb('v.status', '<>', 'PENDING'))
    .orderBy('v.id')
    .execute()
}
