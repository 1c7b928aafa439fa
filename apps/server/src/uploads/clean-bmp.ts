import { isImageSize } from './image-size.ts'

const FILE_HEADER_BYTES = 14
/** The oldest header, with sides of 16 bits and colours of three bytes. */
const CORE_HEADER_BYTES = 12
/** Lengths of the headers. Only version 5 names a profile, which stands behind the pixels. */
const HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124])
const PLAIN_HEADER_BYTES = 40
const VERSION_5_BYTES = 124

/** Bytes of the colour masks behind a plain header, by how the pixels are coded. */
const MASKS: Readonly<Record<number, number>> = { 3: 12, 6: 16 }
const UNPACKED: ReadonlySet<number> = new Set([0, 3, 6])
const RUN_LENGTHS: ReadonlySet<number> = new Set([1, 2])
const MOST_COLOURS = 256

/** What the header says. Units: pixels, bits, bytes. */
type Header = {
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly coding: number
  readonly statedBytes: number
  readonly colours: number
}

/**
 * Returns a bitmap of its headers, colours and pixels, without a profile and without bytes between them and after them;
 * null for any other file, and for a broken one.
 *
 * Source: Windows GDI, BITMAPFILEHEADER and BITMAPINFOHEADER to BITMAPV5HEADER.
 */
export function cleanBmp(bytes: Buffer): Buffer | null {
  const header = headerOf(bytes)
  if (header === null) return null
  const start = FILE_HEADER_BYTES + header.bytes + masksOf(header) + coloursOf(header)
  const from = bytes.readUInt32LE(10)
  const length = pixelBytes(header)
  if (length === null || from < start || from + length > bytes.length) return null
  const kept = Buffer.concat([bytes.subarray(0, start), bytes.subarray(from, from + length)])
  kept.writeUInt32LE(kept.length, 2)
  kept.writeUInt32LE(0, 6)
  kept.writeUInt32LE(start, 10)
  if (header.bytes === VERSION_5_BYTES) removeProfile(kept)
  return kept
}

function headerOf(file: Buffer): Header | null {
  if (file.length < FILE_HEADER_BYTES + CORE_HEADER_BYTES) return null
  if (file.toString('latin1', 0, 2) !== 'BM') return null
  const bytes = file.readUInt32LE(FILE_HEADER_BYTES)
  if (!HEADERS.has(bytes) || file.length < FILE_HEADER_BYTES + bytes) return null
  const of = file.subarray(FILE_HEADER_BYTES)
  const header = bytes === CORE_HEADER_BYTES ? coreHeader(of) : infoHeader(of, bytes)
  const isRight = isImageSize(header.width, header.height) && header.depth <= 32
  return isRight && header.colours <= MOST_COLOURS ? header : null
}

const coreHeader = (of: Buffer): Header => ({
  bytes: CORE_HEADER_BYTES,
  width: of.readUInt16LE(4),
  height: of.readUInt16LE(6),
  depth: of.readUInt16LE(10),
  coding: 0,
  statedBytes: 0,
  colours: 0,
})

const infoHeader = (of: Buffer, bytes: number): Header => ({
  bytes,
  width: of.readInt32LE(4),
  // A negative height: the top row is the first.
  height: Math.abs(of.readInt32LE(8)),
  depth: of.readUInt16LE(14),
  coding: of.readUInt32LE(16),
  statedBytes: of.readUInt32LE(20),
  colours: of.readUInt32LE(32),
})

const masksOf = ({ bytes, coding }: Header): number =>
  bytes === PLAIN_HEADER_BYTES ? (MASKS[coding] ?? 0) : 0

function coloursOf({ bytes, depth, colours }: Header): number {
  const all = depth <= 8 ? 2 ** depth : 0
  return (colours === 0 ? all : colours) * (bytes === CORE_HEADER_BYTES ? 3 : 4)
}

/** The length of the pixels; null where it is not known how they are coded. Rows begin at multiples of four bytes. */
function pixelBytes({ width, height, depth, coding, statedBytes }: Header): number | null {
  if (UNPACKED.has(coding)) return Math.ceil((width * depth) / 32) * 4 * height
  return RUN_LENGTHS.has(coding) && statedBytes > 0 ? statedBytes : null
}

const SRGB = 0x73524742

/** States the colours of screens in place of the profile that was left out. */
function removeProfile(file: Buffer): void {
  file.writeUInt32LE(SRGB, FILE_HEADER_BYTES + 56)
  file.fill(0, FILE_HEADER_BYTES + 112, FILE_HEADER_BYTES + VERSION_5_BYTES)
}
