/**
 * Every code a call may refuse with, and the HTTP status it travels under.
 *
 * What the business says "no" to is answered with 200; a status tells what is wrong with the call itself.
 *
 * Source: api.md, envelope.
 */
export const STATUS_OF_CODE = {
  '2fa_disabled': 200,
  access_denied: 403,
  bad_credentials: 200,
  config_not_found: 200,
  country_not_available_for_registration: 200,
  data_not_ready: 200,
  incorrect_otp: 200,
  internal_server_error: 500,
  invalid_client: 401,
  invalid_format: 200,
  invalid_grant: 200,
  invalid_password_chars: 200,
  invalid_password_format: 200,
  invalid_token: 401,
  legals_already_accepted: 200,
  not_found: 200,
  not_match: 200,
  not_unique: 200,
  only_latin_chars: 200,
  otp_confirmation_error: 200,
  payments_disabled: 200,
  profile_not_found: 200,
  purchase_restricted_by_country: 200,
  required: 200,
  terms_not_accepted: 200,
  too_many_requests: 429,
  unsupported_grant_type: 200,
  unverified_user: 200,
  user_account_locked: 200,
  user_blocked: 200,
  validation_error: 200,
  wallet_not_found: 200,
  wrong_email: 200,
  wrong_old_password: 200,
  wrong_phone: 200,
} as const satisfies Readonly<Record<string, number>>

export type ErrorCode = keyof typeof STATUS_OF_CODE

export const ERROR_CODES = Object.keys(STATUS_OF_CODE) as [ErrorCode, ...ErrorCode[]]

/** Codes that any call may answer, whatever its contract lists. */
export const GENERAL_CODES = [
  'internal_server_error',
  'invalid_token',
  'not_found',
  'too_many_requests',
  'validation_error',
] as const satisfies readonly ErrorCode[]

/** Codes that any call with an access token may answer besides. */
export const BEARER_CODES = [
  'access_denied',
  'terms_not_accepted',
  'user_blocked',
] as const satisfies readonly ErrorCode[]
