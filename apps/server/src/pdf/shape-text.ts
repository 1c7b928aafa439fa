import bidiFactory from 'bidi-js'
import { Buffer as ShapingBuffer, ClusterLevel, Direction, shape } from 'harfbuzzjs'

import { advanceOf } from './font-subset.ts'
import { type FontName, fontFor, fontNamed, type LoadedFont, REPLACEMENT } from './fonts.ts'

// The package's types describe its module form; Node loads the CommonJS form, which is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** A glyph and where it stands. Units: 1/1000 of the font size. */
export type PlacedGlyph = {
  readonly glyph: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

/** Characters that are drawn together, with their glyphs. */
export type Cluster = { readonly text: string; readonly glyphs: readonly PlacedGlyph[] }

/** Clusters of one font, from left to right. */
export type GlyphRun = {
  readonly font: FontName
  readonly isRightToLeft: boolean
  readonly clusters: readonly Cluster[]
}

/** A line of text ready to draw, from left to right. Units: `width` in 1/1000 of the font size. */
export type ShapedLine = { readonly runs: readonly GlyphRun[]; readonly width: number }

/** What decides how a text is shaped: the language of the document, and the direction of the paragraph. */
export type TextStyle = { readonly language: string; readonly direction: 'ltr' | 'rtl' }

/** Control characters and directional overrides have no glyph and would disturb the order of the line. */
const INVISIBLE = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * Letters such as those of Adlam. bidi-js looks at halves of surrogate pairs and takes them for letters from left to
 * right, so two Hebrew letters stand for each. Source: Unicode Standard Annex 9, the defaults in DerivedBidiClass.txt.
 */
const FAR_RIGHT_TO_LEFT = /[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/gu

const MOST_KEPT = 50_000
const kept = new Map<string, ShapedLine>()

/** Shapes one line: bidirectional order, a font for each script, ligatures and marks. Repeated texts are shaped once. */
export function shapeLine(text: string, style: TextStyle): ShapedLine {
  const key = `${style.language} ${style.direction} ${text}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const line = shaped(text.replaceAll(INVISIBLE, ''), style)
  kept.set(key, line)
  return line
}

function shaped(text: string, style: TextStyle): ShapedLine {
  const items = itemsOf(text, style)
  const runs = visualOrder(items).map((item) => runOf(text, item, style))
  let width = 0
  for (const { clusters } of runs) {
    for (const { glyphs } of clusters) for (const { advance } of glyphs) width += advance
  }
  return { runs, width }
}

/** A part of the text in one font and one direction. */
type Item = {
  readonly start: number
  readonly end: number
  readonly level: number
  readonly font: FontName
}

function itemsOf(text: string, { language, direction }: TextStyle): Item[] {
  const { levels } = bidi.getEmbeddingLevels(
    text.replaceAll(FAR_RIGHT_TO_LEFT, '\u05D0\u05D0'),
    direction,
  )
  const items: Item[] = []
  let last: Item | undefined
  let at = 0
  for (const char of text) {
    const level = levels[at]!
    const font = fontFor(char, language, last?.font ?? null)
    const end = at + char.length
    const continues = last !== undefined && last.level === level && last.font === font
    last = continues ? { ...last!, end } : { start: at, end, level, font }
    if (continues) items[items.length - 1] = last
    else items.push(last)
    at = end
  }
  return items
}

/** The order from left to right. Source: Unicode Standard Annex 9, rule L2. */
function visualOrder(items: readonly Item[]): Item[] {
  const order = [...items]
  const highest = Math.max(0, ...items.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length;) {
      let to = from
      while (to < order.length && order[to]!.level >= level) to += 1
      order.splice(from, to - from, ...order.slice(from, to).toReversed())
      from = to + 1
    }
  }
  return order
}

function runOf(text: string, { start, end, level, font: name }: Item, style: TextStyle): GlyphRun {
  const font = fontNamed(name)
  const buffer = new ShapingBuffer()
  buffer.addText(text, start, end - start)
  buffer.guessSegmentProperties()
  const isRightToLeft = level % 2 === 1
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  // Vowel marks keep a text of their own: readers that turn the line around would turn base and mark around too.
  if (isRightToLeft) buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.setLanguage(style.language)
  shape(font.shaper, buffer)
  const glyphs = buffer.getGlyphInfosAndPositions().map((info) => {
    if (info.codepoint === MISSING) return { cluster: info.cluster, ...replacementIn(font) }
    return {
      cluster: info.cluster,
      glyph: info.codepoint,
      advance: info.xAdvance! * font.scale,
      dx: info.xOffset! * font.scale,
      dy: info.yOffset! * font.scale,
    }
  })
  return { font: name, isRightToLeft, clusters: clustersOf(text, glyphs, end) }
}

/** The glyph of a font's empty box. */
const MISSING = 0

function replacementIn({ shaper, tables, scale }: LoadedFont): PlacedGlyph {
  const glyph = shaper.nominalGlyph(REPLACEMENT.codePointAt(0)!) ?? MISSING
  return { glyph, advance: advanceOf(tables, glyph) * scale, dx: 0, dy: 0 }
}

function clustersOf(
  text: string,
  glyphs: readonly (PlacedGlyph & { readonly cluster: number })[],
  end: number,
): Cluster[] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const endOf = new Map(starts.map((start, at) => [start, starts[at + 1] ?? end]))
  const clusters: Cluster[] = []
  let place: number | null = null
  for (const { cluster, ...glyph } of glyphs) {
    const last = clusters.at(-1)
    if (last !== undefined && place === cluster) {
      clusters[clusters.length - 1] = { ...last, glyphs: [...last.glyphs, glyph] }
    } else {
      clusters.push({ text: text.slice(cluster, endOf.get(cluster)), glyphs: [glyph] })
    }
    place = cluster
  }
  return clusters
}

const segmenters = new Map<string, Intl.Segmenter>()

/**
 * Breaks a text into lines that are no wider than `width`. Lines end between words, also in Thai, Chinese and Japanese; a
 * longer word is broken between characters.
 *
 * Units: `width` in 1/1000 of the font size.
 */
export function wrapText(text: string, width: number, style: TextStyle): ShapedLine[] {
  if (shapeLine(text, style).width <= width) return [shapeLine(text, style)]
  const lines: string[] = []
  let line = ''
  const fits = (longer: string) => shapeLine(longer.trimEnd(), style).width <= width
  for (const word of wordsOf(text, style.language)) {
    if (fits(line + word)) {
      line += word
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    line = ''
    for (const char of fits(word) ? [word] : charsOf(word)) {
      if (line !== '' && !fits(line + char)) {
        lines.push(line)
        line = ''
      }
      line += char
    }
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd())
  return lines.map((each) => shapeLine(each, style))
}

/** Words with the spaces and punctuation behind them. */
function wordsOf(text: string, language: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmenterOf(language, 'word').segment(text)) {
    const last = words.at(-1)
    const joins = last !== undefined && (isWordLike !== true || !/\s$|\p{Lo}$/u.test(last))
    if (joins) words[words.length - 1] = last + segment
    else words.push(segment)
  }
  return words
}

const charsOf = (word: string): string[] =>
  Array.from(segmenterOf('en', 'grapheme').segment(word), ({ segment }) => segment)

function segmenterOf(language: string, granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const key = `${language} ${granularity}`
  const segmenter = segmenters.get(key) ?? new Intl.Segmenter(language, { granularity })
  segmenters.set(key, segmenter)
  return segmenter
}
