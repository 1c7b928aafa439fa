import { CallFailed } from '@partner-office/web'

/** The fields that the refusals of a request are shown at. Source: requirements PAY-057 to PAY-066. */
export const FIELD_OF_CODE = {
  not_enough_funds: 'amount',
  request_limit: 'amount',
  minimum_limit: 'amount',
  daily_limit: 'amount',
  invalid_wallet_address: 'address',
} as const

/** How many wrong codes a payout allows. Source: requirements PAY-043. */
export const ATTEMPTS = 3

/** The attempts that a refused code leaves. Source: requirements PAY-044, PAY-045. */
export function attemptsAfter(error: unknown, attempts: number): number {
  const [first] = error instanceof CallFailed ? error.answer.errors : []
  if (first?.code === 'confirmation_code_error') return 0
  if (first?.code !== 'invalid_confirmation_code') return attempts
  const told = Number(first.errors?.[0] ?? Number.NaN)
  return Number.isInteger(told) ? Math.max(0, told) : attempts - 1
}
