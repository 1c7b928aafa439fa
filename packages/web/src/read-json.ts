import { takeEarly } from './early-answers.ts'

type JsonRequest = Omit<RequestInit, 'method' | 'body' | 'headers'> & {
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Reads JSON without an envelope. Sends no cookie, and no token unless `how` has one.
 *
 * Refuses: an answer that is not OK or not JSON, with an Error.
 * Source: requirements API-060.
 */
export async function readJson(url: string, how: JsonRequest = {}): Promise<unknown> {
  const response = await (takeEarly(url, how) ??
    fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', ...how }))
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}
