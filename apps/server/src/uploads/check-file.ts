import { Worker } from 'node:worker_threads'

import type { TicketFileKind } from '@partner-office/domain'

import type { Checked } from './check-worker.ts'

const HEAP_MB = 256

type Waiting = {
  readonly resolve: (kind: TicketFileKind | null) => void
  readonly reject: (error: Error) => void
}

/** A thread that checks one file after the other, so that the calls of others never wait for a large file. */
class FileChecker {
  readonly #worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  /** Callers in the order of their files, which is the order of the answers. */
  readonly #waiting: Waiting[] = []
  #hasEnded = false

  constructor() {
    this.#worker.on('message', (checked: Checked) => {
      const waiting = this.#next()
      if ('kind' in checked) waiting?.resolve(checked.kind)
      else waiting?.reject(Object.assign(new Error(checked.failure), { code: checked.code }))
    })
    this.#worker.on('error', (error) => this.#end(error as Error))
    this.#worker.on('exit', () => this.#end(new Error('The check of files stopped')))
    this.#worker.unref()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  check(path: string): Promise<TicketFileKind | null> {
    // A process ends when nothing but an idle thread is left.
    this.#worker.ref()
    this.#worker.postMessage(path)
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #next(): Waiting | undefined {
    const waiting = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker.unref()
    return waiting
  }

  #end(error: Error): void {
    this.#hasEnded = true
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

let checker: FileChecker | null = null

/**
 * Checks a stored file by its whole content, and replaces an image by one that holds only what shows it. Returns its kind;
 * null for a file that cannot be used: see `fileContent`.
 */
export function checkFile(path: string): Promise<TicketFileKind | null> {
  if (checker === null || checker.hasEnded) checker = new FileChecker()
  return checker.check(path)
}
