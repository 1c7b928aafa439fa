import type { FontName } from './fonts.ts'
import { pdfNumber, type PdfObjects, pdfText, type Ref } from './pdf-objects.ts'
import type { Cluster, GlyphRun, ShapedLine } from './shape-text.ts'
import { hexCode, type UsedFont } from './used-font.ts'

/** Where and how a line of text is drawn. Units: points from the lower left corner of the page; `grey` 0 is black. */
export type LinePlace = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly isBold?: boolean
  readonly grey?: number
}

/** The fonts that a document uses so far. */
export type FontUse = (name: FontName) => { readonly key: string; readonly font: UsedFont }

/** One page: its drawing operators, and the numbers of its marked content. */
export class TaggedPage {
  readonly ref: Ref
  readonly #operators: string[] = []
  readonly #fonts: FontUse
  #marks = 0

  constructor(ref: Ref, fonts: FontUse) {
    this.ref = ref
    this.#fonts = fonts
  }

  /** Draws as the content of a structure element; returns the number of the mark. */
  marked(tag: string, draw: () => void): number {
    const mark = this.#marks
    this.#marks += 1
    this.#operators.push(`/${tag} << /MCID ${mark} >> BDC`)
    draw()
    this.#operators.push('EMC')
    return mark
  }

  /** Draws what screen readers leave out: rules, page numbers, repeated table heads. */
  artifact(draw: () => void): void {
    this.#operators.push('/Artifact BMC')
    draw()
    this.#operators.push('EMC')
  }

  rule({ x, y, width, grey = 0.8 }: { x: number; y: number; width: number; grey?: number }): void {
    this.#operators.push(
      `${pdfNumber(grey)} G 0.6 w ${pdfNumber(x)} ${pdfNumber(y)} m ${pdfNumber(x + width)} ${pdfNumber(y)} l S`,
    )
  }

  /** Fills squares, as of a QR code. Units: points; `at` counts squares from the upper left corner. */
  squares(
    at: Iterable<readonly [column: number, row: number]>,
    place: { x: number; y: number; side: number },
  ): void {
    const { x, y, side } = place
    const boxes = Array.from(
      at,
      ([column, row]) =>
        `${pdfNumber(x + column * side)} ${pdfNumber(y - (row + 1) * side)} ${pdfNumber(side)} ${pdfNumber(side)} re`,
    )
    this.#operators.push(`0 g ${boxes.join(' ')} f`)
  }

  /** Draws a line of text with its start at a place. */
  line({ runs }: ShapedLine, { x, y, size, isBold = false, grey = 0 }: LinePlace): void {
    const ink = pdfNumber(grey)
    // Bold is the same outline with a thin edge: one font file serves both weights.
    const weight = isBold ? `2 Tr ${pdfNumber(size / 32)} w` : '0 Tr'
    this.#operators.push(
      `BT ${ink} g ${ink} G ${weight} 1 0 0 1 ${pdfNumber(x)} ${pdfNumber(y)} Tm`,
    )
    for (const run of runs) {
      const { key, font } = this.#fonts(run.font)
      this.#operators.push(`/${key} ${pdfNumber(size)} Tf`)
      this.#run(run, font, size)
    }
    this.#operators.push('ET')
  }

  /**
   * Draws the clusters of a run. Words whose characters are drawn in another order, as in Devanagari, carry their text
   * beside the glyphs. Right-to-left words do not: their glyphs are one for one, and readers put them in order themselves.
   */
  #run({ clusters, isRightToLeft }: GlyphRun, font: UsedFont, size: number): void {
    const texts = new TextOperators(font, size)
    for (const word of wordsOf(clusters)) {
      const needsText = !isRightToLeft && word.some(({ glyphs }) => glyphs.length > 1)
      if (needsText) {
        texts.flush(this.#operators)
        const text = word.map((cluster) => cluster.text).join('')
        this.#operators.push(`/Span << /ActualText ${pdfText(text)} >> BDC`)
      }
      for (const cluster of word) texts.cluster(cluster)
      if (needsText) {
        texts.flush(this.#operators)
        this.#operators.push('EMC')
      }
    }
    texts.flush(this.#operators)
  }

  /** Writes the page; `resources` names its fonts. */
  write(
    objects: PdfObjects,
    {
      part,
      parent,
      resources,
      number,
      size,
    }: {
      part: string
      parent: Ref
      resources: Ref
      number: number
      size: readonly [number, number]
    },
  ): void {
    const content = objects.addStream(part, '', this.#operators.join('\n'))
    objects.write(
      this.ref,
      part,
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${size.map(pdfNumber).join(' ')}] ` +
        `/Resources ${resources} 0 R /Contents ${content} 0 R /StructParents ${number} /Tabs /S >>`,
    )
  }
}

/** The clusters between spaces, each space apart. */
function wordsOf(clusters: readonly Cluster[]): Cluster[][] {
  const words: Cluster[][] = []
  let wasSpace = true
  for (const cluster of clusters) {
    const isSpace = cluster.text.trim() === ''
    if (isSpace || wasSpace) words.push([cluster])
    else words.at(-1)!.push(cluster)
    wasSpace = isSpace
  }
  return words
}

type Placed = Cluster['glyphs'][number]

/** Collects glyphs into as few text operators as possible. */
class TextOperators {
  readonly #font: UsedFont
  readonly #size: number
  #items: string[] = []
  #codes = ''
  /** How far the next glyph stands from where the reader has arrived. */
  #shift = 0
  #rise = 0

  constructor(font: UsedFont, size: number) {
    this.#font = font
    this.#size = size
  }

  /** Only the widest glyph of a cluster carries its text: marks alone would leave a gap in the text of the word. */
  cluster({ text, glyphs }: Cluster): void {
    const widest = glyphs.reduce((most, each) => (each.advance > most.advance ? each : most))
    for (const glyph of glyphs) this.#glyph(glyph, glyph === widest ? text : '')
  }

  #glyph({ glyph, advance, dx, dy }: Placed, text: string): void {
    if (dy !== this.#rise) {
      this.#endString()
      this.#close()
      this.#rise = dy
      this.#items.push(`${pdfNumber((dy * this.#size) / 1000)} Ts`)
    }
    this.#move(this.#shift + dx)
    this.#codes += hexCode(this.#font.codeOf(glyph, text))
    this.#shift = advance - dx - this.#font.widthOf(glyph)
  }

  /** Text items between strings move the pen to the left, so the sign is turned. */
  #move(by: number): void {
    if (Math.abs(by) < 0.05) return
    this.#endString()
    this.#open()
    this.#items.push(pdfNumber(-by))
  }

  #isOpen = false

  #open(): void {
    if (!this.#isOpen) this.#items.push('[')
    this.#isOpen = true
  }

  #close(): void {
    if (this.#isOpen) this.#items.push('] TJ')
    this.#isOpen = false
  }

  #endString(): void {
    if (this.#codes === '') return
    this.#open()
    this.#items.push(`<${this.#codes}>`)
    this.#codes = ''
  }

  flush(into: string[]): void {
    this.#endString()
    if (this.#shift !== 0) {
      this.#move(this.#shift)
      this.#shift = 0
    }
    this.#close()
    if (this.#rise !== 0) this.#items.push('0 Ts')
    this.#rise = 0
    if (this.#items.length > 0) into.push(this.#items.join(' '))
    this.#items = []
  }
}
