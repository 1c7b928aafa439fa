import { shown } from '../imports/read-csv.ts'

/** Further texts of a profile; empty when not given. */
export const PERSONAL_TEXTS = [
  'avatar',
  'sex',
  'birthdate',
  'city',
  'address1',
  'address2',
  'zip',
  'mobile',
  'position',
  'comment',
] as const

const LONGEST_TEXT = 256
const EMAIL = /^[^\s@,;<>()[\]"\\]+@[^\s@,;<>()[\]"\\.]+(\.[^\s@,;<>()[\]"\\.]+)*$/

/** Problem of a text of one line; null when it is valid. Source: decisions D-115, D-145. */
export function textProblem(
  name: string,
  value: string,
  { required }: { required: boolean },
): string | null {
  if (value.trim() === '') return required ? `${name} is missing` : null
  // Bytes cannot hold a lone surrogate; JSON can.
  if (!value.isWellFormed()) return `${name} ${shown(value)} holds half a character`
  if (/\p{Cc}/u.test(value)) return `${name} ${shown(value)} holds control characters`
  return value.length > LONGEST_TEXT ? `${name} is longer than ${LONGEST_TEXT} characters` : null
}

/** Problem of an e-mail address; null when it is valid. */
export function emailProblem(value: string): string | null {
  if (value === '') return 'email is missing'
  if (!EMAIL.test(value)) return `email ${shown(value)} is not an e-mail address`
  return textProblem('email', value, { required: true })
}
