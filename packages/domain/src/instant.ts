const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Milliseconds of a day, in UTC, where every day has the same length. */
export const DAY_MS = 86_400_000

/** What `parseInstant` accepts in a file or a setting, for messages. Source: decisions C11.24. */
export const INSTANT_FORMS =
  'an instant: ISO 8601 with a zone and at most 3 decimals of a second, or epoch milliseconds'

/**
 * Reads an instant: epoch milliseconds, as a number or digits, or ISO 8601 with a zone
 * ("2025-10-13T00:00:00Z"). Null for anything else, a day that does not exist included.
 *
 * Units: epoch milliseconds, from 1970 to the end of the year 9999.
 * Source: operations.md, section 5.
 */
export function parseInstant(value: unknown): number | null {
  const instant = typeof value === 'string' ? parseInstantText(value) : value
  if (typeof instant !== 'number' || !Number.isSafeInteger(instant)) return null
  return instant >= 0 && instant <= LAST_INSTANT ? instant : null
}

function parseInstantText(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const [, year, month, day] = ISO_8601.exec(text) ?? []
  return dayExists(Number(year), Number(month), Number(day)) ? Date.parse(text) : null
}

/** `Date` silently turns 30 February into 2 March; comparing the day detects that. */
function dayExists(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1
}
