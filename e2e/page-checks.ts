import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, type Locator, type Page } from '@playwright/test'
import type { RuleObject, RunOnly, RunOptions } from 'axe-core'

/** The text in place of content that failed to load. */
export const COULD_NOT = 'Data could not be loaded. Please try again later.'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 AA that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The current state of the page breaks no rule of WCAG 2.2 AA that a machine can check. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectRules(page, { type: 'tag', values: WCAG_22_AA })

/** The colours of the page break no rule. A page that is accessible in one theme needs no more in the other. */
export const expectReadable = (page: Page): Promise<void> =>
  expectRules(page, { type: 'rule', values: OF_COLOURS })

/** The page breaks no rule that does not look at colours. */
export const expectWithoutColours = (page: Page): Promise<void> =>
  expectRules(
    page,
    { type: 'tag', values: WCAG_22_AA },
    Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])),
  )

async function expectRules(page: Page, runOnly: RunOnly, rules: RuleObject = {}): Promise<void> {
  let broken: string[] = []
  // A page that is not drawn yet has nothing to check.
  const look = async (): Promise<number> => {
    const looked = await runAxe(page, { runOnly, rules })
    broken = looked.broken
    return looked.checked + broken.length
  }
  await expect.poll(look, 'rules that had something to check').toBeGreaterThan(0)
  expect(broken, 'broken rules of WCAG 2.2 AA').toEqual([])
}

/**
 * Runs axe in the page itself. Each document loads axe once, and axe describes only the elements that break a rule: about
 * a quarter of the processor time of `@axe-core/playwright`, with the same rules on the same elements. That package also
 * checks frames of other origins; our pages have no frames.
 */
async function runAxe(
  page: Page,
  options: RunOptions,
): Promise<{ broken: string[]; checked: number }> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations, passes, incomplete } = await axe.run({
      ...chosen,
      resultTypes: ['violations'],
    })
    const broken = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${id} (${help}) ${target.join(' ')}: ${failureSummary}`,
      ),
    )
    // Axe cannot say which colour is behind the texts of a dialog.
    return { broken, checked: passes.length + incomplete.length }
  }, options)
}

/** Nothing on the page is wider than the window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const { wide, scrolls } = await page.evaluate(() => {
    const root = document.documentElement
    const { clientWidth } = root
    // Each element is asked only where one is to be named.
    if (root.scrollWidth <= clientWidth) return { scrolls: false, wide: [] }
    const sticksOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (right > clientWidth + 1 || left < -1)
    }
    const nameOf = ({ tagName, className }: Element) => `${tagName.toLowerCase()}.${className}`
    // What scrolls inside of a part of the page makes the page no wider.
    const isClipped = ({ parentElement: parent }: Element): boolean =>
      parent !== null &&
      (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent)) &&
      parent !== document.body
    const all = [...document.querySelectorAll('body *')].filter((element) => !isClipped(element))
    return { scrolls: true, wide: all.filter(sticksOut).map(nameOf) }
  })
  expect(wide, 'elements wider than the window').toEqual([])
  expect(scrolls, 'the page scrolls sideways').toBe(false)
}

/** Widths of windows at which pages of partners are drawn differently, or are most narrow. */
export const WIDTHS: readonly number[] = [320, 400, 800, 1280]

/** The team is a table from 1200 on. */
export const TEAM_WIDTHS: readonly number[] = [320, 400, 800, 1200, 1280]

/**
 * Nothing is wider than the window at any of the widths, and no rule of WCAG is broken at the first and the last one: axe
 * checks what differs between the layout of phones and that of wide windows. Colours, which take most of its time, are the
 * same in both.
 */
export async function expectFits(
  page: Page,
  {
    widths = WIDTHS,
    height = 900,
    isDrawn = () => Promise.resolve(),
  }: { widths?: readonly number[]; height?: number; isDrawn?: () => Promise<void> } = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await isDrawn()
    await expectNoHorizontalScroll(page)
    if (width === widths[0]) await expectWithoutColours(page)
    if (width === widths.at(-1)) await expectAccessible(page)
  }
}

/** Expects that something that floats over the page ends above a part of the page. */
export async function expectAbove(float: Locator, part: Locator, message: string): Promise<void> {
  const [above, below] = [await float.boundingBox(), await part.boundingBox()]
  expect(above!.y + above!.height, message).toBeLessThanOrEqual(below!.y)
}

/** No text is wider than its element. A shortened name ends in dots, and a table may scroll by itself. */
export async function expectNoCutText(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const mayScroll = (element: Element): boolean => {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
      return textOverflow === 'ellipsis' || clipPath !== 'none' || /auto|scroll/.test(overflowX)
    }
    const selector =
      'main :is(h1, h2, p, a, button, label, th, td, dt, dd, bdi, .chip), :is(footer, nav) a'
    return [...document.querySelectorAll(selector)]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .filter((element) => !mayScroll(element))
      .filter((element) => [...element.querySelectorAll('*')].every((inner) => !mayScroll(inner)))
      .map(({ tagName, textContent }) => `${tagName.toLowerCase()}: ${textContent.slice(0, 60)}`)
  })
  expect(cut, 'texts wider than their element').toEqual([])
}

/**
 * No word of a label goes on in the next line without a hyphen. Scripts without spaces break where they like, and so do the
 * longest names of people.
 */
export async function expectWholeWords(page: Page): Promise<void> {
  const broken = await page.evaluate(() => {
    const WORD =
      /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{M}]+/gu
    const LONGEST = 24
    const found: string[] = []
    const range = new Range()
    const linesOf = (): number =>
      new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
    for (const label of document.querySelectorAll('nav a, button, label, th, .chip')) {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        range.selectNodeContents(text)
        if (linesOf() === 1) continue
        for (const { 0: word, index } of text.data.matchAll(WORD)) {
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (linesOf() > 1 && word.length <= LONGEST) found.push(word)
        }
      }
    }
    return found
  })
  expect(broken, 'words of labels that go on in the next line').toEqual([])
}

/** The sum of all layout shifts without user input since the page was opened; at least the CLS. */
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
        // Earlier shifts are reported in a separate task.
        setTimeout(() => resolve(moved), 100)
      }),
  )
}

type LayoutShift = { readonly value: number; readonly hadRecentInput: boolean }
