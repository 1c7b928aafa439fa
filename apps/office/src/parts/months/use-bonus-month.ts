import { bonusMonths, monthText, parseMonth } from '@partner-office/domain'
import { useNavigate, useSearch } from '@tanstack/react-router'

import type { PathWith } from '../../lib/navigation/search-params.ts'
import { useCurrentMonth } from './use-current-month.ts'

/** The month that a page shows, and the months that it offers. Units: first milliseconds of UTC months, newest first. */
export type BonusMonth = {
  readonly shown: number
  readonly isCurrent: boolean
  readonly months: readonly number[]
  readonly show: (month: number) => void
}

/** The month in the address of a page; without one the current month. Source: requirements INF-003 to INF-006; D-056. */
export function useBonusMonth(from: PathWith<'month'>): BonusMonth {
  const current = useCurrentMonth()
  const months = bonusMonths(current)
  const asked = parseMonth(useSearch({ from }).month ?? '')
  const shown = asked !== null && months.includes(asked) ? asked : current
  const navigate = useNavigate({ from })
  const show = (month: number): void => {
    const search = month === current ? {} : { month: monthText(month) }
    void navigate({ to: '.', search, resetScroll: false })
  }
  return { shown, isCurrent: shown === current, months, show }
}
