const MINUTE_LENGTH = 'YYYY-MM-DDTHH:mm'.length

/** An instant as a field of day and time holds it, in UTC: `2026-11-26T10:42`. */
export const typedInstant = (at: number): string =>
  new Date(at).toISOString().slice(0, MINUTE_LENGTH)

/** The instant that such a field holds: in UTC, whatever the zone of the browser. Null while it is not complete. */
export function instantOf(typed: string): number | null {
  const at = Date.parse(`${typed}Z`)
  return at >= 0 ? at : null
}
