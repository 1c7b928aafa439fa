import {
  getBalances,
  getExchangeRate,
  getPayoutLimits,
  getPayoutSettings,
  getPayoutStanding,
  getTwoFaTokens,
  getVerifications,
  type CallReply,
} from '@partner-office/contracts'
import { currencyOfSource, PAYOUT_ROUTES } from '@partner-office/domain'
import type { Api } from '@partner-office/web'
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { farmQuery } from '../../lib/queries/events.ts'
import { useOffice } from '../../lib/session/office.ts'

const SOURCES = PAYOUT_ROUTES.map(({ from }) => from).join(',')

/** Everything that the wizard needs before it opens. */
export type PayoutPage = {
  readonly settings: CallReply<typeof getPayoutSettings>
  readonly limits: CallReply<typeof getPayoutLimits>
  readonly balances: CallReply<typeof getBalances>
  readonly verifications: CallReply<typeof getVerifications>
  readonly methods: readonly string[]
  /** Units: EUR for one ULTIMA; null without a payout in ULTIMA. */
  readonly minUltimaRate: string | null
}

/**
 * Read again only when asked: a host that fails in mid-session must not take a begun payout off the screen.
 *
 * Source: requirements PAY-004, PAY-036, PAY-071, PAY-072; decisions D-098, D-123.
 */
const payoutPageQuery = (api: Api) =>
  queryOptions({
    queryKey: ['payout'],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<PayoutPage> => {
      const from = { query: { from: SOURCES }, signal }
      const balances = { query: { balances: SOURCES }, signal }
      const [settings, limits, held, verifications, { tokens }] = await Promise.all([
        api.call('business', getPayoutSettings, from),
        api.call('business', getPayoutLimits, from),
        api.call('business', getBalances, balances),
        api.call('passport', getVerifications, { signal }),
        api.call('passport', getTwoFaTokens, { signal }),
      ])
      const hasUltima = settings.some(
        ({ payoutFrom, enabled }) => enabled && currencyOfSource(payoutFrom) === 'ULTIMA',
      )
      return {
        settings,
        limits,
        balances: held,
        verifications,
        methods: tokens.map(({ tokenType }) => tokenType),
        minUltimaRate: hasUltima ? await ultimaRate(api, signal) : null,
      }
    },
  })

async function ultimaRate(api: Api, signal: AbortSignal): Promise<string> {
  const query = { from: 'ULTIMA', to: 'EUR', type: 'SPS_PAYOUT_LIMIT' } as const
  return (await api.call('rates', getExchangeRate, { query, signal })).rate
}

/** Reads what the wizard needs; the wizard opens when all of it has arrived. */
export function usePayoutPage(): UseQueryResult<PayoutPage> {
  const { api } = useOffice()
  return useQuery(payoutPageQuery(api))
}

/** Marks as outdated what a confirmed payout has changed: balances, the history, and what blocks the next payout. */
export function useForgetMoney(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['balances'], ['payout-history'], ['payout-standing']]) {
      void queries.invalidateQueries({ queryKey })
    }
  }
}

/** What warns about a payout and what blocks it; the wizard works without it. */
export function usePayoutStanding(): CallReply<typeof getPayoutStanding> | undefined {
  const { api } = useOffice()
  const { data } = useQuery({
    queryKey: ['payout-standing'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call('business', getPayoutStanding, { signal, quiet: true }),
  })
  return data
}

/** The address of the approved main wallet; empty without one. Source: decisions D-124. */
export function useMainWallet(): string {
  const { api } = useOffice()
  const { data } = useQuery(farmQuery(api))
  const main = data?.find((each) => each.walletType === 'MAIN' && each.moderatorApproved)
  return main?.address ?? ''
}
