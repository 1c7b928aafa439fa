import { Refusal } from '@partner-office/domain'

/** How many acts a window allows. Units: `windowMs` milliseconds, `now` epoch milliseconds. */
type Window = { readonly limit: number; readonly windowMs: number; readonly now: number }

/**
 * Refuses one more act, if the window before now holds as many as are allowed. `latest`: instants of the latest acts within the window,
 * newest first; `limit` of them are enough.
 *
 * Refuses: `too_many_requests`, with the seconds until the oldest of them leaves the window.
 */
export function requireFewIn(latest: readonly number[], { limit, windowMs, now }: Window): void {
  if (latest.length < limit) return
  const retryAfter = Math.max(1, Math.ceil((latest[limit - 1]! + windowMs - now) / 1_000))
  throw new Refusal('too_many_requests', { retryAfter })
}
