import { CallFailed } from './failure.ts'

const FIRST_WAIT_MS = 2_000
const GROWTH = 1.2

/** The wait before a retry; the first retry is number 0. Units: milliseconds. Source: requirements API-053, API-054. */
export const waitBefore = (retry: number): number => Math.round(FIRST_WAIT_MS * GROWTH ** retry)

/**
 * Retries a call while the service computes its figures.
 *
 * Refuses: with the last failure, if the next retry would start after `giveUpMs`.
 * Source: requirements API-053 to API-055; decisions D-104.
 */
export async function whenReady<T>(ask: () => Promise<T>, giveUpMs: number): Promise<T> {
  const started = Date.now()
  for (let retry = 0; ; retry += 1) {
    try {
      return await ask()
    } catch (error) {
      const isEarly = error instanceof CallFailed && error.code === 'data_not_ready'
      const wait = waitBefore(retry)
      if (!isEarly || Date.now() - started + wait > giveUpMs) throw error
      await new Promise((done) => setTimeout(done, wait))
    }
  }
}
