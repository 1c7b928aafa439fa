import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

import type { Progress } from '../core/core.ts'
import type { Db } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'
import { errorOf, failureOf, type FromThread, type ToThread } from './thread-messages.ts'

/** The work of a thread. `db` reads by the connections of the process, each query on one of them. */
type Work<Given, Result> = (db: Db, given: Given, progress: Progress) => Promise<Result>

/** Does the work of this thread: see `runInThread`. */
export async function workInThread<Given, Result>(work: Work<Given, Result>): Promise<void> {
  giveWay()
  const queries = new Queries()
  const progress: Progress = (done, of, part) =>
    send({ kind: 'progress', done, of, ...(part !== undefined && { part }) })
  try {
    send({ kind: 'result', result: await work(queries.db, workerData as Given, progress) })
  } catch (error) {
    send({ kind: 'failure', failure: failureOf(error) })
  }
}

/** On a busy processor calls go first. Only Linux knows priorities of threads. */
function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    const thread = Number(basename(readlinkSync('/proc/thread-self')))
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // Without /proc, the work has the priority of the process.
  }
}

function send(message: FromThread<unknown>): void {
  if (parentPort === null) throw new Error('This file runs as a worker thread')
  parentPort.postMessage(message)
}

type Waiting = {
  readonly resolve: (rows: readonly unknown[]) => void
  readonly reject: (error: Error) => void
}

/** Queries that wait for the process. */
class Queries implements Driver, DatabaseConnection {
  readonly db: Db
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor() {
    parentPort?.on('message', (answer: ToThread) => this.#settle(answer))
    this.db = new Kysely<Schema>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => this,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    })
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const id = (this.#lastId += 1)
    const rows = new Promise<readonly unknown[]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
    send({ kind: 'query', id, sql, parameters })
    return { rows: (await rows) as Row[] }
  }

  #settle(answer: ToThread): void {
    const waiting = this.#waiting.get(answer.id)!
    this.#waiting.delete(answer.id)
    if ('rows' in answer) waiting.resolve(answer.rows)
    else waiting.reject(errorOf(answer.failure))
  }

  streamQuery(): never {
    throw new Error('A thread reads whole results')
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  beginTransaction(): never {
    throw new Error('A thread only reads')
  }

  commitTransaction(): never {
    throw new Error('A thread only reads')
  }

  rollbackTransaction(): never {
    throw new Error('A thread only reads')
  }
}
