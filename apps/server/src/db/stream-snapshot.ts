import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Database, Tx } from './database.ts'

/**
 * Streams lines made inside one snapshot of the database; a slow reader slows the source down.
 *
 * The transaction ends when the last line has been read, or when the reader goes away.
 */
export async function* streamSnapshot(
  database: Pick<Database, 'snapshot'>,
  lines: (tx: Tx) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const channel = new PassThrough({ objectMode: true, highWaterMark: 1_000 })
  const made = database.snapshot((tx) => pipeline(lines(tx), channel))
  made.catch((error: Error) => channel.destroy(error))
  try {
    for await (const line of channel) yield line as string
    await made
  } finally {
    channel.destroy()
    await made.catch(() => {})
  }
}
