import type { TeamMember } from '@partner-office/contracts'
import { isActiveAt } from '@partner-office/domain'
import { browserWord } from '@partner-office/locales'

/** Whether a member is active now. Source: requirements TEA-028. */
export const isActiveMember = ({ activeUntil }: Pick<TeamMember, 'activeUntil'>, now: number) =>
  isActiveAt(activeUntil, now)

/** Name of a country in a language; its code where the browser knows none. */
export function countryName(code: string, language: string): string {
  const known = browserWord(language, `region.${code}`)
  if (known !== null) return known
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
