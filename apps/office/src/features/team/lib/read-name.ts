const FEWEST_LETTERS = 3

/** Parses a name filter: trimmed; null where it is too short. Source: TEA-022, TEA-023. */
export function readName(typed: string): string | null {
  const name = typed.trim()
  return name === '' || [...name].length >= FEWEST_LETTERS ? name : null
}
