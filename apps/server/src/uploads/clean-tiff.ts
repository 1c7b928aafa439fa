import { isImageSize, LONGEST_SIDE } from './image-size.ts'

/** The fields that show a page: sides, coding, colours, resolution and page number. */
const SHOWING: ReadonlySet<number> = new Set([
  254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 282, 283, 284, 292, 293, 296,
  297, 317, 320, 322, 323, 324, 325, 338, 339,
])
const WIDTH = 256
const HEIGHT = 257
const CODING = 259
/** Fields that say where the pixels are and how long: of strips, of tiles. */
const PLACES = [
  [273, 279],
  [324, 325],
] as const
/** Codings whose data holds pixels and nothing else. JPEG is none of them: its data is a file with metadata. */
const CODINGS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 8, 32_773, 32_946])

/** Bytes of one value, by the type of the field. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1 }
const LONG = 4

const LINK_AT = 4
const ENTRY_BYTES = 12
const MOST_PAGES = 100
/** Places that were of two bytes take four. */
const MOST_GROWTH = 2

/** Each strip or tile holds a row at least. */
const MOST_PLACES = LONGEST_SIDE

/** A field of a page; `data` as in the file. */
type Field = { readonly type: number; readonly count: number; readonly data: Buffer }

/** Reads and writes numbers in the byte order of a file. Throws a `RangeError` beyond the end. */
type Numbers = {
  readonly read: (from: Buffer, at: number, bytes: number) => number
  readonly write: (to: Buffer, value: number, at: number, bytes: number) => void
}

const NUMBERS: Readonly<Record<string, Numbers>> = {
  'II*\0': {
    read: (from, at, bytes) => from.readUIntLE(at, bytes),
    write: (to, value, at, bytes) => to.writeUIntLE(value, at, bytes),
  },
  'MM\0*': {
    read: (from, at, bytes) => from.readUIntBE(at, bytes),
    write: (to, value, at, bytes) => to.writeUIntBE(value, at, bytes),
  },
}

/**
 * Writes the pages of a TIFF anew, with the fields and pixels that show them: places, names, previews and bytes that
 * belong to no page are left out. Null for any other file, and for a broken one.
 *
 * ```
 * for each page
 *   read the fields that show it
 *   copy its strips or tiles, and note where they are now
 *   copy the fields with the new places, and link the page to the one before
 * ```
 *
 * Source: TIFF 6.0 sections 2 to 8 and 15.
 */
export function cleanTiff(file: Buffer): Buffer | null {
  const numbers = NUMBERS[file.toString('latin1', 0, 4)]
  if (numbers === undefined) return null
  try {
    return writePages(file, numbers)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const broken = (): RangeError => new RangeError('The file is broken')

function writePages(file: Buffer, numbers: Numbers): Buffer {
  const kept = new Kept(file)
  kept.append(file.subarray(0, LINK_AT + 4))
  let link = LINK_AT
  let at = numbers.read(file, LINK_AT, 4)
  if (at === 0) throw broken()
  for (let pages = 0; at !== 0; pages += 1) {
    if (pages === MOST_PAGES) throw broken()
    const { fields, next } = pageAt(file, at, numbers)
    movePixels(fields, { file, kept, numbers })
    const directory = kept.append(directoryOf(fields, kept, numbers))
    kept.change((bytes) => numbers.write(bytes, directory, link, 4))
    link = directory + 2 + fields.size * ENTRY_BYTES
    at = next
  }
  return kept.bytes()
}

/** What is kept of a file. A file whose fields overlap would become longer: it is broken. */
class Kept {
  readonly #kept: Buffer
  #length = 0

  constructor(file: Buffer) {
    this.#kept = Buffer.alloc(MOST_GROWTH * file.length)
  }

  /** Appends bytes at an even place; returns it. */
  append(part: Buffer): number {
    const at = this.#length + (this.#length % 2)
    this.#length = at + part.length
    if (this.#length > this.#kept.length) throw broken()
    part.copy(this.#kept, at)
    return at
  }

  change(write: (kept: Buffer) => void): void {
    write(this.#kept)
  }

  bytes(): Buffer {
    return this.#kept.subarray(0, this.#length)
  }
}

type Page = { readonly fields: Map<number, Field>; readonly next: number }

/** The fields that show a page, by their numbers; and where the next page is, 0 after the last. */
function pageAt(file: Buffer, at: number, { read }: Numbers): Page {
  const fields = new Map<number, Field>()
  const end = at + 2 + read(file, at, 2) * ENTRY_BYTES
  let last = 0
  for (let entry = at + 2; entry < end; entry += ENTRY_BYTES) {
    const [tag, type, count] = [
      read(file, entry, 2),
      read(file, entry + 2, 2),
      read(file, entry + 4, 4),
    ]
    if (tag <= last) throw broken()
    last = tag
    const size = TYPE_BYTES[type]
    if (size === undefined || !SHOWING.has(tag)) continue
    const bytes = size * count
    const from = bytes <= 4 ? entry + 8 : read(file, entry + 8, 4)
    fields.set(tag, { type, count, data: sliceOf(file, from, bytes) })
  }
  return { fields, next: read(file, end, 4) }
}

function sliceOf(file: Buffer, from: number, bytes: number): Buffer {
  if (from + bytes > file.length) throw broken()
  return file.subarray(from, from + bytes)
}

function valuesOf(field: Field | undefined, { read }: Numbers): number[] {
  if (field === undefined || field.count > MOST_PLACES) throw broken()
  const size = TYPE_BYTES[field.type]!
  if (size > 4) throw broken()
  return Array.from({ length: field.count }, (_, at) => read(field.data, at * size, size))
}

type Move = { readonly file: Buffer; readonly kept: Kept; readonly numbers: Numbers }

/** Copies the pixels of a page, and changes its fields to say where they are now. */
function movePixels(fields: Map<number, Field>, { file, kept, numbers }: Move): void {
  const first = (tag: number): number => valuesOf(fields.get(tag), numbers)[0] ?? 0
  if (!isImageSize(first(WIDTH), first(HEIGHT)) || !CODINGS.has(first(CODING))) throw broken()
  const [places, lengths] = PLACES.find(([tag]) => fields.has(tag)) ?? PLACES[0]
  const bytes = valuesOf(fields.get(lengths), numbers)
  const from = valuesOf(fields.get(places), numbers)
  if (from.length === 0 || from.length !== bytes.length) throw broken()
  const data = Buffer.alloc(4 * from.length)
  from.forEach((place, at) => {
    const moved = kept.append(sliceOf(file, place, bytes[at]!))
    numbers.write(data, moved, 4 * at, 4)
  })
  fields.set(places, { type: LONG, count: from.length, data })
}

/** Writes the fields of a page: their number, an entry each, sorted, and a link to the next page, which is not yet known. */
function directoryOf(fields: Map<number, Field>, kept: Kept, { write }: Numbers): Buffer {
  const directory = Buffer.alloc(2 + fields.size * ENTRY_BYTES + 4)
  write(directory, fields.size, 0, 2)
  const sorted = [...fields].toSorted(([a], [b]) => a - b)
  sorted.forEach(([tag, { type, count, data }], index) => {
    const at = 2 + index * ENTRY_BYTES
    write(directory, tag, at, 2)
    write(directory, type, at + 2, 2)
    write(directory, count, at + 4, 4)
    if (data.length <= 4) data.copy(directory, at + 8)
    else write(directory, kept.append(data), at + 8, 4)
  })
  return directory
}
