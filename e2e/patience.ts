import type { Page } from '@playwright/test'

/** Nothing is waited for longer than this. Units: milliseconds. */
export const OUT_OF_PATIENCE_MS = 31_000

/** Put all that a page waits for under the clock of its test, so that `page.clock` can hurry it. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    // The time-out of a call runs by a clock of its own, which no test can hurry.
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
      return controller.signal
    }
  })
}
