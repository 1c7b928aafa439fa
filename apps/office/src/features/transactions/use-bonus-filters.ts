import { useNavigate, useSearch } from '@tanstack/react-router'

import type { Explained } from '../../parts/bonus/explain/explanation-query.ts'
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

/** A credited record, or an order of the downline, such as one that brought nothing. */
function explainedBy({ why, order }: Readonly<Record<string, unknown>>): Explained | null {
  if (isNumber(why)) return { recordId: String(why) }
  return isNumber(order) ? { orderId: String(order) } : null
}

/** The number of a record or an order. */
export const isNumber = (text: unknown): boolean => /^[1-9]\d{0,14}$/.test(String(text))
