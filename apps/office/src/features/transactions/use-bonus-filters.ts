import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
import { explainedBy } from '../../parts/bonus/explain/use-explained.ts'
import { PATHS } from '../../paths.ts'
import { addressOf, type BonusFilters, type BonusSearch, filtersOf } from './bonus-filters.ts'

/** Filters of the bonus history in the address, and the calls that change them. */
export type BonusFiltersState = {
  readonly filters: BonusFilters
  readonly change: (changed: Partial<BonusFilters>) => void
  /** The record or order whose explanation is open. */
  readonly explained: Explained | null
  readonly explain: (id: number) => void
  readonly explainOrder: (id: number) => void
  readonly closeExplanation: () => void
}

/** Keeps the filters in the address, so that the address can be shared. */
export function useBonusFilters(): BonusFiltersState {
  const from = PATHS.transactionsBonuses
  const address = useSearch({ from })
  const filters = filtersOf(address)
  const navigate = useNavigate({ from })
  const goTo = (search: BonusSearch, replace: boolean): void =>
    void navigate({ to: '.', search, replace, resetScroll: false })
  return {
    filters,
    change: (changed) => goTo(addressOf({ ...filters, ...changed }), true),
    explained: explainedBy(address),
    explain: (id) => goTo({ ...addressOf(filters), why: id }, false),
    explainOrder: (id) => goTo({ ...addressOf(filters), order: id }, false),
    closeExplanation: () => goTo(addressOf(filters), true),
  }
}
