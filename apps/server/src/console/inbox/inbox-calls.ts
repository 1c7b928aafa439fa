import type { CONSOLE, InboxTicket } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import type { DisputeSources } from '../../business/disputes/dispute-sources.ts'
import { prepareDispute } from '../../business/disputes/open-dispute.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { listInbox } from './list-inbox.ts'
import { partnerOfTicket, readInboxTicket, readTicketPartner } from './read-ticket.ts'
import {
  answerTicket,
  assignTicket,
  closeTicket,
  joinTicket,
  noteTicket,
  type SeenTicket,
  startDispute,
  takeTicket,
} from './ticket-acts.ts'

type Asked = {
  readonly params: { readonly id: number }
  readonly body: { readonly version: number }
}

/** An act on a ticket, with what its entry of the audit log says besides the ticket. */
type Act = {
  readonly command: string
  readonly details?: object
  readonly run: (core: Core, tx: Tx, seen: SeenTicket) => Promise<void>
}

type Calls = Handlers<typeof CONSOLE.inbox, Caller>

/** The calls about the inbox. */
export const inboxCalls = ({ core }: Pick<Console, 'core'>, explained: DisputeSources): Calls => ({
  getInbox: ({ query }, caller) => listInbox(core, query, signedIn(caller).session.operatorId),
  getInboxTicket: ({ params: { id } }, caller) => readInboxTicket(core, id, caller.token ?? ''),
  getInboxPartner: ({ params: { id } }) => readTicketPartner(core, id),
  postTicketDispute: async (asked, caller) => {
    const { version: _version, ...thing } = asked.body
    const partnerId = await partnerOfTicket(core.database.read, asked.params.id)
    const prepared = await prepareDispute(explained, partnerId, thing)
    return act(core, asked, caller, {
      command: 'dispute',
      details: { thing: prepared.thing },
      run: (on, tx, seen) => startDispute(on, tx, seen, prepared),
    })
  },
  postTicketNote: async (asked, caller) => {
    const { text } = asked.body
    const partnerId = await partnerOfTicket(core.database.read, asked.params.id)
    return act(core, asked, caller, {
      command: 'note',
      run: (on, tx, seen) => noteTicket(on, tx, seen, { partnerId, text }),
    })
  },
  ...actCalls(core),
})

/** Does an act with its entry in the audit log, and answers the ticket as it is then. */
async function act(
  core: Core,
  { params: { id }, body: { version } }: Asked,
  caller: Caller,
  { command, details, run }: Act,
): Promise<InboxTicket> {
  const { email, operatorId } = signedIn(caller).session
  const entry = {
    actor: email,
    command: `tickets ${command}`,
    details: () => ({ object: `ticket ${id}`, ...details }),
  }
  await audited(core, entry, (on) =>
    on.database.transaction((tx) => run(on, tx, { id, version, operatorId })),
  )
  return readInboxTicket(core, id, caller.token ?? '')
}

// What was written to the partner stands at the ticket, and is erased with it: the log does not repeat it.
const actCalls = (
  core: Core,
): Omit<
  Calls,
  'getInbox' | 'getInboxTicket' | 'getInboxPartner' | 'postTicketDispute' | 'postTicketNote'
> => ({
  postTicketTake: (asked, caller) =>
    act(core, asked, caller, {
      command: asked.body.takeOver ? 'take over' : 'take',
      run: (_on, tx, seen) => takeTicket(tx, seen, asked.body.takeOver),
    }),
  postTicketAssign: (asked, caller) =>
    act(core, asked, caller, {
      command: 'assign',
      details: { operatorId: asked.body.operatorId },
      run: (_on, tx, seen) => assignTicket(tx, seen, asked.body.operatorId),
    }),
  postTicketAnswer: (asked, caller) =>
    act(core, asked, caller, {
      command: 'answer',
      details: { isClosed: asked.body.isClosed },
      run: (on, tx, seen) => answerTicket(on, tx, seen, asked.body),
    }),
  postTicketClose: (asked, caller) =>
    act(core, asked, caller, {
      command: 'close',
      details: { reason: asked.body.reason },
      run: (on, tx, seen) => closeTicket(on, tx, seen, asked.body.reason),
    }),
  postTicketJoin: (asked, caller) =>
    act(core, asked, caller, {
      command: 'join',
      details: { into: asked.body.into },
      run: (on, tx, seen) => joinTicket(on, tx, seen, asked.body.into),
    }),
})
