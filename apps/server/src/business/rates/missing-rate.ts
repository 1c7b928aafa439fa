import { type Plan, type Rate, Refusal } from '@partner-office/domain'

import { requireRates } from '../orders/decide/decide-orders.ts'

/** The rate without which no order can be recorded, such as `EUR UPT SELL`; null when all are there. */
export function missingRate(rates: readonly Rate[], plan: Plan): string | null {
  try {
    requireRates(rates, plan)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return String(error.params['rate'])
  }
}
