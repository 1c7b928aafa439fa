import { type FieldProblem, FormRefusal, type RefusalCode } from '@partner-office/domain'

const EMAIL = /^[^\s@,;<>()[\]"\\]+@[^\s@,;<>()[\]"\\.]+(\.[^\s@,;<>()[\]"\\.]+)*$/
const LATIN_NAME = /^(?=.*\p{L})[\p{Script=Latin}\p{M} .,'’-]+$/u
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
// Of digits as many as a number may have. Source: ITU-T E.164 section 6.2.
const PHONE = /^\+?(?=(\D*\d){6,15}\D*$)[\d ()./-]+$/

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

/** What is wrong with an e-mail address. */
export const emailProblem = (email: string): RefusalCode | null =>
  EMAIL.test(email) ? null : 'wrong_email'

/** What is wrong with a name. */
export const nameProblem = (name: string): RefusalCode | null =>
  LATIN_NAME.test(name) ? null : 'only_latin_chars'

/** What is wrong with a language, such as `en` or `de-AT`. */
export const languageProblem = (language: string): RefusalCode | null =>
  LANGUAGE_TAG.test(language) ? null : 'invalid_format'

/** What is wrong with a phone number: it has 6 to 15 digits, and what people write between them. */
export const phoneProblem = (phone: string): RefusalCode | null =>
  PHONE.test(phone.trim()) ? null : 'wrong_phone'
