import { Worker } from 'node:worker_threads'

import type { Progress } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { SharedSession } from './shared-session.ts'
import { errorOf, type FromThread, type ThreadData } from './thread-messages.ts'

type Work<Given> = {
  readonly database: Pick<Database, 'read' | 'upkeep' | 'ofThreads'>
  readonly given: Given
  readonly progress: Progress
  readonly signal: AbortSignal
}

/**
 * Runs the work of a file that calls `workInThread` in a thread of its own, so that no call waits for it. On PostgreSQL the thread has a
 * connection of its own; on the embedded database it shares the session of this process. The thread ends with the work, or at once
 * when `signal` is aborted; a transaction that is open then is rolled back.
 *
 * Refuses: with the error of the work, or the reason of `signal`.
 */
export function runInThread<Given, Result>(file: URL, work: Work<Given>): Promise<Result> {
  const { database, given, progress, signal } = work
  const workerData: ThreadData<Given> = { given, postgres: database.ofThreads }
  const worker = new Worker(file, { workerData })
  const session = new SharedSession(database, (answer) => worker.postMessage(answer))
  const ended = new Promise<Result>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The thread stopped (${code})`)))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    worker.on('message', (sent: FromThread<Result>) => {
      if (sent.kind === 'result') resolve(sent.result)
      else if (sent.kind === 'failure') reject(errorOf(sent.failure))
      else if (sent.kind === 'query') void session.answer(sent)
      else if (sent.kind === 'release') session.release(sent.connection)
      else {
        try {
          progress(sent.done, sent.of, sent.part)
        } catch (error) {
          reject(error as Error)
        }
      }
    })
    if (signal.aborted) reject(signal.reason as Error)
  })
  return ended.finally(async () => {
    await worker.terminate()
    await session.end()
  })
}
