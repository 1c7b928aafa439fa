import { type BonusTransaction, getBonusHistory } from '@partner-office/contracts'

import { useOffice } from '../../lib/session/office.ts'
import type { PagedList } from '../../parts/states/paged-list.ts'
import { type BonusFilters, bonusQuestion } from './bonus-filters.ts'
import { rowKey } from './bonus-row.tsx'
import { useHistoryPages } from '../../parts/states/use-history-pages.ts'

/** The bonus history, page by page. Source: requirements TRX-016, TRX-039. */
export function useBonusHistory(filters: BonusFilters): PagedList<BonusTransaction> {
  const { api } = useOffice()
  return useHistoryPages(
    ['bonus-history', filters],
    (page, signal) =>
      api.call('business', getBonusHistory, { query: bonusQuestion(filters, page), signal }),
    rowKey,
  )
}
