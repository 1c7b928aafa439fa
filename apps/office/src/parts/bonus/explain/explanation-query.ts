import { getBonusExplanation } from '@partner-office/contracts'
import { type Api, whenReady } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

import { GIVE_UP_MS } from '../../../lib/config.ts'

/** What is to be explained: a credited record, or what an order of the downline brought. */
export type Explained = { readonly recordId: string } | { readonly orderId: string }

/** How an amount came about. */
export const explanationQuery = (api: Api, query: Explained) =>
  queryOptions({
    queryKey: ['explanation', query],
    queryFn: ({ signal }) =>
      whenReady(() => api.call('business', getBonusExplanation, { query, signal }), GIVE_UP_MS),
  })
