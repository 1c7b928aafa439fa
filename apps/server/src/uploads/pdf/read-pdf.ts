import { unpack } from './pdf-streams.ts'
import { areBlank, PdfTokens } from './pdf-tokens.ts'
import {
  isDictionary,
  nameOf,
  type PdfDictionary,
  PdfReference,
  PdfUnreadable,
  type PdfValue,
  wholeNumber,
} from './pdf-values.ts'

/** Of all streams of objects and cross references together. */
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024
const MOST_ROWS = 1_000_000

/** An object as it stands in the file, older versions of it included; a trailer has no number. */
export type PdfObject = {
  readonly number: number | null
  readonly value: PdfValue
  readonly isStream: boolean
}

/** Where a cross-reference section says that objects are. */
type Section = {
  readonly trailer: PdfDictionary
  readonly places: readonly { readonly object: number; readonly at: number }[]
  /** Numbers of the object streams that hold objects of this section. */
  readonly holders: ReadonlySet<number>
}

type Entries = { readonly places: { object: number; at: number }[]; readonly holders: Set<number> }

const noEntries = (): Entries => ({ places: [], holders: new Set() })

/**
 * Reads a PDF file from its first byte to its last and visits every object of it: those in object streams, and those that
 * a later part of the file replaces.
 *
 * The file must be readable in exactly one way, because a viewer may read it otherwise than this program: objects stand one
 * after the other, every stream has the length that it states, every cross reference leads to its object, and nothing
 * follows the last `%%EOF`.
 *
 * Refuses: `PdfUnreadable`.
 * Source: ISO 32000-1 section 7.5.
 */
export function readPdf(bytes: Buffer, visit: (object: PdfObject) => void): void {
  new PdfFile(bytes, visit).read()
}

class PdfFile {
  readonly #tokens: PdfTokens
  readonly #visit: (object: PdfObject) => void
  readonly #numberAt = new Map<number, number>()
  readonly #sections = new Map<number, Section>()
  readonly #starts: number[] = []
  readonly #holders = new Set<number>()
  /** Every value of each object that is a number. */
  readonly #numbers = new Map<number, Set<number>>()
  readonly #lengths: { readonly object: number; readonly fits: (length: number) => boolean }[] = []
  #unpackedLeft = MOST_UNPACKED_BYTES
  #endsAt = 0

  constructor(bytes: Buffer, visit: (object: PdfObject) => void) {
    this.#tokens = new PdfTokens(bytes)
    this.#visit = visit
  }

  read(): void {
    const { bytes } = this.#tokens
    if (!/^%PDF-\d\.\d[\r\n\0\t\f ]/.test(bytes.toString('latin1', 0, 9))) refuse('No header')
    while (!this.#tokens.isAtEnd) this.#part()
    if (this.#endsAt === 0 || !areBlank(bytes.subarray(this.#endsAt))) refuse('Text after the end')
    this.#checkSections()
    for (const { object, fits } of this.#lengths) {
      const lengths = this.#numbers.get(object)
      if (lengths === undefined) refuse('The length of a stream is missing')
      for (const length of lengths) if (!fits(length)) refuse('A stream has another length')
    }
  }

  #part(): void {
    const start = this.#tokens.at
    if (this.#tokens.takes('xref')) this.#table(start)
    else if (this.#tokens.takes('startxref')) this.#end()
    else this.#object(start)
  }

  #end(): void {
    this.#starts.push(this.#tokens.digits())
    const { bytes, at } = this.#tokens
    const gap = /^[\r\n\0\t\f ]*/.exec(bytes.toString('latin1', at, at + 16))![0].length
    this.#endsAt = at + gap + 5
    if (bytes.toString('latin1', at + gap, this.#endsAt) !== '%%EOF') refuse('No end')
    this.#tokens.at = this.#endsAt
  }

  #object(start: number): void {
    const number = this.#tokens.digits()
    this.#tokens.digits()
    this.#tokens.expect('obj')
    this.#numberAt.set(start, number)
    const value = this.#tokens.value()
    const isStream = this.#tokens.takes('stream')
    if (isStream) this.#stream(start, number, value)
    this.#tokens.expect('endobj')
    this.#visitObject({ number, value, isStream })
  }

  #visitObject(object: PdfObject & { readonly number: number }): void {
    const { number, value } = object
    // A viewer may follow it, a check of the objects would not.
    if (value instanceof PdfReference) refuse('An object is only a reference')
    if (typeof value === 'number') {
      this.#numbers.set(number, (this.#numbers.get(number) ?? new Set()).add(value))
    }
    this.#visit(object)
  }

  #stream(start: number, number: number, dictionary: PdfValue): void {
    if (!isDictionary(dictionary)) return refuse('A stream has no dictionary')
    const content = this.#content(dictionary)
    const type = nameOf(dictionary.get('Type'))
    if (type === 'ObjStm') {
      this.#holders.add(number)
      this.#unpackObjects(dictionary, content)
    } else if (type === 'XRef') {
      this.#sections.set(start, readSection(dictionary, this.#unpack(dictionary, content)))
    }
  }

  #content(dictionary: PdfDictionary): Buffer {
    const { bytes } = this.#tokens
    const line = bytes.toString('latin1', this.#tokens.at, this.#tokens.at + 2)
    if (line !== '\r\n' && line[0] !== '\n') refuse('A stream begins in its line')
    const start = this.#tokens.at + (line === '\r\n' ? 2 : 1)
    const length = dictionary.get('Length')
    const end =
      length instanceof PdfReference ? endOfStream(bytes, start) : start + wholeNumber(length)
    const gap = /^(?:\r\n|\r|\n)?(?=endstream)/.exec(bytes.toString('latin1', end, end + 11))
    if (gap === null) return refuse('A stream does not end where it should')
    if (length instanceof PdfReference) {
      const fits = (stated: number) =>
        stated >= 0 && isEndOfStream(bytes, start + stated, end + gap[0].length)
      this.#lengths.push({ object: length.object, fits })
    }
    this.#tokens.at = end
    this.#tokens.expect('endstream')
    return bytes.subarray(start, end)
  }

  #unpack(dictionary: PdfDictionary, content: Buffer): Buffer {
    const unpacked = unpack(dictionary, content, this.#unpackedLeft)
    this.#unpackedLeft -= unpacked.length
    return unpacked
  }

  #unpackObjects(dictionary: PdfDictionary, content: Buffer): void {
    const bytes = this.#unpack(dictionary, content)
    const first = wholeNumber(dictionary.get('First'))
    const heads = new PdfTokens(bytes.subarray(0, first))
    const objects: { number: number; at: number }[] = []
    const count = wholeNumber(dictionary.get('N'))
    while (objects.length < count) {
      objects.push({ number: heads.digits(), at: first + heads.digits() })
    }
    objects.forEach(({ number, at }, place) => {
      const end = objects[place + 1]?.at ?? bytes.length
      // Else a small file could have the same bytes read again and again.
      if (end < at) refuse('Objects of a stream overlap')
      const tokens = new PdfTokens(bytes.subarray(at, end))
      const value = tokens.value()
      if (!tokens.isAtEnd) refuse('An object of a stream has a tail')
      this.#visitObject({ number, value, isStream: false })
    })
  }

  #table(start: number): void {
    const entries = noEntries()
    while (!this.#tokens.takes('trailer')) {
      let object = this.#tokens.digits()
      const last = object + this.#tokens.digits()
      for (; object < last; object += 1) {
        const at = this.#tokens.digits()
        this.#tokens.digits()
        if (this.#tokens.takes('n')) entries.places.push({ object, at })
        else this.#tokens.expect('f')
      }
    }
    const trailer = this.#tokens.value()
    if (!isDictionary(trailer)) return refuse('A trailer is no dictionary')
    this.#sections.set(start, { trailer, ...entries })
    this.#visit({ number: null, value: trailer, isStream: false })
  }

  #checkSections(): void {
    const isSection = (at: PdfValue | undefined): boolean =>
      at === undefined || (typeof at === 'number' && this.#sections.has(this.#blanksBehind(at)))
    // The first of the two ends of a file made for the web leads nowhere.
    const starts = this.#starts.filter((at, place) => at !== 0 || place === this.#starts.length - 1)
    if (!starts.every(isSection)) refuse('The cross references are elsewhere')
    for (const { trailer, places, holders } of this.#sections.values()) {
      if (!isSection(trailer.get('Prev')) || !isSection(trailer.get('XRefStm'))) {
        refuse('Earlier cross references are elsewhere')
      }
      for (const { object, at } of places) {
        // No object stands at 0; writers put it there for one that does not exist.
        if (at > 0 && this.#numberAt.get(this.#blanksBehind(at)) !== object) {
          refuse(`The object ${object} is elsewhere`)
        }
      }
      for (const holder of holders) if (!this.#holders.has(holder)) refuse('No such object stream')
    }
  }

  #blanksBehind(at: number): number {
    const { bytes } = this.#tokens
    return at + /^[\r\n ]*/.exec(bytes.toString('latin1', at, at + 4))![0].length
  }
}

function refuse(reason: string): never {
  throw new PdfUnreadable(reason)
}

const STREAM_END = /^(?:\r\n|\r|\n)?endstream[\r\n\t ]+endobj/

/** Where a stream ends whose length stands elsewhere; its length is compared when that is known. */
function endOfStream(bytes: Buffer, start: number): number {
  for (
    let at = bytes.indexOf('endstream', start);
    at >= 0;
    at = bytes.indexOf('endstream', at + 1)
  ) {
    if (STREAM_END.test(bytes.toString('latin1', at, at + 24))) return at
  }
  return refuse('A stream has no end')
}

/** Whether only one line end stands between the two places. */
const isEndOfStream = (bytes: Buffer, from: number, to: number): boolean =>
  from <= to && ['', '\n', '\r', '\r\n'].includes(bytes.toString('latin1', from, to))

const [FREE, PLACED, HELD] = [0, 1, 2]

/** Reads a cross-reference stream: rows of three numbers of the stated widths. */
function readSection(trailer: PdfDictionary, bytes: Buffer): Section {
  const widths = listOf(trailer.get('W')).map(wholeNumber)
  const [kindWidth = 0, firstWidth = 0, secondWidth = 0] = widths
  const index = trailer.get('Index')
  const ranges =
    index === undefined ? [0, wholeNumber(trailer.get('Size'))] : listOf(index).map(wholeNumber)
  if (widths.length !== 3 || firstWidth < 1 || widths.some((width) => width > 6)) refuse('Odd rows')
  const entries = noEntries()
  const row = kindWidth + firstWidth + secondWidth
  let at = 0
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const count = ranges[range + 1]!
    if (at + count * row > bytes.length || count > MOST_ROWS)
      refuse('Rows are missing, or too many')
    for (let object = ranges[range]!; object < ranges[range]! + count; object += 1) {
      const kind = kindWidth === 0 ? PLACED : bytes.readUIntBE(at, kindWidth)
      const first = bytes.readUIntBE(at + kindWidth, firstWidth)
      if (kind === PLACED) entries.places.push({ object, at: first })
      else if (kind === HELD) entries.holders.add(first)
      else if (kind !== FREE) refuse('Another kind of row')
      at += row
    }
  }
  return { trailer, ...entries }
}

function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  return Array.isArray(value) ? value : refuse('A list is missing')
}
