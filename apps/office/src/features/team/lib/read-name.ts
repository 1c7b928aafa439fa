const FEWEST_LETTERS = 3

/** A name to look for, without the space around it; null when it is too short to be looked for. Source: TEA-022, TEA-023. */
export function readName(typed: string): string | null {
  const name = typed.trim()
  return name === '' || [...name].length >= FEWEST_LETTERS ? name : null
}
