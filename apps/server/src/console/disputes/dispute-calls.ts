import type { CONSOLE, FullDispute } from '@partner-office/contracts'

import { audited } from '../../business/audit/audit-log.ts'
import type { DisputeSources } from '../../business/disputes/dispute-sources.ts'
import {
  answerDispute,
  askPartner,
  noteOnDispute,
  takeDispute,
} from '../../business/disputes/end-dispute.ts'
import { listDisputes, readDisputeFigures } from '../../business/disputes/read-all-disputes.ts'
import { readFullDispute } from '../../business/disputes/read-full-dispute.ts'
import type { Core } from '../../core/core.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../input/handlers.ts'
import { type Caller, signedIn } from '../console.ts'

/** The calls of operators about disputes. A correction is a proposal: see `proposals/kinds-of-adjustments.ts`. */
export function disputeCalls(sources: DisputeSources): Handlers<typeof CONSOLE.disputes, Caller> {
  const { core } = sources
  const { read } = core.database
  type Written = {
    readonly params: { readonly id: number }
    readonly body: { readonly version: number; readonly text: string }
  }
  const writes =
    (command: string, write: typeof answerDispute) =>
    ({ params: { id }, body }: Written, caller: Caller) =>
      act(sources, { id, command, caller }, (on, tx, by) => write(on, tx, { id, ...body, by }))
  return {
    getConsoleDisputes: ({ query }) => listDisputes(read, query, core.clock()),
    getConsoleDispute: ({ params: { id } }) => readFullDispute(sources, id),
    getDisputeFigures: () => readDisputeFigures(read),
    postDisputeTake: ({ params: { id }, body }, caller) =>
      act(sources, { id, command: 'disputes take', caller }, (on, tx, by) =>
        takeDispute(on, tx, { id, ...body, by }),
      ),
    postDisputeAnswer: writes('disputes answer', answerDispute),
    postDisputeQuestion: writes('disputes ask', askPartner),
    postDisputeNote: writes('disputes note', noteOnDispute),
  }
}

type Asked = { readonly id: number; readonly command: string; readonly caller: Caller }

/** Does an act about a dispute with its entry in the audit log, which holds the number and no text. */
async function act(
  sources: DisputeSources,
  { id, command, caller }: Asked,
  work: (core: Core, tx: Tx, by: number) => Promise<void>,
): Promise<FullDispute> {
  const { session } = signedIn(caller)
  const entry = { actor: session.email, command, details: () => ({ dispute: id }) }
  await audited(sources.core, entry, (on) =>
    on.database.transaction((tx) => work(on, tx, session.operatorId)),
  )
  return readFullDispute(sources, id)
}
