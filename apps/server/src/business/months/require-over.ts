import { monthEnd, parseMonth, Refusal } from '@partner-office/domain'

import type { Core } from '../../core/core.ts'

/** Refuses: `validation_error`, a month that is not over, and text that is no month. Source: decisions C11.11. */
export function requireOver({ clock }: Pick<Core, 'clock'>, period: string): void {
  const month = parseMonth(period)
  if (month !== null && monthEnd(month) <= clock()) return
  const reason = month === null ? `${period} is no month` : `the month ${period} is not over yet`
  throw new Refusal('validation_error', { field: 'month', reason })
}
