import type { CONSOLE } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { audited } from '../../business/audit/audit-log.ts'
import { decideReviewed, type Review } from '../../business/documents/decide-reviewed.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { listDocuments, readDocument } from './read-documents.ts'

/** The calls about documents of partners. */
export const documentCalls = ({ core }: Console): Handlers<typeof CONSOLE.documents, Caller> => {
  const read = (id: number, caller: Caller) => {
    const { session, token } = signedIn(caller)
    return readDocument(core, id, { session, token: token ?? '' })
  }
  const decide = async (id: number, review: Review, caller: Caller) => {
    const { session } = signedIn(caller)
    const { status, reason } = review
    const command = status === 'APPROVED' ? 'verifications approve' : 'verifications reject'
    const details = () => ({
      arguments: [String(id)],
      ...(reason !== '' && { options: { reason } }),
    })
    await audited(core, { actor: session.email, command, details }, (on) =>
      decideReviewed(on, id, review),
    )
    return read(id, caller)
  }
  return {
    getDocuments: ({ query }, caller) => listDocuments(core, query, signedIn(caller).session),
    getDocument: ({ params: { id } }, caller) => read(id, caller),
    postDocumentApprove: ({ params: { id }, body: { version } }, caller) =>
      decide(id, { status: 'APPROVED', reason: '', version }, caller),
    postDocumentReject: ({ params: { id }, body: { version, reason: given } }, caller) => {
      const reason = given.trim()
      if (reason === '') throw new Refusal('required', { field: 'reason' })
      return decide(id, { status: 'REJECTED', reason, version }, caller)
    },
  }
}
