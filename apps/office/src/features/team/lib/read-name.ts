import { isLongEnough } from '@partner-office/domain'

/** Parses a name filter: trimmed; null where it is too short. Source: TEA-022, TEA-023; decisions C11.29. */
export function readName(typed: string): string | null {
  const name = typed.trim()
  return name === '' || isLongEnough(name) ? name : null
}
