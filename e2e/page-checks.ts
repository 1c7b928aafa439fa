import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

import { failCall } from './faults.ts'

/** What stands where something could not be loaded. */
export const COULD_NOT = 'Data could not be loaded. Please try again later.'

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

type Failure = { readonly call: string; readonly address: string; readonly place: Locator }

/** A call that fails shows in its own place of the page and nowhere else, and can be tried again there. */
export async function expectFailsAlone(page: Page, failure: Failure): Promise<void> {
  const { call, address, place } = failure
  const repair = await failCall(page, call, { code: 'not_found' })
  await page.goto(address)
  await expect(place.getByText(COULD_NOT)).toBeVisible()
  await expect(page.getByText(COULD_NOT)).toHaveCount(1)
  await expectAccessible(page)
  await repair()
  await place.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(COULD_NOT)).toHaveCount(0)
}
