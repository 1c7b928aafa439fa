import {
  type CallInput,
  type Dispute,
  getDisputes,
  type postDispute,
} from '@partner-office/contracts'
import type { Api } from '@partner-office/web'
import { monthText } from '@partner-office/domain'
import { queryOptions } from '@tanstack/react-query'

export const DISPUTES_KEY = ['disputes'] as const

/** Far more than a partner asks; an older question is found on the page of questions. */
const MOST_KNOWN = 50

/** The partner's latest questions: an explanation shows the question that was asked about it. */
export const knownDisputesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...DISPUTES_KEY, 'known'],
    queryFn: ({ signal }) =>
      api.call('business', getDisputes, { query: { size: String(MOST_KNOWN) }, signal }),
  })

/** What can be questioned, as the service takes it. */
export type AskedThing = Omit<CallInput<typeof postDispute>['body'], 'text'>

/** Whether a question is about a thing. Units: the month of a thing as `2026-10`. */
export function isAbout({ thing }: Dispute, asked: AskedThing): boolean {
  switch (thing.kind) {
    case 'record':
      return thing.recordId === asked.recordId
    case 'order':
      return thing.orderId === asked.orderId && thing.bonusType === asked.kind
    case 'programme':
      return (
        thing.month !== null &&
        monthText(thing.month) === asked.month &&
        thing.bonusType === asked.bonusType
      )
    case 'rank':
      return thing.rankId === asked.rankId
    case 'adjustment':
      return thing.adjustmentId === asked.adjustmentId
  }
}
