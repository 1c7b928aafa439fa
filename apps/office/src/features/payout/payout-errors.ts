import { CallFailed } from '@partner-office/web'

/** The place and kind of a refused request. Source: requirements PAY-057 to PAY-066. */
export type InitError = {
  readonly place: 'amount' | 'address' | 'common'
  /** `limits`: the message with minimum, maximum and what is left today; `daily`: the one about the daily limit. */
  readonly kind: 'limits' | 'daily' | 'address' | 'code'
  readonly code: string
}

/** Where the refusal of a request is shown, and how. */
export function initErrorOf(error: unknown): InitError {
  const [first] = error instanceof CallFailed ? error.answer.errors : []
  const { code, fieldName, errors } = first ?? {
    code: 'internal_server_error',
    fieldName: null,
    errors: null,
  }
  const isFormat = code === 'validation_error' && errors?.includes('invalid_format') === true
  if (code === 'not_enough_funds') return { place: 'amount', kind: 'code', code }
  if (code === 'request_limit' || code === 'minimum_limit' || (isFormat && fieldName === 'amount'))
    return { place: 'amount', kind: 'limits', code }
  if (code === 'daily_limit') return { place: 'amount', kind: 'daily', code }
  if (code === 'invalid_wallet_address' || (isFormat && fieldName === 'address'))
    return { place: 'address', kind: 'address', code }
  return { place: 'common', kind: 'code', code }
}

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
