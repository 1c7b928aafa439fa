import { expect, type Page } from '@playwright/test'

/** No two texts of the page lie over each other, and no box cuts a text off. Shortened names end in dots. */
export async function expectTextsApart(page: Page): Promise<void> {
  const { overlapping, cut } = await page.evaluate(measureTexts)
  expect(overlapping, 'texts over each other').toEqual([])
  expect(cut, 'texts cut by a box').toEqual([])
}

/**
 * Measures the line boxes of every visible text; runs in the page.
 *
 * Boxes of neighbouring lines overlap a little, so only texts that share a good part of their height count. What floats
 * above the page (bars, windows, menus) is compared within itself only.
 */
function measureTexts(): { readonly overlapping: string[]; readonly cut: string[] } {
  const MOST_SHARED_WIDTH = 2
  const MOST_SHARED_HEIGHT = 0.4
  type Line = { node: Node; text: string; layer: Element; box: DOMRect }

  const parentsOf = (element: Element): Element[] => {
    const parents: Element[] = []
    for (let at: Element | null = element; at !== null; at = at.parentElement) parents.push(at)
    return parents
  }
  const floats = (element: Element): boolean =>
    /fixed|sticky/.test(getComputedStyle(element).position) || element.matches('[popover], dialog')
  const isHidden = (element: Element): boolean => {
    const { clipPath, visibility, opacity } = getComputedStyle(element)
    return clipPath !== 'none' || visibility === 'hidden' || opacity === '0'
  }
  const mayCut = (element: Element): boolean => {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
    return (
      textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || /auto|scroll/.test(overflowX)
    )
  }
  /** The part of a box that no parent hides. */
  const seenOf = (parents: readonly Element[], box: DOMRect): DOMRect =>
    parents.reduce((seen, parent) => {
      const { overflowX } = getComputedStyle(parent)
      if (overflowX === 'visible' || parent === document.documentElement) return seen
      const room = parent.getBoundingClientRect()
      const left = Math.max(seen.left, room.left)
      const right = Math.min(seen.right, room.right)
      const top = Math.max(seen.top, room.top)
      const bottom = Math.min(seen.bottom, room.bottom)
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }, box)
  const isCutBy = (element: Element, box: DOMRect): boolean => {
    const { overflowX, overflowY } = getComputedStyle(element)
    const room = element.getBoundingClientRect()
    const isWide = box.left < room.left - 1 || box.right > room.right + 1
    const isHigh = box.top + box.height / 4 < room.top || box.bottom - box.height / 4 > room.bottom
    return (/hidden|clip/.test(overflowX) && isWide) || (/hidden|clip/.test(overflowY) && isHigh)
  }

  const lines: Line[] = []
  const cut: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? '').trim()
    const parent = node.parentElement
    if (text === '' || parent === null || parent.closest('svg, script, style, option') !== null)
      continue
    // What a closed part holds keeps its boxes, though nobody sees it.
    if (!parent.checkVisibility()) continue
    const parents = parentsOf(parent)
    if (parents.some(isHidden)) continue
    const layer = parents.find(floats) ?? document.body
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const seen = boxes
      .map((box) => seenOf(parents, box))
      .filter(({ width, height }) => width > 1 && height > 1)
    lines.push(...seen.map((box) => ({ node, text: text.slice(0, 50), layer, box })))
    if (parents.some(mayCut)) continue
    if (boxes.some((box) => parents.some((each) => isCutBy(each, box)))) cut.push(text.slice(0, 50))
  }

  const isOver = (a: Line, b: Line): boolean => {
    if (a.node === b.node || a.layer !== b.layer) return false
    const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
    const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
    const lower = Math.min(a.box.height, b.box.height)
    return width > MOST_SHARED_WIDTH && height > lower * MOST_SHARED_HEIGHT
  }
  const overlapping = lines.flatMap((a, at) =>
    lines
      .slice(at + 1)
      .filter((b) => isOver(a, b))
      .map((b) => `"${a.text}" and "${b.text}"`),
  )
  return { overlapping, cut }
}
