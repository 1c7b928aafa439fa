import type { getOwnAdjustments, getOwnAdjustmentsExport } from '@partner-office/contracts'
import { accountNameOf } from '@partner-office/domain'
import { type Asked, oneOf, type Search } from '@partner-office/web'

import { day, EXPLAINED } from '../../../lib/navigation/search-params.ts'
import { ACCOUNTS } from '../accounts.ts'

/** Filters of the adjustments; an empty text is no filter. Units: days as 2026-11-21, UTC. */
export type AdjustmentFilters = {
  readonly from: string
  readonly to: string
  /** The currency of an account. */
  readonly account: (typeof ACCOUNTS)[number] | ''
}

export const NO_ADJUSTMENT_FILTERS = { from: '', to: '', account: '' } as const

/** Rows per page. */
const PAGE_SIZE = '20'

const FILTERS = { from: day, to: day, account: oneOf(...ACCOUNTS) } as const

/** The search parameters of the page. */
export const ADJUSTMENTS = { ...FILTERS, ...EXPLAINED } as const

/** The filters in an address. */
export const adjustmentFiltersOf = ({
  from,
  to,
  account,
}: Search<typeof FILTERS>): AdjustmentFilters => ({
  from: from ?? '',
  to: to ?? '',
  account: account ?? '',
})

/** The query of the address that keeps the filters: only those that are set. */
export const adjustmentAddressOf = ({
  from,
  to,
  account,
}: AdjustmentFilters): Search<typeof FILTERS> => ({
  from: from || undefined,
  to: to || undefined,
  account: account || undefined,
})

/** Request parameters without a page, as the export takes them. */
export const adjustmentQuestion = ({
  from,
  to,
  account,
}: AdjustmentFilters): Asked<(typeof getOwnAdjustmentsExport)['query']> => ({
  ...(from !== '' && { dateFrom: from }),
  ...(to !== '' && { dateTo: to }),
  ...(account !== '' && { account: accountNameOf(account) }),
})

/** Request parameters of one page. */
export const adjustmentPageQuestion = (
  filters: AdjustmentFilters,
  page: number,
): Asked<(typeof getOwnAdjustments)['query']> => ({
  ...adjustmentQuestion(filters),
  size: PAGE_SIZE,
  page: String(page),
})

/** Whether any filter is set. */
export const isFiltered = ({ from, to, account }: AdjustmentFilters): boolean =>
  [from, to, account].some((filter) => filter !== '')
