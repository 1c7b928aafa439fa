import { inflateSync } from 'node:zlib'

import type { TicketFileKind } from '@partner-office/domain'

import { cleanBmp } from './clean-bmp.ts'
import { cleanJpeg, cleanPng } from './clean-image.ts'
import { cleanTiff } from './clean-tiff.ts'

/** A checked file: its kind by content, and its bytes. The bytes of an image hold only what shows the image. */
export type FileContent = { readonly kind: TicketFileKind; readonly bytes: Buffer }

const KINDS: readonly (readonly [TicketFileKind, (bytes: Buffer) => Buffer | null])[] = [
  ['png', cleanPng],
  ['jpeg', cleanJpeg],
  ['pdf', (bytes) => (isPassivePdf(bytes) ? bytes : null)],
  ['tiff', cleanTiff],
  ['bmp', cleanBmp],
]

/**
 * Checks the content of a PDF or an image; null for any other file, for one that is incomplete, encrypted or active, and
 * for an image of too many pixels.
 *
 * The name and the announced type of a file decide nothing.
 *
 * Source: requirements SUP-012; decisions D-114; ISO 32000-1 sections 7.3 and 7.5.
 */
export function fileContent(bytes: Buffer): FileContent | null {
  for (const [kind, clean] of KINDS) {
    const cleaned = clean(bytes)
    if (cleaned !== null) return { kind, bytes: cleaned }
  }
  return null
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
