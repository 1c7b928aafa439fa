import { type FieldProblem, FormRefusal, type RefusalCode } from '@partner-office/domain'

const EMAIL = /^[^\s@,;<>()[\]"\\]+@[^\s@,;<>()[\]"\\.]+(\.[^\s@,;<>()[\]"\\.]+)*$/
const LATIN_NAME = /^(?=.*\p{L})[\p{Script=Latin}\p{M} .,'’-]+$/u
const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 256

/** Refuses: `required`, for every field named that is empty. */
export function requireFields<Field extends string>(
  form: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): void {
  const problems = fields
    .filter((field) => form[field].trim() === '')
    .map((field): FieldProblem => ({ field, code: 'required' }))
  FormRefusal.refuseAny(problems)
}

/** A problem of a field, where there is one. */
export const problemOf = (field: string, code: RefusalCode | null): FieldProblem[] =>
  code === null ? [] : [{ field, code }]

/**
 * What is wrong with a password to be: it has 8 to 256 characters, and none that cannot be typed.
 *
 * Source: NIST SP 800-63B section 3.1.1.2: length counts, kinds of characters do not.
 */
export function passwordProblem(password: string): RefusalCode | null {
  if (/\p{Cc}/u.test(password)) return 'invalid_password_chars'
  const isLongEnough = [...password].length >= SHORTEST_PASSWORD && password.trim() !== ''
  return isLongEnough && password.length <= LONGEST_PASSWORD ? null : 'invalid_password_format'
}

/** What is wrong with an e-mail address. */
export const emailProblem = (email: string): RefusalCode | null =>
  EMAIL.test(email) ? null : 'wrong_email'

/** What is wrong with a name. */
export const nameProblem = (name: string): RefusalCode | null =>
  LATIN_NAME.test(name) ? null : 'only_latin_chars'
