/** The tables of a TrueType font that hold its outlines. Source: OpenType specification, "glyf", "loca", "hmtx". */
export type OutlineTables = {
  readonly head: Buffer
  readonly hhea: Buffer
  readonly maxp: Buffer
  readonly hmtx: Buffer
  readonly glyf: Buffer
  /** Places of all outlines in `glyf`, and the end of the last one. */
  readonly places: Uint32Array
  readonly metrics: number
}

/** Reads the tables of a TrueType font. */
export function outlineTables(bytes: Buffer): OutlineTables {
  const table = (tag: string): Buffer => {
    for (let at = 12; at < 12 + 16 * bytes.readUInt16BE(4); at += 16) {
      if (bytes.toString('latin1', at, at + 4) !== tag) continue
      const start = bytes.readUInt32BE(at + 8)
      return bytes.subarray(start, start + bytes.readUInt32BE(at + 12))
    }
    throw new Error(`The font has no table ${tag}`)
  }
  const [head, hhea, maxp, loca] = [table('head'), table('hhea'), table('maxp'), table('loca')]
  const isLong = head.readInt16BE(50) === 1
  const places = Uint32Array.from({ length: maxp.readUInt16BE(4) + 1 }, (_, glyph) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph),
  )
  const metrics = hhea.readUInt16BE(34)
  return { head, hhea, maxp, hmtx: table('hmtx'), glyf: table('glyf'), places, metrics }
}

/** The advance width of a glyph. Units: of the font. */
export const advanceOf = ({ hmtx, metrics }: OutlineTables, glyph: number): number =>
  hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1))

const IS_WORDS = 0x0001
const HAS_SCALE = 0x0008
const HAS_MORE = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080

/** The places of the glyph numbers inside a composite outline. */
function* componentPlaces(outline: Buffer): Generator<number> {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return
  for (let at = 10, flags = HAS_MORE; (flags & HAS_MORE) !== 0;) {
    flags = outline.readUInt16BE(at)
    yield at + 2
    at += 4 + ((flags & IS_WORDS) === 0 ? 2 : 4)
    if ((flags & HAS_SCALE) !== 0) at += 2
    else if ((flags & HAS_TWO_SCALES) !== 0) at += 4
    else if ((flags & HAS_MATRIX) !== 0) at += 8
  }
}

/**
 * A TrueType font with only these glyphs, numbered by their place in the list. Parts of composite glyphs are added behind
 * them.
 *
 *     glyphs     [0, 36, 201]        201 is "é" = 72 + 96
 *     font       0, 36, 201, 72, 96  numbered 0 to 4, the outline of 201 refers to 3 and 4
 */
export function subsetFont(tables: OutlineTables, glyphs: readonly number[]): Buffer {
  const numbers = [...glyphs]
  const outlines: Buffer[] = []
  for (let at = 0; at < numbers.length; at += 1) {
    const { glyf, places } = tables
    const outline = Buffer.from(glyf.subarray(places[numbers[at]!]!, places[numbers[at]! + 1]!))
    for (const place of componentPlaces(outline)) {
      const part = outline.readUInt16BE(place)
      const known = numbers.indexOf(part)
      outline.writeUInt16BE(known < 0 ? numbers.push(part) - 1 : known, place)
    }
    outlines.push(outline)
  }
  return fontFile({
    ...headers(tables, numbers.length),
    hmtx: Buffer.concat(numbers.map((glyph) => metricOf(tables, glyph))),
    ...outlineFiles(outlines),
  })
}

function headers(tables: OutlineTables, count: number) {
  const [head, hhea, maxp] = [tables.head, tables.hhea, tables.maxp].map((each) =>
    Buffer.from(each),
  ) as [Buffer, Buffer, Buffer]
  head.writeInt16BE(1, 50)
  hhea.writeUInt16BE(count, 34)
  maxp.writeUInt16BE(count, 4)
  return { head, hhea, maxp }
}

/** Glyphs behind the last metric share its advance and have a side bearing only. */
function metricOf({ hmtx, metrics }: OutlineTables, glyph: number): Buffer {
  if (glyph < metrics) return hmtx.subarray(4 * glyph, 4 * glyph + 4)
  const bearing = 4 * metrics + 2 * (glyph - metrics)
  return Buffer.concat([
    hmtx.subarray(4 * metrics - 4, 4 * metrics - 2),
    hmtx.subarray(bearing, bearing + 2),
  ])
}

function outlineFiles(outlines: readonly Buffer[]) {
  const loca = Buffer.alloc(4 * (outlines.length + 1))
  const parts: Buffer[] = []
  let end = 0
  for (const [at, outline] of outlines.entries()) {
    const padding = -outline.length & 3
    parts.push(outline, Buffer.alloc(padding))
    end += outline.length + padding
    loca.writeUInt32BE(end, 4 * (at + 1))
  }
  return { loca, glyf: Buffer.concat(parts) }
}

/** A font file of some tables. Checksums stay 0: readers of embedded fonts ignore them. */
function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).toSorted()
  const directory = Buffer.alloc(12 + 16 * names.length)
  directory.writeUInt32BE(0x0001_0000, 0)
  directory.writeUInt16BE(names.length, 4)
  const parts: Buffer[] = [directory]
  let end = directory.length
  for (const [at, name] of names.entries()) {
    const table = tables[name]!
    directory.write(name, 12 + 16 * at, 'latin1')
    directory.writeUInt32BE(end, 12 + 16 * at + 8)
    directory.writeUInt32BE(table.length, 12 + 16 * at + 12)
    const padding = -table.length & 3
    parts.push(table, Buffer.alloc(padding))
    end += table.length + padding
  }
  return Buffer.concat(parts)
}
