import {
  getBalances,
  getExchangeRate,
  getPayoutLimits,
  getPayoutSettings,
  getTwoFaTokens,
  getVerifications,
  type CallReply,
} from '@partner-office/contracts'
import { currencyOfSource, PAYOUT_ROUTES } from '@partner-office/domain'
import type { Api } from '@partner-office/web'
import { queryOptions, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { farmQuery } from '../../lib/queries/events.ts'
import { type PayoutStanding, payoutStandingQuery } from '../../lib/queries/payout-standing.ts'
import { useOffice } from '../../lib/session/office.ts'

const SOURCES = PAYOUT_ROUTES.map(({ from }) => from).join(',')

/** Everything that the wizard needs before it opens. */
export type PayoutPage = {
  readonly settings: CallReply<typeof getPayoutSettings>
  readonly limits: CallReply<typeof getPayoutLimits>
  readonly balances: CallReply<typeof getBalances>
  readonly verifications: CallReply<typeof getVerifications>
  readonly standing: PayoutStanding
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
    queryFn: async ({ signal, client }): Promise<PayoutPage> => {
      const from = { query: { from: SOURCES }, signal }
      const balances = { query: { balances: SOURCES }, signal }
      const [settings, limits, amounts, verifications, { tokens }, standing] = await Promise.all([
        api.call('business', getPayoutSettings, from),
        api.call('business', getPayoutLimits, from),
        api.call('business', getBalances, balances),
        api.call('passport', getVerifications, { signal }),
        api.call('passport', getTwoFaTokens, { signal }),
        client.fetchQuery(payoutStandingQuery(api)),
      ])
      const hasUltima = settings.some(
        ({ payoutFrom, enabled }) => enabled && currencyOfSource(payoutFrom) === 'ULTIMA',
      )
      return {
        settings,
        limits,
        balances: amounts,
        verifications,
        standing,
        methods: tokens.map(({ tokenType }) => tokenType),
        minUltimaRate: hasUltima ? await ultimaRate(api, signal) : null,
      }
    },
  })

async function ultimaRate(api: Api, signal: AbortSignal): Promise<string> {
  const query = { from: 'ULTIMA', to: 'EUR', type: 'SPS_PAYOUT_LIMIT' } as const
  return (await api.call('rates', getExchangeRate, { query, signal })).rate
}

/** Reads what the wizard needs; the wizard opens when all of it has arrived. What is on hold is read again as it changes. */
export function usePayoutPage(): UseQueryResult<PayoutPage> {
  const { api } = useOffice()
  const { data: standing } = useQuery(payoutStandingQuery(api))
  return useQuery({
    ...payoutPageQuery(api),
    select: (page) => ({ ...page, standing: standing ?? page.standing }),
  })
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

/** Reads again what is on hold: a refused amount shows that it has changed. */
export function useForgetHolds(): () => void {
  const queries = useQueryClient()
  const { api } = useOffice()
  return () => void queries.invalidateQueries(payoutStandingQuery(api))
}

/** The address of the approved main wallet; empty without one. Source: decisions D-124. */
export function useMainWallet(): string {
  const { api } = useOffice()
  const { data } = useQuery(farmQuery(api))
  const main = data?.find((each) => each.walletType === 'MAIN' && each.moderatorApproved)
  return main?.address ?? ''
}
