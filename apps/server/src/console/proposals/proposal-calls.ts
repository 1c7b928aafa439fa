import type { CONSOLE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import { type Caller, type Console, signedIn } from '../console.ts'
import { approveProposal, refuseProposal, withdrawProposal } from './decide-proposal.ts'
import { previewProposal, propose } from './propose.ts'
import { listProposals, readProposal } from './read-proposals.ts'

/** The calls about proposals. */
export const proposalCalls = (console: Console): Handlers<typeof CONSOLE.proposals, Caller> => {
  const sessionOf = (caller: Caller) => signedIn(caller).session
  /** An act may have left long work to this process. */
  const andItsWork = async <T>(decided: Promise<T>): Promise<T> => {
    const answer = await decided
    await console.jobs.beginWaiting()
    return answer
  }
  return {
    postProposal: ({ body }, caller) => andItsWork(propose(console, body, sessionOf(caller))),
    postProposalPreview: ({ body }, caller) => previewProposal(console, body, sessionOf(caller)),
    getProposals: ({ query }, caller) => listProposals(console.core, query, sessionOf(caller)),
    getProposal: ({ params: { id } }, caller) => readProposal(console.core, id, sessionOf(caller)),
    postProposalApprove: ({ params: { id }, body: { version, seen } }, caller) =>
      andItsWork(approveProposal(console, { id, version, seen, session: sessionOf(caller) })),
    postProposalRefuse: ({ params: { id }, body: { version, reason } }, caller) =>
      refuseProposal(console, { id, version, reason, session: sessionOf(caller) }),
    postProposalWithdraw: ({ params: { id }, body: { version } }, caller) =>
      withdrawProposal(console, { id, version, session: sessionOf(caller) }),
  }
}
