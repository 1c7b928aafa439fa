import { type CallReply, DOCUMENT_TYPES, type getVerifications } from '@partner-office/contracts'

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
    .select(['documentType', 'status', 'fields', 'updatedAt'])
    .where('userId', '=', userId)
    .execute()
  return DOCUMENT_TYPES.map(
    (documentType) =>
      stored.find((document) => document.documentType === documentType) ?? {
        documentType,
        status: 'NONE' as const,
        fields: {},
        updatedAt: createdAt,
      },
  )
}
