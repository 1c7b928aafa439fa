import type { OFFICE } from '@partner-office/contracts'

import type { Handlers } from '../../input/handlers.ts'
import type { Partner } from '../partner.ts'
import { reopenDispute, replyToQuestion, withdrawDispute } from './change-dispute.ts'
import type { DisputeSources } from './dispute-sources.ts'
import { openDispute } from './open-dispute.ts'
import { readDispute, readDisputes } from './read-disputes.ts'

/** The calls of partners about their disputes. Source: console.md section 4. */
export function disputeCalls(sources: DisputeSources): Handlers<typeof OFFICE.disputes, Partner> {
  const { core } = sources
  const one = (id: number, partnerId: number) =>
    readDispute(core.database.read, { id, partnerId, now: core.clock() })
  return {
    postDispute: ({ body }, { partnerId }) => openDispute(sources, partnerId, body),
    getDisputes: ({ query }, { partnerId }) => readDisputes(core, partnerId, query),
    getDispute: ({ params: { id } }, { partnerId }) => one(id, partnerId),
    postDisputeReply: async ({ params: { id }, body: { text } }, { partnerId }) => {
      await replyToQuestion(core, { id, partnerId, text })
      return one(id, partnerId)
    },
    postDisputeWithdraw: async ({ params: { id }, body: { text } }, { partnerId }) => {
      await withdrawDispute(core, { id, partnerId, text })
      return one(id, partnerId)
    },
    postDisputeReopen: async ({ params: { id }, body: { text } }, { partnerId }) => {
      await reopenDispute(core, { id, partnerId, text })
      return one(id, partnerId)
    },
  }
}
