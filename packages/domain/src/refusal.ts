/** Every code a refusal can have. `STATUS_OF_CODE` in contracts gives each its HTTP status. */
export type RefusalCode =
  | 'validation_error'
  | 'required'
  | 'not_unique'
  | 'not_found'
  | 'access_denied'
  | 'data_not_ready'
  | 'purchase_restricted_by_country'
  | 'payments_disabled'
  | 'invalid_format'
  | '2fa_disabled'
  | 'bad_credentials'
  | 'country_not_available_for_registration'
  | 'incorrect_otp'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_passkey'
  | 'invalid_password_chars'
  | 'invalid_password_format'
  | 'invalid_token'
  | 'not_match'
  | 'only_latin_chars'
  | 'otp_confirmation_error'
  | 'too_many_requests'
  | 'unsupported_grant_type'
  | 'unverified_user'
  | 'user_account_locked'
  | 'wrong_email'
  | 'wrong_old_password'
  | 'wrong_phone'
  | 'changed_meanwhile'
  | 'config_not_found'
  | 'legals_already_accepted'
  | 'profile_not_found'
  | 'terms_not_accepted'
  | 'empty_address'
  | 'empty_forename_or_surname'
  | 'invalid_report_timestamp'
  | 'temp_url_generation_error'
  | 'user_blocked'
  | 'wallet_not_found'
  | 'payout_is_disabled'
  | 'user_not_verified'
  | 'validation_fail'
  | 'invalid_wallet_address'
  | 'minimum_limit'
  | 'not_enough_funds'
  | 'request_limit'
  | 'daily_limit'
  | 'pending_count_limit'
  | 'invalid_confirmation_code'
  | 'otp_already_used'
  | 'confirmation_code_error'
  | 'max_length'
  | 'zendesk_client_error'
  | 'fresh_sign_in_required'
  | 'proposal_required'
  | 'second_operator_required'
  | 'proposal_outdated'
  | 'proposal_closed'
  | 'already_taken'
  | 'checks_open'
  | 'confirmation_required'
  | 'too_late'
  | 'job_running'
  | 'last_admin'
  | 'balance_too_low'

/** An expected "no" with a reason the person can act on. Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly params: Readonly<Record<string, string | number>>
  /** What there is more to say, in sentences. */
  readonly reasons: readonly string[]

  constructor(
    code: RefusalCode,
    params: Readonly<Record<string, string | number>> = {},
    reasons: readonly string[] = [],
  ) {
    super(code)
    this.code = code
    this.params = params
    this.reasons = reasons
  }
}

/** All problems of a form: a code for each field. */
export class FormRefusal extends Refusal {
  readonly problems: readonly FieldProblem[]

  constructor(problems: readonly FieldProblem[]) {
    super('validation_error', { problems: problems.length })
    this.problems = problems
  }

  /** Refuses: when anything is wrong. */
  static refuseAny(problems: readonly FieldProblem[]): void {
    if (problems.length > 0) throw new FormRefusal(problems)
  }
}

export type FieldProblem = { readonly field: string; readonly code: RefusalCode }
