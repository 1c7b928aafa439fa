import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
import { explainedBy } from '../../parts/bonus/explain/use-explained.ts'
import { addressOf, type BonusFilters, filtersOf } from './bonus-filters.ts'

/** The filters of the page, and how they change. */
export type BonusFiltersState = {
  readonly filters: BonusFilters
  readonly change: (changed: Partial<BonusFilters>) => void
  /** What is explained beside the list. */
  readonly explained: Explained | null
  readonly explain: (id: number) => void
  readonly explainOrder: (id: string) => void
  readonly closeExplanation: () => void
}

/** The address holds the filters: it can be kept and passed on. */
export function useBonusFilters(): BonusFiltersState {
  const address = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const filters = filtersOf(address)
  const navigate = useNavigate()
  const goTo = (search: object, replace: boolean): void =>
    void navigate({ to: '.', search: search as never, replace, resetScroll: false })
  return {
    filters,
    change: (changed) => goTo(addressOf({ ...filters, ...changed }), true),
    explained: explainedBy(address),
    explain: (id) => goTo({ ...addressOf(filters), why: id }, false),
    explainOrder: (id) => goTo({ ...addressOf(filters), order: Number(id) }, false),
    closeExplanation: () => goTo(addressOf(filters), true),
  }
}
