import type { TeamMember } from '@partner-office/contracts'
import { isActiveAt } from '@partner-office/domain'

/** Whether a member is active now. Source: requirements TEA-028. */
export const isActiveMember = ({ activeUntil }: Pick<TeamMember, 'activeUntil'>, now: number) =>
  isActiveAt(activeUntil, now)

/** Name of a country in a language; its code where the browser knows none. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
