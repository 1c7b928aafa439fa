/**
 * Every code a call may refuse with, and the HTTP status it travels under.
 *
 * What the business says "no" to is answered with 200; a status tells what is wrong with the call itself.
 *
 * Source: api.md, envelope.
 */
export const STATUS_OF_CODE = {
  access_denied: 403,
  data_not_ready: 200,
  internal_server_error: 500,
  invalid_format: 200,
  invalid_token: 401,
  not_found: 200,
  not_unique: 200,
  payments_disabled: 200,
  purchase_restricted_by_country: 200,
  required: 200,
  validation_error: 200,
} as const satisfies Readonly<Record<string, number>>

export type ErrorCode = keyof typeof STATUS_OF_CODE

export const ERROR_CODES = Object.keys(STATUS_OF_CODE) as [ErrorCode, ...ErrorCode[]]

/** Codes that any call may answer, whatever its contract lists. */
export const GENERAL_CODES = [
  'internal_server_error',
  'invalid_token',
  'not_found',
  'validation_error',
] as const satisfies readonly ErrorCode[]
