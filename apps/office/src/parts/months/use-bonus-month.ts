import { bonusMonths, monthText, parseMonth } from '@partner-office/domain'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { useCurrentMonth } from './use-current-month.ts'

/** The month that a page shows, and those that it can. Units: first milliseconds of UTC months, newest first. */
export type BonusMonth = {
  readonly shown: number
  readonly isCurrent: boolean
  readonly months: readonly number[]
  readonly show: (month: number) => void
}

type Address = { readonly month?: unknown }

/** The month that the address holds; without one the current month. Source: requirements INF-003 to INF-006; D-056. */
export function useBonusMonth(): BonusMonth {
  const current = useCurrentMonth()
  const months = bonusMonths(current)
  const asked = parseMonth(String((useSearch({ strict: false }) as Address).month))
  const shown = asked !== null && months.includes(asked) ? asked : current
  const navigate = useNavigate()
  const show = (month: number): void => {
    const search = month === current ? {} : { month: monthText(month) }
    void navigate({ to: '.', search: search as never, resetScroll: false })
  }
  return { shown, isCurrent: shown === current, months, show }
}
