import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

import type { EngineAnswer, EngineRequest } from './embedded-worker.ts'

type NewRequest = { kind: 'protocol'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'close' }
type Waiting = { resolve: (answer: EngineAnswer) => void; reject: (error: Error) => void }

/** An open embedded PostgreSQL with one session. */
export type Engine = { connection(): Duplex; close(): Promise<void> }

/**
 * The embedded PostgreSQL in a thread of its own, so that a long query never stops the server's other work.
 *
 * Source: docs/decisions/0002-embedded-engine-in-a-thread.md.
 */
export class EmbeddedEngine implements Engine {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #failure: Error | null = null

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: EngineAnswer) => this.#settle(answer))
    worker.on('error', (error) => this.#fail(error as Error))
    worker.on('exit', (code) => this.#fail(new Error(`The embedded database stopped (${code})`)))
  }

  /** Open the database in `directory`, or one in memory. */
  static async open(directory: string | null): Promise<EmbeddedEngine> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { directory },
    })
    const engine = new EmbeddedEngine(worker)
    await engine.#wait(0)
    return engine
  }

  /** A connection for node-postgres: the engine's one session, spoken to in the wire protocol. */
  connection(): Duplex {
    return new EngineConnection((bytes) => this.#ask({ kind: 'protocol', bytes }))
  }

  async close(): Promise<void> {
    await this.#ask({ kind: 'close' })
    await this.#worker.terminate()
  }

  async #ask(request: NewRequest): Promise<Uint8Array> {
    const id = ++this.#lastId
    const answer = this.#wait(id)
    const message: EngineRequest = { id, ...request }
    this.#worker.postMessage(message)
    const settled = await answer
    return 'bytes' in settled && settled.bytes ? settled.bytes : new Uint8Array()
  }

  #wait(id: number): Promise<EngineAnswer> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #settle(answer: EngineAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('failure' in answer) waiting?.reject(new Error(answer.failure))
    else waiting?.resolve(answer)
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

const AUTHENTICATION_OK = [0x52, 0, 0, 0, 8, 0, 0, 0, 0]
const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5, 0x49]
const TERMINATE = 0x58

/** Answers the start-up message itself; everything after it goes to the engine, one round trip a query. */
export class EngineConnection extends Duplex {
  readonly #exchange: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>
  #started = false

  constructor(exchange: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>) {
    super()
    this.#exchange = exchange
  }

  // What node-postgres expects of a socket.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#forward(chunk).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#forward(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  async #forward(bytes: Buffer): Promise<void> {
    if (!this.#started) {
      this.#started = true
      this.push(Buffer.from([...AUTHENTICATION_OK, ...READY_FOR_QUERY]))
      return
    }
    if (bytes[0] === TERMINATE) {
      this.push(null)
      return
    }
    this.push(await this.#exchange(new Uint8Array(bytes)))
  }
}
