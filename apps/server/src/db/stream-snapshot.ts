import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { Database, Tx } from './database.ts'

/** Pieces that are made before the reader takes them. */
const PIECES_AHEAD = 16

/**
 * Streams text made inside one snapshot of the database; a slow reader slows the source down.
 *
 * The transaction ends when the last piece has been read, or when the reader goes away.
 */
export async function* streamSnapshot(
  database: Pick<Database, 'snapshot'>,
  pieces: (tx: Tx) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const channel = new PassThrough({ objectMode: true, highWaterMark: PIECES_AHEAD })
  const made = database.snapshot((tx) => pipeline(pieces(tx), channel))
  made.catch((error: Error) => channel.destroy(error))
  try {
    for await (const piece of channel) yield piece as string
    await made
  } finally {
    channel.destroy()
    await made.catch(() => {})
  }
}
