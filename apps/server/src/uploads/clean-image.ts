import { crc32 } from 'node:zlib'

import { isImageSize } from './image-size.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Length of the segment that says which side of a photo is up. */
const SEGMENT_BYTES = 36

/** What is kept of a file. One buffer holds it, because a file can have a million parts. */
class Kept {
  readonly #file: Buffer
  readonly #kept: Buffer
  #length = 0

  constructor(file: Buffer) {
    this.#file = file
    this.#kept = Buffer.alloc(file.length + SEGMENT_BYTES)
  }

  part(start: number, end: number): void {
    this.#length += this.#file.copy(this.#kept, this.#length, start, end)
  }

  /** Adds a segment of its own; one fits. */
  segment(bytes: Buffer): void {
    this.#length += bytes.copy(this.#kept, this.#length)
  }

  bytes(): Buffer {
    return this.#kept.subarray(0, this.#length)
  }
}

/** The chunks that show a PNG. Others hold texts, places, times, profiles or whatever a program likes. */
const SHOWING = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs'.split(' '))

/**
 * Returns a PNG without metadata and without bytes after its end, which can be a second file of another type; null for
 * any other file, and for a broken one. Its pixels are as they were.
 *
 * Source: PNG section 5.
 */
export function cleanPng(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return null
  const kept = new Kept(bytes)
  kept.part(0, PNG.length)
  let hasData = false
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) return null
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if ((at === PNG.length) !== (type === 'IHDR')) return null
    if (type === 'IHDR' && (length !== 13 || !hasSides(bytes, at + 8))) return null
    if (SHOWING.has(type)) kept.part(at, end)
    hasData ||= type === 'IDAT'
    if (type === 'IEND') return hasData ? kept.bytes() : null
    at = end
  }
  return null
}

const hasSides = (bytes: Buffer, at: number): boolean =>
  isImageSize(bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4))

/** Markers of a frame: SOF0 to SOF15 without DHT, JPG and DAC, which stand between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const SCAN = 0xda
const END = 0xd9
const EXIF = 0xe1

/** Comments, and the data of programs but two: APP0 begins a JFIF file, APP14 says how its colours are coded. */
const isMetadata = (marker: number): boolean =>
  marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xee)

/**
 * Returns a JPEG without metadata and without bytes after its end, which can be a second file of another type; null for
 * any other file, and for a broken one. Its pixels are as they were, and so is the side that is up.
 *
 * Source: ITU-T T.81 annex B.
 */
export function cleanJpeg(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, JPEG.length).equals(JPEG)) return null
  const kept = new Kept(bytes)
  kept.part(0, 2)
  let hasFrame = false
  let hasScan = false
  let orientation = 0
  let start = 2
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === END;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) {
      kept.part(start, at + 2)
      return hasFrame && hasScan ? kept.bytes() : null
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end <= at + 3 || end > bytes.length) return null
    if (isFrame(marker)) {
      if (end < at + 9 || !isFrameSize(bytes, at)) return null
      hasFrame = true
    }
    hasScan ||= marker === SCAN
    at = marker === SCAN ? scanEnd(bytes, end) : end
    if (!isMetadata(marker)) kept.part(start, at)
    else if (marker === EXIF && orientation === 0) {
      orientation = orientationOf(bytes.subarray(start, at))
      if (orientation > 1) kept.segment(orientationSegment(orientation))
    }
    start = at
  }
  return null
}

const isFrameSize = (bytes: Buffer, at: number): boolean =>
  isImageSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))

/** The offset of the first marker after the coded data of a scan: FF 00 is data, FF D0 to FF D7 restart the scan. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1]
    if (next !== 0 && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Exif data with one directory of one entry: which side is up. */
const EXIF_DATA = 'Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0'
const TIFF_AT = 6
const ORIENTATION = 0x0112
const MOST_ORIENTATIONS = 8

function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from(`\xff\xe1\0\x22${EXIF_DATA}`, 'latin1')
  segment.writeUInt16BE(orientation, SEGMENT_BYTES - 8)
  return segment
}

/**
 * Reads from Exif data which side of a photo is up; 0 where it is not said.
 *
 * Source: TIFF 6.0 section 2: byte order, offset of the first directory, its length, its entries of 12 bytes (tag, type,
 * count, value).
 */
function orientationOf(segment: Buffer): number {
  const exif = segment.indexOf('Exif\0\0', 0, 'latin1')
  if (exif < 0) return 0
  const tiff = segment.subarray(exif + TIFF_AT)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const at = (offset: number, size: 2 | 4): number => {
    if (offset + size > tiff.length) return 0
    return isLittle ? tiff.readUIntLE(offset, size) : tiff.readUIntBE(offset, size)
  }
  const directory = at(4, 4)
  const end = Math.min(directory + 2 + 12 * at(directory, 2), tiff.length)
  for (let entry = directory + 2; entry < end; entry += 12) {
    if (at(entry, 2) !== ORIENTATION) continue
    const orientation = at(entry + 8, 2)
    return orientation <= MOST_ORIENTATIONS ? orientation : 0
  }
  return 0
}
