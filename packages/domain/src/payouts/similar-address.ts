const COMPARED = 4

/**
 * The earlier address that a different one could be mistaken for, because both begin and end alike; null for none.
 *
 * Letters are compared without their case, as people read them.
 *
 * Source: decisions D-143.
 */
export function similarAddress(address: string, earlier: readonly string[]): string | null {
  if (earlier.includes(address)) return null
  return earlier.find((known) => endsOf(known) === endsOf(address)) ?? null
}

/** `0x` begins many addresses alike, so the characters after it are compared. */
function endsOf(address: string): string {
  const shown = address.toLowerCase().replace(/^0x/, '')
  return shown.slice(0, COMPARED) + shown.slice(-COMPARED)
}
