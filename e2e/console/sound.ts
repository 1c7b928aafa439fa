import type { Page } from '@playwright/test'

import { expectAccessible, expectNoCutText, expectNoHorizontalScroll } from '../page-checks.ts'

const WIDTHS = [400, 800, 1280]
const THEMES = ['light', 'dark'] as const

/** Looks at the present state of a page at each width and in both themes. Source: requirements SCR-001, SCR-002. */
export async function expectSound(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page)
      await expectNoCutText(page)
      await expectAccessible(page)
    }
  }
}
