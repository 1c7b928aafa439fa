import type { getPayoutHistory, PayoutStatus } from '@partner-office/contracts'
import { PAYOUT_ROUTES } from '@partner-office/domain'
import { type Asked, oneOf, type Search } from '@partner-office/web'

import { day, id } from '../../lib/navigation/search-params.ts'

/** The statuses that the filter offers. Source: requirements TRX-021. */
export const FILTER_STATUSES = [
  'SUCCESS',
  'PENDING',
  'REJECTED',
] as const satisfies readonly PayoutStatus[]

/** Filters and sort order of the payout history; an empty text is no filter. Units: days as 2026-11-21, UTC. */
export type PayoutFilters = {
  readonly from: string
  readonly to: string
  readonly status: (typeof FILTER_STATUSES)[number] | ''
  readonly sort: 'createdAt|desc' | 'createdAt|asc'
}

/** Clears every filter and keeps the sort order. */
export const NO_PAYOUT_FILTERS = { from: '', to: '', status: '' } as const

/** Rows per page. Source: requirements TRX-037. */
const PAGE_SIZE = '20'

/** The search parameters of the history; `payout` is the number of the payout whose details are open. */
export const PAYOUT_HISTORY = {
  from: day,
  to: day,
  status: oneOf(...FILTER_STATUSES),
  sort: oneOf('oldest'),
  payout: id,
} as const

/** The search parameters of the history, read from an address. */
export type PayoutSearch = Search<typeof PAYOUT_HISTORY>

/** The filters in an address. */
export const payoutFiltersOf = ({ from, to, status, sort }: PayoutSearch): PayoutFilters => ({
  from: from ?? '',
  to: to ?? '',
  status: status ?? '',
  sort: sort === 'oldest' ? 'createdAt|asc' : 'createdAt|desc',
})

/** The query of the address that keeps the filters: only those that differ from the history without filters. */
export const payoutAddressOf = ({ from, to, status, sort }: PayoutFilters): PayoutSearch => ({
  from: from || undefined,
  to: to || undefined,
  status: status || undefined,
  sort: sort === 'createdAt|asc' ? 'oldest' : undefined,
  payout: undefined,
})

type Question = Asked<(typeof getPayoutHistory)['query']>

/** Request parameters without a page, as the export takes them. Source: requirements TRX-038. */
export const payoutQuestion = ({ from, to, status, sort }: PayoutFilters): Question => ({
  sort,
  from: PAYOUT_ROUTES.map((route) => route.from).join(','),
  ...(from !== '' && { dateFrom: from }),
  ...(to !== '' && { dateTo: to }),
  ...(status !== '' && { status }),
})

/** Request parameters of one page. Source: requirements TRX-036 to TRX-038. */
export const payoutPageQuestion = (filters: PayoutFilters, page: number): Question => ({
  ...payoutQuestion(filters),
  size: PAGE_SIZE,
  page: String(page),
})

/** Number of active filters. */
export const payoutFilterCount = ({ from, to, status }: PayoutFilters): number =>
  [from, to, status].filter(Boolean).length
