import type { Page } from '@playwright/test'

import {
  expectAccessible,
  expectNoCutText,
  expectNoHorizontalScroll,
  expectReadable,
} from '../page-checks.ts'

const WIDTHS = [400, 800, 1280]

/**
 * Looks at the present state of a page at each width and in both themes. A theme changes colours alone, so only these are
 * looked at in the dark one, where all is shown: at the narrow and at the wide end.
 *
 * Source: requirements SCR-001, SCR-002.
 */
export async function expectSound(page: Page): Promise<void> {
  await showTheme(page, 'light')
  for (const width of WIDTHS) {
    await setWidth(page, width)
    await expectNoHorizontalScroll(page)
    await expectNoCutText(page)
    await expectAccessible(page)
  }
  await showTheme(page, 'dark')
  for (const width of [WIDTHS.at(0)!, WIDTHS.at(-1)!]) {
    await setWidth(page, width)
    await expectReadable(page)
  }
}

const showTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

const setWidth = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: 900 })
