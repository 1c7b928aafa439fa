import { inflateSync } from 'node:zlib'

import {
  isDictionary,
  nameOf,
  type PdfDictionary,
  PdfUnreadable,
  type PdfValue,
  wholeNumber,
} from './pdf-values.ts'

const FIRST_PNG_PREDICTOR = 10

/** A filter's value may stand alone or as the only one of an array. */
function single(value: PdfValue | undefined): PdfValue | undefined {
  if (!Array.isArray(value)) return value
  if (value.length > 1) throw new PdfUnreadable('Several filters')
  return value[0]
}

/**
 * Unpacks a stream of objects or of cross references: stored as it is, or deflated, with PNG predictors. Writers of PDF
 * files use nothing else for these.
 *
 * Units: `mostBytes` of the result.
 * Refuses: `PdfUnreadable` for all other filters, for broken data and for more bytes.
 * Source: ISO 32000-1 section 7.4.
 */
export function unpack(dictionary: PdfDictionary, packed: Buffer, mostBytes: number): Buffer {
  const filter = single(dictionary.get('Filter'))
  if (filter === undefined) return packed
  if (nameOf(filter) !== 'FlateDecode') throw new PdfUnreadable('Another filter')
  const options = single(dictionary.get('DecodeParms')) ?? new Map()
  if (!isDictionary(options)) throw new PdfUnreadable('Options of a filter are no dictionary')
  const bytes = inflate(packed, mostBytes)
  const predictor = wholeNumber(options.get('Predictor') ?? 1)
  if (predictor === 1) return bytes
  if (predictor < FIRST_PNG_PREDICTOR) throw new PdfUnreadable('Another predictor')
  const bits =
    wholeNumber(options.get('Colors') ?? 1) * wholeNumber(options.get('BitsPerComponent') ?? 8)
  const width = wholeNumber(options.get('Columns') ?? 1)
  return unpredicted(bytes, Math.ceil(bits / 8), Math.ceil((bits * width) / 8))
}

function inflate(packed: Buffer, mostBytes: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, mostBytes) })
  } catch {
    throw new PdfUnreadable('A stream cannot be unpacked')
  }
}

/** Undoes PNG predictors: each row begins with the number of its own. */
function unpredicted(bytes: Buffer, step: number, width: number): Buffer {
  const rows = bytes.length / (width + 1)
  if (width < 1 || !Number.isInteger(rows)) throw new PdfUnreadable('Rows of a stream are cut')
  const result = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (width + 1)]!
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column
      const left = column >= step ? result[at - step]! : 0
      const up = row > 0 ? result[at - width]! : 0
      const corner = row > 0 && column >= step ? result[at - width - step]! : 0
      result[at] = bytes[row * (width + 1) + 1 + column]! + predicted(kind, left, up, corner)
    }
  }
  return result
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  if (kind === 4) return paeth(left, up, corner)
  throw new PdfUnreadable('Another predictor')
}

/** The neighbour that is nearest to left + up - corner. */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
