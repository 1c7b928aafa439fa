import type { ImportEncoding, ImportSeparator } from '@partner-office/contracts'
import { parse } from 'csv-parse/sync'

const MARKS: readonly (readonly [ImportEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** A longer character than these bytes does not exist in UTF-8, so a cut one at the end is no mistake. */
const LONGEST_CHARACTER = 4

/**
 * The encoding of the beginning of a file: by its byte-order mark, else by zero bytes, which half of all bytes of UTF-16 are, else
 * UTF-8 where it is valid. Windows-1252 is what remains: every byte is a character there.
 *
 * Source: requirements ORC-007.
 */
export function sniffEncoding(head: Uint8Array): ImportEncoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))
  if (marked !== undefined) return marked[0]
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]! += 1
  })
  if (Math.max(...zeros) * 4 > head.length) return zeros[0]! > zeros[1]! ? 'utf-16be' : 'utf-16le'
  return isUtf8(head) ? 'utf-8' : 'windows-1252'
}

function isUtf8(head: Uint8Array): boolean {
  for (let cut = 0; cut < LONGEST_CHARACTER; cut += 1) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, head.length - cut))
      return true
    } catch {
      // The last character may be cut.
    }
  }
  return false
}

const SEPARATORS: readonly ImportSeparator[] = [',', ';', '\t', '|']
const LINES_LOOKED_AT = 50

/** The separator with the most columns of which most lines have as many as the header; a comma where no line has two columns. */
export function sniffSeparator(text: string): ImportSeparator {
  const found = SEPARATORS.map((separator) => ({
    separator,
    columns: evenColumns(text, separator),
  }))
  return found.reduce((best, one) => (one.columns > best.columns ? one : best)).separator
}

/** Columns of the header that most lines have too, else 1. */
function evenColumns(text: string, separator: string): number {
  const rows = rowsOf(text, separator, LINES_LOOKED_AT)
  const columns = rows[0]?.length ?? 1
  const even = rows.filter((row) => row.length === columns).length
  return even * 5 >= rows.length * 4 ? columns : 1
}

/** The first rows of the beginning of a file; a broken row ends them. */
export function rowsOf(text: string, separator: string, most: number): string[][] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1) || text
  return parse(whole, {
    delimiter: separator,
    record_delimiter: ['\n', '\r\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: most,
  })
}
