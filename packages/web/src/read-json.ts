/**
 * Read a file or an answer that has no envelope; never with a cookie, and with no token but one in `how`.
 *
 * Refuses: an answer that is not OK or no JSON, with an Error.
 * Source: requirements API-060.
 */
export async function readJson(url: string, how: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', ...how })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}
