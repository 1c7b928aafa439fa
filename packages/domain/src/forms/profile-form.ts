import { isCountryCode } from '../countries.ts'
import type { FieldProblem, RefusalCode } from '../refusal.ts'
import { LONGEST_LINE, problemOf } from './form-checks.ts'

/** Positions of a profile; empty: not given. Source: requirements PRF-019. */
export const POSITIONS = [
  'employee',
  'manager',
  'officiary',
  'freelancer',
  'businessman',
  'student',
  'job seeker',
  'retired',
  'recruiter',
  'other',
] as const

/** Sexes of a profile; empty: not given. Source: requirements PRF-016. */
export const SEXES = ['male', 'female'] as const

/** Texts of the profile form, in its order. */
export const PROFILE_TEXTS = [
  'firstName',
  'lastName',
  'sex',
  'birthdate',
  'position',
  'site',
  'address1',
  'countryId',
  'city',
  'zip',
  'address2',
  'phone',
  'mobile',
  'telegram',
  'whatsapp',
  'viber',
  'wechat',
  'skype',
  'instagram',
  'facebook',
  'comment',
] as const

export type ProfileText = (typeof PROFILE_TEXTS)[number]

/** Most characters of a comment. Units: UTF-16 code units. Source: decisions D-115. */
export const LONGEST_COMMENT = 5_000

/** Texts that must not be empty. Source: requirements PRF-010, PRF-011. */
export const PROFILE_REQUIRED: readonly ProfileText[] = ['firstName', 'lastName']
const MULTI_LINE: readonly ProfileText[] = ['comment']

const FORMS: Partial<Readonly<Record<ProfileText, (text: string) => boolean>>> = {
  sex: isOneOf(SEXES),
  position: isOneOf(POSITIONS),
  countryId: isCountryCode,
  birthdate: isDay,
}

/**
 * Returns every problem of a profile form; a missing field is not checked.
 *
 * Source: api.md section 2, `PUT /v1/profile`; requirements PRF-010, PRF-011, PRF-016, PRF-017, PRF-019.
 */
export function profileProblems(
  form: Readonly<Partial<Record<ProfileText, string>>>,
): FieldProblem[] {
  return PROFILE_TEXTS.flatMap((field) => {
    const text = form[field]
    return text === undefined ? [] : problemOf(field, textProblem(field, text))
  })
}

function textProblem(field: ProfileText, text: string): RefusalCode | null {
  if (text.trim() === '') return PROFILE_REQUIRED.includes(field) ? 'required' : null
  const isMultiLine = MULTI_LINE.includes(field)
  if (!isStorable(text, { isMultiLine })) return 'validation_error'
  if (text.length > (isMultiLine ? LONGEST_COMMENT : LONGEST_LINE)) return 'max_length'
  return FORMS[field]?.(text) === false ? 'invalid_format' : null
}

const CONTROL = /\p{Cc}/u
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]/u

/** Whether a text has no lone surrogate and no control character besides line breaks and tabs of several lines. Source: decisions D-145. */
export function isStorable(
  text: string,
  { isMultiLine }: { readonly isMultiLine: boolean },
): boolean {
  // A pattern with the `u` flag reads a pair of surrogates as one character, so only a lone one matches.
  if (/\p{Cs}/u.test(text)) return false
  return !(isMultiLine ? CONTROL_BUT_LINES : CONTROL).test(text)
}

/** A Telegram name without the sign that some write before it. Source: requirements PRF-018. */
export const telegramName = (text: string): string => text.replace(/^@/, '')

function isOneOf(words: readonly string[]): (text: string) => boolean {
  return (text) => words.includes(text)
}

/** Whether a text is a day of the calendar, such as `1990-02-28`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
