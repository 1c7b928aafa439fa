import type { getBonusHistory } from '@partner-office/contracts'
import type { BonusType } from '@partner-office/domain'
import { type Asked, oneOf, type Search } from '@partner-office/web'

import { day, EXPLAINED } from '../../lib/navigation/search-params.ts'

/** Bonus types that the filter offers. Source: requirements TRX-002, TRX-003; decisions D-060. */
export const FILTER_KINDS = [
  'DIRECT',
  'TEAM',
  'TURNOVER',
  'UCHAIN_INFINITY',
] as const satisfies readonly BonusType[]

/** Source: requirements TRX-004; decisions D-058. */
export const FILTER_LEVELS = [1, 2, 3, 4, 5, 6] as const

/** Filters and sort order of the history; an empty text is no filter. Units: days as 2026-11-21, UTC. */
export type BonusFilters = {
  readonly from: string
  readonly to: string
  readonly kind: (typeof FILTER_KINDS)[number] | ''
  readonly level: (typeof FILTER_LEVELS)[number] | ''
  readonly sort: 'paidAt|desc' | 'paidAt|asc'
}

/** Clears every filter and keeps the sort order. Source: requirements TRX-014. */
export const NO_BONUS_FILTERS = { from: '', to: '', kind: '', level: '' } as const

/** Rows per page. Source: requirements TRX-018. */
const PAGE_SIZE = '20'

/** The search parameters of the history. */
export const BONUS_HISTORY = {
  from: day,
  to: day,
  kind: oneOf(...FILTER_KINDS),
  level: oneOf(...FILTER_LEVELS),
  sort: oneOf('oldest'),
  ...EXPLAINED,
} as const

/** The search parameters of the history, read from an address. */
export type BonusSearch = Search<typeof BONUS_HISTORY>

/** The filters in an address. */
export const filtersOf = ({ from, to, kind, level, sort }: BonusSearch): BonusFilters => ({
  from: from ?? '',
  to: to ?? '',
  kind: kind ?? '',
  level: level ?? '',
  sort: sort === 'oldest' ? 'paidAt|asc' : 'paidAt|desc',
})

/** The query of the address that keeps the filters: only those that differ from the history without filters. */
export const addressOf = ({ from, to, kind, level, sort }: BonusFilters): BonusSearch => ({
  from: from || undefined,
  to: to || undefined,
  kind: kind || undefined,
  level: level || undefined,
  sort: sort === 'paidAt|asc' ? 'oldest' : undefined,
})

type Question = Asked<(typeof getBonusHistory)['query']>

/** Request parameters without a page, as the export takes them. Source: requirements TRX-003, TRX-019. */
export const bonusFilterQuestion = ({ from, to, kind, level, sort }: BonusFilters): Question => ({
  sort,
  ...(from !== '' && { dateFrom: from }),
  ...(to !== '' && { dateTo: to }),
  ...(kind !== '' && { bonusTypes: kind }),
  ...(level !== '' && { level: String(level) }),
})

/** Request parameters of one page. Source: requirements TRX-003, TRX-017 to TRX-019. */
export const bonusQuestion = (filters: BonusFilters, page: number): Question => ({
  ...bonusFilterQuestion(filters),
  size: PAGE_SIZE,
  page: String(page),
})

/** Number of active filters. */
export const filterCount = ({ from, to, kind, level }: BonusFilters): number =>
  [from, to, kind, level].filter(Boolean).length
