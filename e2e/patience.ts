import type { Page } from '@playwright/test'

/** Longer than every timeout of the pages. Units: milliseconds. */
export const OUT_OF_PATIENCE_MS = 31_000

/** Puts all timers of a page under the clock of its test, so that `page.clock` can advance them. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    // The timeout of a call uses a clock of its own, which no test can advance.
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
      return controller.signal
    }
  })
}
