import type { getBonusHistory } from '@partner-office/contracts'
import type { BonusType } from '@partner-office/domain'
import type { Asked } from '@partner-office/web'

/** The kinds that can be filtered by. Source: requirements TRX-002, TRX-003; decisions D-060. */
export const FILTER_KINDS = [
  'DIRECT',
  'TEAM',
  'TURNOVER',
  'UCHAIN_INFINITY',
] as const satisfies readonly BonusType[]

/** Source: requirements TRX-004; decisions D-058. */
export const FILTER_LEVELS = ['1', '2', '3', '4', '5', '6'] as const

/** What narrows and sorts the history; empty where nothing does. Units: days as 2026-11-21, UTC. */
export type BonusFilters = {
  readonly from: string
  readonly to: string
  readonly kind: string
  readonly level: string
  readonly sort: 'paidAt|desc' | 'paidAt|asc'
}

/** The history without any filter, in the order that it has. Source: requirements TRX-014. */
export const NO_BONUS_FILTERS = { from: '', to: '', kind: '', level: '' } as const

/** Rows of a page. Source: requirements TRX-018. */
const PAGE_SIZE = '20'

/** What an address asks for; what it asks in vain is left out. */
export function filtersOf(address: Readonly<Record<string, unknown>>): BonusFilters {
  const { from, to, kind, level, sort } = address
  return {
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    kind: FILTER_KINDS.find((known) => known === kind) ?? '',
    level: FILTER_LEVELS.find((known) => known === String(level)) ?? '',
    sort: sort === 'oldest' ? 'paidAt|asc' : 'paidAt|desc',
  }
}

/** An address holds only what differs from the history as it opens. */
export const addressOf = ({ from, to, kind, level, sort }: BonusFilters) => ({
  from: from || undefined,
  to: to || undefined,
  kind: kind || undefined,
  level: level === '' ? undefined : Number(level),
  sort: sort === 'paidAt|asc' ? 'oldest' : undefined,
})

type Question = Asked<(typeof getBonusHistory)['query']>

/** The question of filters for one page. Source: requirements TRX-003, TRX-017 to TRX-019. */
export const bonusQuestion = (
  { from, to, kind, level, sort }: BonusFilters,
  page: number,
): Question => ({
  size: PAGE_SIZE,
  page: String(page),
  sort,
  ...(from !== '' && { dateFrom: from }),
  ...(to !== '' && { dateTo: to }),
  ...(kind !== '' && { bonusTypes: kind }),
  ...(level !== '' && { level }),
})

/** How many filters apply. */
export const filterCount = ({ from, to, kind, level }: BonusFilters): number =>
  [from, to, kind, level].filter(Boolean).length

/** Whether the last day is before the first, so that nothing can match. */
export const endsBeforeItBegins = ({ from, to }: BonusFilters): boolean =>
  from !== '' && to !== '' && to < from

/** A day of the calendar, as a field of days and the service write it. */
export const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^[12]\d{3}-\d\d-\d\d$/.test(text) && isOfCalendar(text)

const isOfCalendar = (day: string): boolean =>
  new Date(Date.parse(day) || 0).toISOString().startsWith(day)
