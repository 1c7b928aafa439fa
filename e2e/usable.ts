import type { Page } from '@playwright/test'

import { expectAccessible, expectNoHorizontalScroll, expectWithoutColours } from './page-checks.ts'

/** The narrowest window: 400 % of zoom on a window of 1280 (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 640 }

/**
 * Expects the current page to be accessible, in a wide window and in the narrowest. Both windows have the same
 * colours; `axe.spec.ts` checks the colours of elements that only a narrow window shows.
 */
export async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoHorizontalScroll(page)
  await expectWithoutColours(page)
}
