import { expect, type Page } from '@playwright/test'

type Box = { left: number; top: number; right: number; bottom: number }

/** The visible part of a line. `node` is the number of its text, `layer` the number of the element in which the text floats. */
type Line = Box & { readonly text: string; readonly node: number; readonly layer: number }

const MOST_SHARED_WIDTH = 2
const MOST_SHARED_HEIGHT = 0.4

/** No two texts of the page lie over each other, and no box cuts a text off. Shortened names end in dots. */
export async function expectTextsApart(page: Page): Promise<void> {
  const { lines, cut } = await page.evaluate(measureTexts)
  expect(overlappingOf(lines), 'texts over each other').toEqual([])
  expect(cut, 'texts cut by a box').toEqual([])
}

/**
 * Measures the line boxes of every visible text; runs in the page. Each element is asked once: a page has many texts, deep
 * inside of few boxes.
 */
function measureTexts(): { readonly lines: Line[]; readonly cut: string[] } {
  type Room = { box: Box; hides: boolean; cutsWide: boolean; cutsHigh: boolean }
  /** What an element and its parents do to the texts in them. */
  type Place = { isHidden: boolean; mayCut: boolean; layer: number; rooms: readonly Room[] }

  const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })
  const isSeen = ({ left, top, right, bottom }: Box) => right - left > 1 && bottom - top > 1
  const places = new Map<Element, Place>()
  const placeOf = (element: Element): Place => {
    const known = places.get(element)
    if (known !== undefined) return known
    const { parentElement: parent } = element
    const above = parent === null ? null : placeOf(parent)
    const style = getComputedStyle(element)
    const { overflowX, overflowY } = style
    const room: Room = {
      box: boxOf(element.getBoundingClientRect()),
      hides: overflowX !== 'visible' && parent !== null,
      cutsWide: /hidden|clip/.test(overflowX),
      cutsHigh: /hidden|clip/.test(overflowY),
    }
    const hides =
      style.clipPath !== 'none' || style.visibility === 'hidden' || style.opacity === '0'
    const isShort = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
    const floats = /fixed|sticky/.test(style.position) || element.matches('[popover], dialog')
    const place: Place = {
      isHidden: hides || above?.isHidden === true,
      mayCut: isShort || /auto|scroll/.test(overflowX) || above?.mayCut === true,
      layer: floats ? places.size + 1 : (above?.layer ?? 0),
      rooms: [...(above?.rooms ?? []), ...(room.hides || room.cutsHigh ? [room] : [])],
    }
    places.set(element, place)
    return place
  }
  /** The part of a box that no parent hides. */
  const seenOf = (rooms: readonly Room[], box: Box): Box => {
    const seen = boxOf(box)
    for (const { box: room } of rooms.filter(({ hides }) => hides)) {
      seen.left = Math.max(seen.left, room.left)
      seen.top = Math.max(seen.top, room.top)
      seen.right = Math.min(seen.right, room.right)
      seen.bottom = Math.min(seen.bottom, room.bottom)
    }
    return seen
  }
  const isCutBy = ({ box: room, cutsWide, cutsHigh }: Room, box: Box): boolean => {
    const quarter = (box.bottom - box.top) / 4
    const isWide = box.left < room.left - 1 || box.right > room.right + 1
    const isHigh = box.top + quarter < room.top || box.bottom - quarter > room.bottom
    return (cutsWide && isWide) || (cutsHigh && isHigh)
  }

  const lines: Line[] = []
  const cut: string[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let at = 0; walker.nextNode() !== null; at += 1) {
    const text = (walker.currentNode.textContent ?? '').trim().slice(0, 50)
    const parent = walker.currentNode.parentElement!
    if (text === '' || parent.closest('svg, script, style, option') !== null) continue
    const { isHidden, mayCut, layer, rooms } = placeOf(parent)
    // What a closed part holds keeps its boxes, though nobody sees it.
    if (isHidden || !parent.checkVisibility()) continue
    range.selectNodeContents(walker.currentNode)
    const boxes = [...range.getClientRects()].filter(isSeen)
    const seen = boxes.map((box) => seenOf(rooms, box)).filter(isSeen)
    lines.push(...seen.map((box) => ({ ...box, text, node: at, layer })))
    if (!mayCut && boxes.some((box) => rooms.some((room) => isCutBy(room, box)))) cut.push(text)
  }
  return { lines, cut }
}

/** The texts that lie over each other. */
function overlappingOf(lines: readonly Line[]): string[] {
  const fromTop = lines.toSorted((a, b) => a.top - b.top)
  return fromTop.flatMap((a, at) => {
    const end = fromTop.findIndex(({ top }, next) => next > at && top >= a.bottom)
    return fromTop
      .slice(at + 1, end === -1 ? undefined : end)
      .filter((b) => isOver(a, b))
      .map((b) => `"${a.text}" and "${b.text}"`)
  })
}

/**
 * Boxes of neighbouring lines overlap a little, so only texts that share a good part of their height count. What floats
 * above the page (bars, windows, menus) is compared within itself only.
 */
function isOver(a: Line, b: Line): boolean {
  if (a.node === b.node || a.layer !== b.layer) return false
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  const lower = Math.min(a.bottom - a.top, b.bottom - b.top)
  return width > MOST_SHARED_WIDTH && height > lower * MOST_SHARED_HEIGHT
}
