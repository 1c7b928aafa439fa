import { type FieldProblem, FormRefusal, type RefusalCode } from '../refusal.ts'

const EMAIL = /^[^\s@,;<>()[\]"\\]+@[^\s@,;<>()[\]"\\.]+(\.[^\s@,;<>()[\]"\\.]+)*$/
const LATIN_NAME = /^(?=.*\p{L})[\p{Script=Latin}\p{M} .,'’-]+$/u
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
// 6 to 15 digits: the number of digits that E.164 section 6.2 allows.
const PHONE = /^\+?(?=(\D*\d){6,15}\D*$)[\d ()./-]+$/

/** Most characters of one line. Units: UTF-16 code units. Source: decisions D-115. */
export const LONGEST_LINE = 256

/**
 * Checks that none of these fields is empty. A missing field is empty.
 *
 * Refuses: `required`, for each empty field.
 */
export function requireFields<Field extends string>(
  form: Readonly<Partial<Record<Field, string>>>,
  fields: readonly Field[],
): void {
  const problems = fields
    .filter((field) => (form[field] ?? '').trim() === '')
    .map((field): FieldProblem => ({ field, code: 'required' }))
  FormRefusal.refuseAny(problems)
}

/** A list with the field's problem; empty when there is none. */
export const problemOf = (field: string, code: RefusalCode | null): FieldProblem[] =>
  code === null ? [] : [{ field, code }]

/** Returns the problem of an e-mail address, or null. */
export const emailProblem = (email: string): RefusalCode | null =>
  EMAIL.test(email) ? null : 'wrong_email'

/** Returns the problem of a name, or null. */
export const nameProblem = (name: string): RefusalCode | null =>
  LATIN_NAME.test(name) ? null : 'only_latin_chars'

/** Returns the problem of a language tag such as `en` or `de-AT`, or null. */
export const languageProblem = (language: string): RefusalCode | null =>
  LANGUAGE_TAG.test(language) ? null : 'invalid_format'

/** Returns the problem of a phone number, or null. A number has 6 to 15 digits and the usual separators, on one line. */
export function phoneProblem(phone: string): RefusalCode | null {
  const number = phone.trim()
  return number.length <= LONGEST_LINE && PHONE.test(number) ? null : 'wrong_phone'
}

/**
 * Checks the changed contact data of an account. Missing fields stay as they are; an empty phone number is removed.
 *
 * Refuses: `wrong_phone`, `invalid_format`.
 */
export function checkContact({
  phone,
  language,
}: {
  readonly phone?: string | null | undefined
  readonly language?: string | null | undefined
}): void {
  FormRefusal.refuseAny([
    ...problemOf('phone', phone ? phoneProblem(phone) : null),
    ...problemOf('language', language == null ? null : languageProblem(language)),
  ])
}
