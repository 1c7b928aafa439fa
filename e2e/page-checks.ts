import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** No rule of WCAG 2.2 AA that a machine can check is broken in the state the page is in. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).analyze()
  const broken = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) ${target.join(' ')}: ${failureSummary}`,
    ),
  )
  expect(broken, 'broken rules of WCAG 2.2 AA').toEqual([])
  expect(passes.length, 'rules that had something to check').toBeGreaterThan(0)
}

/** Nothing on the page is wider than the window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const { wide, scrolls } = await page.evaluate(() => {
    const root = document.documentElement
    const { clientWidth } = root
    const sticksOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > clientWidth + 1 || left < -1)
    }
    const nameOf = ({ tagName, className }: Element) => `${tagName.toLowerCase()}.${className}`
    const all = [...document.querySelectorAll('body *')]
    return { scrolls: root.scrollWidth > clientWidth, wide: all.filter(sticksOut).map(nameOf) }
  })
  expect(scrolls ? wide : [], 'elements wider than the window').toEqual([])
  expect(scrolls, 'the page scrolls sideways').toBe(false)
}

/** How much has moved since the page was opened, by itself: the sum, so at least what is called CLS. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let moved = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
            if (!entry.hadRecentInput) moved += entry.value
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // What happened before is told in a task of its own.
        setTimeout(() => resolve(moved), 100)
      }),
  )
}

type LayoutShift = { readonly value: number; readonly hadRecentInput: boolean }
