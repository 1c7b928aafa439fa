import { CallFailed } from './failure.ts'

const FIRST_WAIT_MS = 2_000
const GROWTH = 1.2

/** The wait before a retry; the first retry is number 0. Units: milliseconds. Source: requirements API-053, API-054. */
export const waitBefore = (retry: number): number => Math.round(FIRST_WAIT_MS * GROWTH ** retry)

/**
 * Retries a call while the service computes its figures.
 *
 * Refuses: with the last failure, when `giveUpMs` have passed, also if a retry has no answer yet. The first call always has
 * its own time.
 * Source: requirements API-053 to API-055; decisions D-104.
 */
export async function whenReady<T>(ask: () => Promise<T>, giveUpMs: number): Promise<T> {
  const end = Date.now() + giveUpMs
  let answer = ask()
  for (let retry = 0; ; retry += 1) {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof CallFailed && error.code === 'data_not_ready')) throw error
      const wait = waitBefore(retry)
      const left = end - Date.now()
      await new Promise((done) => setTimeout(done, Math.min(wait, left)))
      if (wait > left) throw error
      answer = within(left - wait, ask, error)
    }
  }
}

/** Rejects with `failure` if the work has not ended in time. */
function within<T>(ms: number, work: () => Promise<T>, failure: Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure), ms)
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
