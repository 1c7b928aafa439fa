import type { RefusalCode } from '@partner-office/domain'

/**
 * HTTP status of every error code.
 *
 * A refusal of the business is answered with 200; any other status says what is wrong with the call itself. A
 * `RefusalCode` without a status does not compile.
 *
 * Source: api.md, envelope.
 */
export const STATUS_OF_CODE = {
  '2fa_disabled': 200,
  access_denied: 403,
  already_taken: 200,
  bad_credentials: 200,
  balance_too_low: 200,
  changed_meanwhile: 200,
  checks_open: 200,
  config_not_found: 200,
  confirmation_code_error: 200,
  confirmation_required: 200,
  country_not_available_for_registration: 200,
  daily_limit: 200,
  data_not_ready: 200,
  empty_address: 200,
  empty_forename_or_surname: 200,
  fresh_sign_in_required: 200,
  incorrect_otp: 200,
  internal_server_error: 500,
  invalid_client: 401,
  invalid_confirmation_code: 200,
  invalid_format: 200,
  invalid_grant: 200,
  invalid_passkey: 200,
  invalid_password_chars: 200,
  invalid_password_format: 200,
  invalid_report_timestamp: 200,
  invalid_token: 401,
  invalid_wallet_address: 200,
  job_running: 200,
  last_admin: 200,
  legals_already_accepted: 200,
  max_length: 200,
  minimum_limit: 200,
  not_enough_funds: 200,
  not_found: 200,
  not_match: 200,
  not_unique: 200,
  only_latin_chars: 200,
  otp_already_used: 200,
  otp_confirmation_error: 200,
  payments_disabled: 200,
  payout_is_disabled: 200,
  pending_count_limit: 200,
  profile_not_found: 200,
  proposal_closed: 200,
  proposal_outdated: 200,
  proposal_required: 200,
  purchase_restricted_by_country: 200,
  request_limit: 200,
  required: 200,
  second_operator_required: 200,
  temp_url_generation_error: 200,
  terms_not_accepted: 200,
  too_late: 200,
  too_many_requests: 429,
  unsupported_grant_type: 200,
  unverified_user: 200,
  user_account_locked: 200,
  user_blocked: 200,
  user_not_verified: 200,
  validation_error: 200,
  validation_fail: 200,
  wallet_not_found: 200,
  wrong_email: 200,
  wrong_old_password: 200,
  wrong_phone: 200,
  zendesk_client_error: 200,
} as const satisfies Readonly<Record<ErrorCode, number>>

/** Codes of the error envelope: every refusal, and `internal_server_error` for a bug. */
export type ErrorCode = RefusalCode | 'internal_server_error'

/** All error codes, for the schema of the envelope. */
export const ERROR_CODES = Object.keys(STATUS_OF_CODE) as [ErrorCode, ...ErrorCode[]]

/** Codes that every call may answer without listing them in its contract. */
export const GENERAL_CODES = [
  'internal_server_error',
  'invalid_token',
  'not_found',
  'too_many_requests',
  'validation_error',
] as const satisfies readonly ErrorCode[]

/** Further codes that every call with an access token may answer without listing them. */
export const BEARER_CODES = [
  'access_denied',
  'terms_not_accepted',
  'user_blocked',
] as const satisfies readonly ErrorCode[]

/** Further codes that every call of an operator may answer without listing them. */
export const OPERATOR_CODES = [
  'access_denied',
  'fresh_sign_in_required',
] as const satisfies readonly ErrorCode[]
