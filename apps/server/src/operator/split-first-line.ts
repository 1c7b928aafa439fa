const LONGEST_LINE = 1024 * 1024
const LINE_FEED = 0x0a

/**
 * The first line of some bytes, and the bytes after it, still unread.
 *
 * Refuses: a first line that does not end within a mebibyte.
 */
export async function splitFirstLine(
  source: AsyncIterable<Uint8Array>,
): Promise<{ line: string; rest: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  for (;;) {
    const end = head.indexOf(LINE_FEED)
    if (end >= 0) {
      const first = head.subarray(end + 1)
      return { line: head.subarray(0, end).toString('utf8'), rest: following(first, chunks) }
    }
    const next = await chunks.next()
    if (next.done === true || head.length > LONGEST_LINE) throw new Error('There is no first line')
    head = Buffer.concat([head, next.value])
  }
}

async function* following(
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.length > 0) yield first
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
    yield next.value
}
