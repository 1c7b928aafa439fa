import { CallFailed } from './failure.ts'

const FIRST_WAIT_MS = 2_000
const GROWTH = 1.2

/** How long to wait before the `retry`-th try again, from 0. Source: requirements API-053, API-054. */
export const waitBefore = (retry: number): number => Math.round(FIRST_WAIT_MS * GROWTH ** retry)

/**
 * Ask again while the service says that its figures are being computed.
 *
 * Refuses: with the last failure, as soon as the next try would come after `giveUpMs`.
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
