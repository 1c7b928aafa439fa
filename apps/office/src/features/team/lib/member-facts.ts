import type { TeamMember } from '@partner-office/contracts'
import { isActiveAt } from '@partner-office/domain'

/** Whether a member is active now. Source: requirements TEA-028. */
export const isActiveMember = ({ activeUntil }: Pick<TeamMember, 'activeUntil'>, now: number) =>
  isActiveAt(activeUntil, now)

/** What a country is called; its code where nobody has named it. */
export function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
