import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

import type { Database, Tx } from './database.ts'

/** Pieces that are made before the reader takes them. */
const PIECES_AHEAD = 16
/**
 * The rest after each piece of a download. Rows read without a rest leave so much garbage that collecting it stops the
 * process ten times a second, for 5 to 20 ms each time. Units: milliseconds.
 */
const REST_MS = 4

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

/**
 * The same for a file that a partner downloads, slowly enough that other calls do not feel it. On the embedded database they
 * wait for its one session, so there the file is made as fast as it can be.
 *
 * Source: EXP-002.
 */
export const streamDownload = (
  database: Pick<Database, 'snapshot' | 'kind'>,
  pieces: (tx: Tx) => AsyncIterable<string>,
): AsyncGenerator<string> =>
  streamSnapshot(database, database.kind === 'embedded' ? pieces : (tx) => withRests(pieces(tx)))

async function* withRests(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece
    await wait(REST_MS)
  }
}
