import { ImportRefused } from './import-refused.ts'

const LINE_FEED = 0x0a

/**
 * Bytes as text without a byte-order mark at the beginning, or the line on which they stop being text.
 *
 * Refuses: anything that is not UTF-8, and NUL characters, each with its line.
 */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for await (const chunk of bytes) {
    const text = decodeOrRefuse(decoder, chunk, line)
    const zero = text.indexOf('\0')
    if (zero >= 0) refuse(line + count(text, '\n', zero), 'a NUL character')
    line += countLineFeeds(chunk, chunk.length)
    yield text
  }
  decodeOrRefuse(decoder, undefined, line)
}

function decodeOrRefuse(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  line: number,
): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    const before = chunk === undefined ? 0 : countLineFeeds(chunk, firstBadByte(chunk))
    return refuse(line + before, 'not UTF-8; save the file in that encoding')
  }
}

/** Position at which a chunk stops being UTF-8. Its first bytes may end a character of the chunk before. */
function firstBadByte(chunk: Uint8Array): number {
  let start = 0
  while (start < Math.min(3, chunk.length) && (chunk[start]! & 0xc0) === 0x80) start += 1
  for (let end = chunk.indexOf(LINE_FEED, start); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(chunk.subarray(start, end))
    } catch {
      return start
    }
    start = end + 1
  }
  return start
}

function countLineFeeds(chunk: Uint8Array, end: number): number {
  let found = 0
  for (
    let at = chunk.indexOf(LINE_FEED);
    at >= 0 && at < end;
    at = chunk.indexOf(LINE_FEED, at + 1)
  ) {
    found += 1
  }
  return found
}

function count(text: string, part: string, end: number): number {
  let found = 0
  for (let at = text.indexOf(part); at >= 0 && at < end; at = text.indexOf(part, at + 1)) found += 1
  return found
}

function refuse(line: number, problem: string): never {
  throw new ImportRefused([{ line, problem }], 1)
}
