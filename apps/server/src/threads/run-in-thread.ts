import { Worker } from 'node:worker_threads'

import { CompiledQuery } from 'kysely'

import type { Progress } from '../core/core.ts'
import type { Db } from '../db/database.ts'
import { errorOf, failureOf, type FromThread, type ToThread } from './thread-messages.ts'

type Work<Given> = {
  readonly db: Db
  readonly given: Given
  readonly progress: Progress
  readonly signal: AbortSignal
}

/**
 * Runs the work of a file that calls `workInThread` in a thread of its own, so that no call waits for it. It reads by the connections of
 * this process. The thread ends with the work, or at once when `signal` is aborted.
 *
 * Refuses: with the error of the work, or the reason of `signal`.
 */
export function runInThread<Given, Result>(file: URL, work: Work<Given>): Promise<Result> {
  const { db, given, progress, signal } = work
  const worker = new Worker(file, { workerData: given })
  const ended = new Promise<Result>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The thread stopped (${code})`)))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    worker.on('message', (sent: FromThread<Result>) => {
      if (sent.kind === 'result') resolve(sent.result)
      else if (sent.kind === 'failure') reject(errorOf(sent.failure))
      else if (sent.kind === 'query') void answer(worker, db, sent)
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
  return ended.finally(() => worker.terminate())
}

type Query = Extract<FromThread<unknown>, { kind: 'query' }>

async function answer(worker: Worker, db: Db, { id, sql, parameters }: Query): Promise<void> {
  const answered: ToThread = await db.executeQuery(CompiledQuery.raw(sql, [...parameters])).then(
    ({ rows }) => ({ id, rows }),
    (error: unknown) => ({ id, failure: failureOf(error) }),
  )
  worker.postMessage(answered)
}
