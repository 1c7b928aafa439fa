import { parentPort, workerData } from 'node:worker_threads'

import { PGlite } from '@electric-sql/pglite'

/** What the main thread asks of the thread that owns the embedded engine. */
export type EngineRequest =
  | { readonly id: number; readonly kind: 'protocol'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'close' }

/** The answer to the request of the same `id`; `ready` has the id 0. */
export type EngineAnswer =
  | { readonly id: number; readonly bytes?: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly failure: string }

const port = parentPort
if (port === null) throw new Error('This file runs as a worker thread')

const { directory } = workerData as { directory: string | null }

const answerFailure = (id: number, error: unknown) =>
  port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) })

try {
  const lite = await PGlite.create(directory ?? 'memory://')

  port.on('message', async (request: EngineRequest) => {
    try {
      if (request.kind === 'close') {
        await lite.close()
        port.postMessage({ id: request.id })
        return
      }
      // Copied: the engine answers with a view of its own memory, which cannot be handed over.
      const bytes = new Uint8Array(await lite.execProtocolRaw(request.bytes, { syncToFs: false }))
      port.postMessage({ id: request.id, bytes }, [bytes.buffer])
    } catch (error) {
      answerFailure(request.id, error)
    }
  })
  port.postMessage({ id: 0 })
} catch (error) {
  answerFailure(0, error)
}
