import type { Page } from '@playwright/test'

import {
  expectAccessible,
  expectNoCutText,
  expectNoHorizontalScroll,
  expectReadable,
  expectWithoutColours,
} from '../page-checks.ts'

const NARROW = 400
const MIDDLE = 800
const WIDE = 1280

/** How many states of a page were looked at. */
const looks = new WeakMap<Page, number>()

/**
 * Looks at the present state of a page at each width and in both themes. The check of colours takes nearly all of the time,
 * and the themes differ in colours alone. So the colours of one theme are checked in the narrow window and the colours of the
 * other theme in the wide window; the next state of the page swaps the windows. A window of the middle width shows no element
 * that both others hide.
 *
 * Source: requirements SCR-001, SCR-002.
 */
export async function expectSound(page: Page): Promise<void> {
  const look = looks.get(page) ?? 0
  looks.set(page, look + 1)
  const [inLight, inDark] = look % 2 === 0 ? [WIDE, NARROW] : [NARROW, WIDE]
  await showTheme(page, 'light')
  for (const width of [NARROW, MIDDLE, WIDE]) {
    await setWidth(page, width)
    await expectNoHorizontalScroll(page)
    await expectNoCutText(page)
    if (width === inLight) await expectAccessible(page)
    if (width === inDark) await expectWithoutColours(page)
  }
  await showTheme(page, 'dark')
  await setWidth(page, inDark)
  await expectReadable(page)
  await setWidth(page, WIDE)
}

const showTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)

const setWidth = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: 900 })
