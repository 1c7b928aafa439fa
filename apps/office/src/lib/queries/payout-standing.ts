import { type CallReply, getPayoutStanding } from '@partner-office/contracts'
import type { Api } from '@partner-office/web'
import { queryOptions } from '@tanstack/react-query'

/** What of the balances is on hold or not free yet, and what else a payout depends on. */
export type PayoutStanding = CallReply<typeof getPayoutStanding>

/** Reads what a payout depends on besides limits and documents. Source: decisions D-142, D-143, D-164. */
export const payoutStandingQuery = (api: Api) =>
  queryOptions({
    queryKey: ['payout-standing'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call('business', getPayoutStanding, { signal, quiet: true }),
  })
