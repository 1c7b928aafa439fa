import type { RefusalCode } from '../refusal.ts'

/** Units: characters. */
export const SHORTEST_PASSWORD = 8
const LONGEST_PASSWORD = 256

/**
 * The problem of a new password, or null: it must have 8 to 256 characters, all of which can be typed.
 *
 * Source: NIST SP 800-63B section 3.1.1.2: length counts, kinds of characters do not.
 */
export function passwordProblem(password: string): RefusalCode | null {
  if (/\p{Cc}/u.test(password)) return 'invalid_password_chars'
  const isLongEnough = [...password].length >= SHORTEST_PASSWORD && password.trim() !== ''
  return isLongEnough && password.length <= LONGEST_PASSWORD ? null : 'invalid_password_format'
}
