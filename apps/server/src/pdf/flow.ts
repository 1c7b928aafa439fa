import { pdfBox } from './pdf-objects.ts'
import { shapeLine, type ShapedLine, type TextStyle, wrapText } from './shape-text.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

/** How a text looks. Units: `size` in points; `grey` 0 is black. */
export type Look = { readonly size: number; readonly isBold?: boolean; readonly grey?: number }

/** A column of a table: as wide as its longest text, or with what the others leave (`isWide`, one of a table). */
export type Column = {
  readonly title: string
  readonly isWide?: boolean
  readonly isNumber?: boolean
}

type Cells = readonly string[]

/** A column with its width. Units: points, including the gap to the next column. */
type Sized = Column & { readonly width: number }

const MARGIN = 48
const FOOT = 60
const LINE_HEIGHT = 1.45
const BODY: Look = { size: 9 }
const HEAD: Look = { size: 8, grey: 0.36 }
const CELL_GAP = 12
const ROW_GAP = 5

/**
 * Places tagged text from the top of a page to its end and on to the next page: headings, paragraphs, tables. In
 * right-to-left documents everything starts at the right.
 *
 * Units: points.
 */
export class Flow {
  readonly #pdf: TaggedPdf
  readonly #style: TextStyle
  readonly #width: number
  readonly #height: number
  #y = 0

  constructor(pdf: TaggedPdf, style: TextStyle, [width, height]: readonly [number, number]) {
    this.#pdf = pdf
    this.#style = style
    this.#width = width - 2 * MARGIN
    this.#height = height
    this.#newPage()
  }

  gap(points: number): void {
    this.#y -= points
  }

  heading(tag: 'H1' | 'H2', text: string): void {
    const look = { size: tag === 'H1' ? 17 : 11, isBold: true }
    this.#reserve(look.size * LINE_HEIGHT + (tag === 'H1' ? 0 : 3 * BODY.size * LINE_HEIGHT))
    this.#pdf.within(tag, () => this.#lines(text, { look, from: 0, width: this.#width }))
    this.gap(tag === 'H1' ? 10 : 4)
  }

  paragraph(text: string, look: Look = BODY): void {
    this.#pdf.within('P', () => this.#lines(text, { look, from: 0, width: this.#width }))
  }

  /** Lines of a name and a value each. */
  facts(rows: readonly (readonly [name: string, value: string])[]): void {
    const columns = this.#sized([{ title: '' }, { title: '', isWide: true }], rows, [HEAD, BODY])
    this.#pdf.within('Table', () => {
      for (const row of rows) this.#row(columns, row, { tags: ['TH', 'TD'], looks: [HEAD, BODY] })
    })
    this.gap(8)
  }

  /** A table whose head is repeated on each page. The last row of `sums` can be emphasised. */
  table(titled: readonly Column[], rows: readonly Cells[], isSum = false): void {
    const columns = this.#sized(titled, rows, [BODY])
    this.#pdf.within('Table', () => {
      this.#row(columns, titlesOf(columns), { tags: ['TH'], looks: [HEAD] })
      this.#rule()
      for (const [at, cells] of rows.entries()) {
        const isLast = isSum && at === rows.length - 1
        const looks = [isLast ? { ...BODY, isBold: true } : BODY]
        if (isLast) this.#rule()
        this.#row(columns, cells, { tags: ['TD'], looks, head: columns })
      }
    })
    this.gap(12)
  }

  /** A QR code with the lines beside it. Units: `side` points. */
  code(cells: readonly (readonly boolean[])[], alternative: string, beside: () => void): void {
    const side = 86
    this.#reserve(side + 10)
    const top = this.#y
    const x = this.#isRightToLeft ? MARGIN + this.#width - side : MARGIN
    const box = pdfBox([x, top - side, x + side, top])
    this.#pdf.within(
      'Figure',
      () =>
        this.#pdf.content((page) =>
          page.squares(darkCells(cells), { x, y: top, side: side / cells.length }),
        ),
      `/Alt ${alternative} /A << /O /Layout /BBox ${box} >>`,
    )
    this.#indent = side + 16
    beside()
    this.#indent = 0
    this.#y = Math.min(this.#y, top - side - 8)
  }

  /** Draws the page numbers; called last. */
  footers(textOf: (page: number, pages: number) => string): void {
    const { pages } = this.#pdf
    for (const [at, page] of pages.entries()) {
      const line = shapeLine(textOf(at + 1, pages.length), this.#style)
      const place = {
        y: FOOT - 26,
        ...HEAD,
        x: this.#start(line, { look: HEAD, from: 0, width: this.#width }),
      }
      page.artifact(() => page.line(line, place))
    }
  }

  #indent = 0

  get #isRightToLeft(): boolean {
    return this.#style.direction === 'rtl'
  }

  #newPage(): void {
    this.#pdf.addPage()
    this.#y = this.#height - MARGIN
  }

  /** Starts a new page unless so much room is left. */
  #reserve(points: number): boolean {
    if (this.#y - points >= FOOT) return false
    this.#newPage()
    return true
  }

  #lines(text: string, place: Place): void {
    const width = place.width - this.#indent
    const from = place.from + this.#indent
    for (const line of wrapText(text, (width * 1000) / place.look.size, this.#style)) {
      const height = place.look.size * LINE_HEIGHT
      this.#reserve(height)
      this.#y -= height
      this.#draw(line, { ...place, from, width }, this.#y)
    }
  }

  #draw(line: ShapedLine, place: Place, y: number): void {
    const x = this.#start(line, place)
    this.#pdf.content((page) => page.line(line, { x, y, ...place.look }))
  }

  /** Where a line begins, from the left. Numbers end at the right, so that their decimal points stand below each other. */
  #start({ width }: ShapedLine, { look, from, width: room, isNumber = false }: Place): number {
    const length = (width * look.size) / 1000
    const atRight = this.#isRightToLeft || isNumber
    const left = this.#isRightToLeft ? MARGIN + this.#width - from - room : MARGIN + from
    return atRight ? left + room - length : left
  }

  #rule(): void {
    const { page } = this.#pdf
    this.#y -= 1
    const y = this.#y
    page.artifact(() => page.rule({ x: MARGIN, y, width: this.#width }))
  }

  /** Gives each column its width. The last one has no gap: it ends at the margin. */
  #sized(columns: readonly Column[], rows: readonly Cells[], looks: readonly Look[]): Sized[] {
    const widths = columns.map(({ title, isWide = false, isNumber = false }, at) => {
      if (isWide) return 0
      const style = this.#styleOf(isNumber)
      const lengthOf = (text: string, { size }: Look) =>
        Math.ceil((shapeLine(text, style).width * size) / 1000)
      const look = looks[at] ?? looks.at(-1)!
      const widest = (width: number, cells: Cells) => Math.max(width, lengthOf(cells[at]!, look))
      return rows.reduce(widest, lengthOf(title, HEAD)) + gapAfter(columns, at)
    })
    const rest = this.#width - widths.reduce((sum, width) => sum + width, 0)
    return columns.map((column, at) => ({ ...column, width: column.isWide ? rest : widths[at]! }))
  }

  #row(
    columns: readonly Sized[],
    cells: Cells,
    {
      tags,
      looks,
      head,
    }: { tags: readonly string[]; looks: readonly Look[]; head?: readonly Sized[] },
  ): void {
    const places = placesOf(columns, looks)
    const wrapped = cells.map((cell, at) => this.#wrapCell(cell, places[at]!))
    const height = Math.max(
      ...wrapped.map((lines, at) => lines.length * places[at]!.look.size * LINE_HEIGHT),
    )
    if (this.#reserve(height + ROW_GAP) && head !== undefined) this.#repeatHead(head)
    const top = this.#y
    this.#pdf.within('TR', () => {
      for (const [at, lines] of wrapped.entries()) {
        const tag = tags[at] ?? tags.at(-1)!
        const place = places[at]!
        const scope =
          tag === 'TH' ? `/A << /O /Table /Scope /${tags.length > 1 ? 'Row' : 'Column'} >>` : ''
        this.#pdf.within(
          tag,
          () => {
            let y = top
            for (const line of lines) {
              y -= place.look.size * LINE_HEIGHT
              this.#draw(line, place, y)
            }
          },
          scope,
        )
      }
    })
    this.#y = top - height - ROW_GAP
  }

  #wrapCell(text: string, { look, width, isNumber = false }: Place): ShapedLine[] {
    return wrapText(text, (width * 1000) / look.size, this.#styleOf(isNumber))
  }

  /** An amount is written from left to right in every language. */
  #styleOf(isNumber: boolean): TextStyle {
    return isNumber ? { ...this.#style, direction: 'ltr' } : this.#style
  }

  /** On further pages the head is for the eye only: screen readers know it already. */
  #repeatHead(columns: readonly Sized[]): void {
    const places = placesOf(columns, [HEAD])
    const { page } = this.#pdf
    const y = this.#y - HEAD.size * LINE_HEIGHT
    page.artifact(() => {
      for (const [at, { title }] of columns.entries()) {
        const line = shapeLine(title, this.#style)
        page.line(line, { x: this.#start(line, places[at]!), y, ...HEAD })
      }
    })
    this.#y = y - ROW_GAP
    this.#rule()
  }
}

/** Where a text goes in its line. Units: points from the start edge. */
type Place = {
  readonly look: Look
  readonly from: number
  readonly width: number
  readonly isNumber?: boolean
}

const titlesOf = (columns: readonly Column[]): string[] => columns.map(({ title }) => title)

const gapAfter = (columns: readonly Column[], at: number): number =>
  at === columns.length - 1 ? 0 : CELL_GAP

function placesOf(columns: readonly Sized[], looks: readonly Look[]): Place[] {
  let from = 0
  return columns.map(({ width, isNumber = false }, at) => {
    const room = width - gapAfter(columns, at)
    const place = { look: looks[at] ?? looks.at(-1)!, from, width: room, isNumber }
    from += width
    return place
  })
}

function* darkCells(
  rows: readonly (readonly boolean[])[],
): Generator<readonly [column: number, row: number]> {
  for (const [row, cells] of rows.entries()) {
    for (const [at, isDark] of cells.entries()) if (isDark) yield [at, row]
  }
}
