// @vitest-environment jsdom
import { errorText, Texts } from '@partner-office/web'
import ar from '@partner-office/locales/ar/office.json'
import arShared from '@partner-office/locales/ar/shared.json'
import de from '@partner-office/locales/de/office.json'
import deShared from '@partner-office/locales/de/shared.json'
import en from '@partner-office/locales/en/office.json'
import enShared from '@partner-office/locales/en/shared.json'
import { describe, expect, test } from 'vitest'

/** The screens in each language, each alone: a missing text is not replaced by English. */
const LANGUAGES = Object.entries({
  English: { ...en, ...enShared },
  German: { ...de, ...deShared },
  Arabic: { ...ar, ...arShared },
}).map(([name, texts]) => [name, new Texts('http://office.test/translations', texts).i18n] as const)

const words = (...lines: string[]): string[] => lines.flatMap((line) => line.split(' '))

const CODES = {
  'ERR-019 form': words(
    'empty_address required not_match only_latin_chars min_length max_length not_unique wrong_email wrong_phone',
    'invalid_format validation_fail empty_forename_or_surname',
  ),
  'ERR-020 sign-in': words(
    'wrong_old_password invalid_grant bad_credentials user_account_locked user_blocked incorrect_otp',
    'otp_confirmation_error confirmation_code_error invalid_confirmation_code invalid_token invalid_password_format',
    'invalid_password_chars 2fa_disabled unverified_user user_not_verified',
  ),
  'ERR-022 general': words(
    'not_found data_not_ready internal_server_error server_error access_denied too_many_requests zendesk_client_error',
    'profile_not_found config_not_found dashboard_not_found temp_url_generation_error',
  ),
  'ERR-025 country': words('country_not_available_for_registration purchase_restricted_by_country'),
  'ERR-026 report': words('invalid_report_timestamp'),
  'ERR-027 wallet': words(
    'main_wallet_not_found wallet_not_found main_wallet_not_approved invalid_wallet_address invalid_advcash_address',
    'invalid_btc_address wallet_reset_disabled',
  ),
  'ERR-029 payout': words(
    'payments_disabled not_enough_funds invalid_amount_format payout_is_disabled pending_count_limit',
  ),
  'sign-in without storage': ['storage_forbidden'],
  'ERR-030 legal': words('legals_already_accepted terms_not_accepted'),
}

const PAIRS = [
  ['ERR-021', 'invalid_grant', 'bad_credentials'],
  ['ERR-023', 'internal_server_error', 'server_error'],
  ['ERR-028', 'invalid_advcash_address', 'invalid_btc_address'],
] as const

describe.each(LANGUAGES)('%s', (_, i18n) => {
  for (const [group, codes] of Object.entries(CODES)) {
    test.each(codes)(`${group} code %s has a text`, (code) => {
      const text = errorText(i18n, code)
      expect(text).not.toBe(code)
      expect(text).not.toBe('')
    })
  }

  test.each(PAIRS)('%s %s and %s have the same text', (_row, one, other) => {
    expect(errorText(i18n, one)).toBe(errorText(i18n, other))
  })
})
