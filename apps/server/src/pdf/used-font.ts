import { fontNamed, type FontName, type LoadedFont } from './fonts.ts'
import { advanceOf, subsetFont } from './font-subset.ts'
import type { PdfObjects, Ref } from './pdf-objects.ts'

/** No character stands behind this code: the first code of a font is its missing-glyph box. */
const MISSING = 0

/**
 * A font as one document uses it. Each pair of a glyph and its text has a code of its own, so that copying and screen
 * readers get the very text back.
 */
export class UsedFont {
  readonly #font: LoadedFont
  readonly #codes = new Map<string, number>()
  readonly #glyphs: number[] = [MISSING]
  readonly #texts: string[] = ['']

  constructor(name: FontName) {
    this.#font = fontNamed(name)
  }

  codeOf(glyph: number, text: string): number {
    const key = `${glyph} ${text}`
    const known = this.#codes.get(key)
    if (known !== undefined) return known
    const code = this.#glyphs.push(glyph) - 1
    this.#texts.push(text)
    this.#codes.set(key, code)
    return code
  }

  /** The advance that a reader of the document assumes. Units: 1/1000 of the font size. */
  widthOf(glyph: number): number {
    return Math.round(advanceOf(this.#font.tables, glyph) * this.#font.scale)
  }

  /** Writes the font with the glyphs used. Source: ISO 32000-2, sections 9.7.4 and 9.10.3. */
  write(objects: PdfObjects, part: string): Ref {
    const { name, tables, ascent, descent } = this.#font
    const bytes = subsetFont(tables, this.#glyphs)
    const baseName = `/AAAAAA+${name.replaceAll('-', '')}`
    const file = objects.addStream(part, `/Length1 ${bytes.length}`, bytes)
    const descriptor = objects.add(
      part,
      `<< /Type /FontDescriptor /FontName ${baseName} /Flags 4 /FontBBox [-1000 ${descent} 3000 ${ascent}] ` +
        `/ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight 714 /StemV 80 /FontFile2 ${file} 0 R >>`,
    )
    const widths = this.#glyphs.map((glyph) => this.widthOf(glyph)).join(' ')
    const descendant = objects.add(
      part,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${baseName} /CIDToGIDMap /Identity ` +
        `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
        `/FontDescriptor ${descriptor} 0 R /DW 1000 /W [0 [${widths}]] >>`,
    )
    const unicode = objects.addStream(part, '', this.#unicodeMap())
    return objects.add(
      part,
      `<< /Type /Font /Subtype /Type0 /BaseFont ${baseName} /Encoding /Identity-H ` +
        `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
    )
  }

  #unicodeMap(): string {
    const pairs = this.#texts.flatMap((text, code) =>
      text === '' ? [] : [`<${hexCode(code)}> <${utf16(text)}>`],
    )
    const blocks: string[] = []
    for (let from = 0; from < pairs.length; from += MOST_PAIRS) {
      const block = pairs.slice(from, from + MOST_PAIRS)
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
    }
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <FFFF> endcodespacerange',
      ...blocks,
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n')
  }
}

/** A block of a character map has at most this many pairs. */
const MOST_PAIRS = 100

/** A code as it stands in a text operator. */
export const hexCode = (code: number): string => code.toString(16).padStart(4, '0').toUpperCase()

const utf16 = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()
