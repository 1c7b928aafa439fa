import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'

import type { Core } from '../../core/core.ts'

const PART_BYTES = 256 * 1024
/** A file of text becomes a fifth of its size at a small cost. */
const LEVEL = 1

const compress = promisify(deflate)
const decompress = promisify(inflate)

type Content = { readonly importId: number; readonly content: 'file' | 'problems' }

const nameOf = ({ importId, content }: Content, part: number): string =>
  `import ${importId} ${content} part ${part}`

/** Stores a content part by part, compressed and sealed, each part in a transaction of its own. */
export async function storeParts(
  core: Core,
  of: Content,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let part = 0
  for await (const chunk of inParts(bytes)) {
    const packed = await compress(chunk, { level: LEVEL })
    const sealedPart = core.passwords.sealBytes(nameOf(of, part), packed)
    const row = { ...of, part, sealedPart }
    await core.database.transaction((tx) =>
      tx.insertInto('console.importParts').values(row).execute(),
    )
    part += 1
  }
}

async function* inParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** The bytes of a content, part by part; nothing where there is none. */
export async function* readParts(
  { database: { read }, passwords }: Core,
  of: Content,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await read
      .selectFrom('console.importParts')
      .select('sealedPart')
      .where('importId', '=', of.importId)
      .where('content', '=', of.content)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) return
    const packed = passwords.openBytes(nameOf(of, part), row.sealedPart)
    if (packed === null) throw new Error(`part ${part} of import ${of.importId} cannot be read`)
    yield await decompress(packed)
  }
}
