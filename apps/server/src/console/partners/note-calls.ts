import type { CONSOLE } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import { readNotes, strikeNote, writeNote } from '../../business/partners/notes.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'

/** The calls about notes. The audit log has no text of a note: an erasure removes it. */
export function noteCalls({ core }: Console): Handlers<typeof CONSOLE.partnerNotes, Caller> {
  return {
    getPartnerNotes: ({ params: { id }, query: { cursor } }) =>
      readNotes(core.database.read, id, cursor ?? null),
    postPartnerNote: async ({ params: { id: partnerId }, body }, caller) => {
      const { email: actor, operatorId: by } = signedIn(caller).session
      const { isForPartner } = body
      const details = () => ({ object: String(partnerId), isForPartner })
      return audited(core, { actor, command: 'partner note', details }, (on) =>
        writeNote(on, { partnerId, by, ...body }),
      )
    },
    postPartnerNoteStrike: async (
      { params: { id: partnerId, note: id }, body: { reason } },
      caller,
    ) => {
      const { email: actor, operatorId: by } = signedIn(caller).session
      const details = () => ({ object: String(partnerId), note: id, reason })
      return audited(core, { actor, command: 'partner note strike', details }, (on) =>
        strikeNote(on, { partnerId, id, reason, by }),
      )
    },
  }
}
