import { crc32, inflateSync } from 'node:zlib'

import type { DOCUMENT_MEDIA_TYPES } from '@partner-office/domain'

/** A checked file: its type by content, and its bytes without what followed the end of the image. */
export type DocumentContent = {
  readonly mediaType: (typeof DOCUMENT_MEDIA_TYPES)[number]
  readonly bytes: Buffer
}

/**
 * Checks the content of a PDF, PNG or JPEG file; null for any other file, and for one that is incomplete, encrypted or
 * active.
 *
 * The name and the announced type of a file decide nothing. Bytes after the end of an image are cut off, because they can
 * be a second file of another type.
 *
 * Source: decisions D-114; ISO 32000-1 sections 7.3 and 7.5; PNG section 5; ITU-T T.81 annex B.
 */
export function documentContent(bytes: Buffer): DocumentContent | null {
  const png = bytes.subarray(0, PNG.length).equals(PNG) ? pngEnd(bytes) : null
  if (png !== null) return { mediaType: 'image/png', bytes: bytes.subarray(0, png) }
  const jpeg = bytes.subarray(0, 3).equals(JPEG) ? jpegEnd(bytes) : null
  if (jpeg !== null) return { mediaType: 'image/jpeg', bytes: bytes.subarray(0, jpeg) }
  return isPassivePdf(bytes) ? { mediaType: 'application/pdf', bytes } : null
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** The longest side of an image. Units: pixels. A page scanned at 600 dpi has 7,000. */
const LONGEST_SIDE = 20_000

const isSide = (pixels: number): boolean => pixels > 0 && pixels <= LONGEST_SIDE

/** The offset behind the last chunk of a complete PNG; null for a broken one. */
function pngEnd(bytes: Buffer): number | null {
  let hasData = false
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > bytes.length) return null
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return null
    if ((at === PNG.length) !== (type === 'IHDR')) return null
    if (type === 'IHDR' && (length !== 13 || !hasSides(bytes, at + 8))) return null
    hasData ||= type === 'IDAT'
    if (type === 'IEND') return hasData ? end : null
    at = end
  }
  return null
}

const hasSides = (bytes: Buffer, at: number): boolean =>
  isSide(bytes.readUInt32BE(at)) && isSide(bytes.readUInt32BE(at + 4))

/** Markers of a frame: SOF0 to SOF15 without DHT, JPG and DAC, which stand between them. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const SCAN = 0xda
const END = 0xd9

/** The offset behind the end marker of a complete JPEG; null for a broken one. */
function jpegEnd(bytes: Buffer): number | null {
  let hasFrame = false
  let hasScan = false
  for (let at = 2; at + 4 <= bytes.length || bytes[at + 1] === END;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) return hasFrame && hasScan ? at + 2 : null
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end <= at + 3 || end > bytes.length) return null
    if (isFrame(marker)) {
      if (end < at + 9 || !isFrameSize(bytes, at)) return null
      hasFrame = true
    }
    if (marker === SCAN) hasScan = true
    at = marker === SCAN ? scanEnd(bytes, end) : end
  }
  return null
}

const isFrameSize = (bytes: Buffer, at: number): boolean =>
  isSide(bytes.readUInt16BE(at + 5)) && isSide(bytes.readUInt16BE(at + 7))

/** The offset of the first marker after the coded data of a scan: FF 00 is data, FF D0 to FF D7 restart the scan. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1]
    if (next !== 0 && !(next !== undefined && next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** What makes a PDF active, hides files in it or keeps it from being read. */
const ACTIVE_NAMES = [
  'JavaScript',
  'JS',
  'Launch',
  'RichMedia',
  'EmbeddedFile',
  'EmbeddedFiles',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Encrypt',
]
const ACTIVE = new RegExp(`/(?:${ACTIVE_NAMES.join('|')})(?![A-Za-z0-9])`)
/** A name with an escaped character; writers escape only what is no letter. */
const ESCAPED_LETTER = /\/[^\s/<>[\](){}%]*#(?:[46][1-9a-f]|[57][0-9a]|3[0-9])/i

const TAIL_BYTES = 1_024
const MOST_INFLATED_BYTES = 32 * 1024 * 1024

/** Whether the bytes are a complete PDF without scripts, attached files and encryption. */
function isPassivePdf(bytes: Buffer): boolean {
  const isComplete =
    bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) &&
    bytes.subarray(-TAIL_BYTES).includes('%%EOF') &&
    bytes.subarray(-TAIL_BYTES).includes('startxref')
  if (!isComplete) return false
  const texts = pdfTexts(bytes)
  return texts !== null && texts.every((text) => !ACTIVE.test(text) && !ESCAPED_LETTER.test(text))
}

/**
 * What a reader takes objects from: the text between the streams, and the streams of compressed objects. Null when one of
 * these cannot be read.
 */
function pdfTexts(bytes: Buffer): string[] | null {
  const texts: string[] = []
  let start = 0
  let left = MOST_INFLATED_BYTES
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', start)) {
    const end = bytes.indexOf('endstream', at + 6)
    if (end < 0) break
    const between = bytes.toString('latin1', start, at)
    texts.push(between)
    start = end + 9
    if (!/\/ObjStm/.test(between.slice(between.lastIndexOf(' obj')))) continue
    const inflated = inflate(bytes.subarray(afterLine(bytes, at + 6), end), left)
    if (inflated === null) return null
    left -= inflated.length
    texts.push(inflated)
  }
  return [...texts, bytes.toString('latin1', start)]
}

const afterLine = (bytes: Buffer, at: number): number => bytes.indexOf('\n', at) + 1

function inflate(stream: Buffer, mostBytes: number): string | null {
  try {
    return inflateSync(stream, { maxOutputLength: Math.max(1, mostBytes) }).toString('latin1')
  } catch {
    return null
  }
}
