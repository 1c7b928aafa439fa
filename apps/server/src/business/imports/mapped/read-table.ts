import type { ImportForm } from '@partner-office/contracts'

import { decodeUtf8 } from '../decode-utf8.ts'
import { ImportRefused } from '../import-refused.ts'
import { type CsvRecord, readRecords } from '../read-csv.ts'

/** As many lines as the product promises to import at once. Source: operations.md section 6. */
const MOST_LINES = 1_000_000

/**
 * The records of a file in its encoding and with its separator, the header first; records without a value are left out.
 *
 * Refuses: what is not in the encoding or not CSV, NUL characters, and more than 1,000,000 lines, each with its line.
 * Source: requirements ORC-007.
 */
export async function* readTable(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, separator }: Pick<ImportForm, 'encoding' | 'separator'>,
): AsyncGenerator<CsvRecord> {
  const texts = encoding === 'utf-8' ? decodeUtf8(bytes) : decoded(bytes, encoding)
  let lines = 0
  for await (const read of readRecords(texts, separator)) {
    if (read.record.every((cell) => cell === '')) continue
    if (lines > MOST_LINES) refuse(read.line, 'more than 1000000 lines; split the file')
    lines += 1
    yield read
  }
}

async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: ImportForm['encoding'],
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let line = 1
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      return refuse(line, `not ${encoding}; choose another encoding`)
    }
  }
  for await (const chunk of bytes) {
    const text = decode(chunk)
    if (text.includes('\0')) {
      refuse(line + breaksIn(text.slice(0, text.indexOf('\0'))), 'a NUL character')
    }
    line += breaksIn(text)
    yield text
  }
  yield decode()
}

const breaksIn = (text: string): number => text.split('\n').length - 1

function refuse(line: number, problem: string): never {
  throw new ImportRefused([{ line, problem }], 1)
}
