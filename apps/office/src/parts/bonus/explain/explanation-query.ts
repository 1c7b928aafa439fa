import { getBonusExplanation } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

/** Subject of an explanation: a credited record, or an order of the downline. */
export type Explained = { readonly recordId: string } | { readonly orderId: string }

/** The explanations of a record or an order. */
export const explanationQuery = (api: Api, query: Explained) =>
  queryOptions({
    queryKey: ['explanation', query],
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getBonusExplanation, { query, signal }), api.giveUpMs),
  })
