import { parentPort } from 'node:worker_threads'

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'

import type { Db } from '../db/database.ts'
import { camelCase } from '../db/kysely-on.ts'
import type { Schema } from '../db/schema.ts'
import { BEGIN, errorOf, type FromThread, type ToThread } from './thread-messages.ts'

type Send = (message: FromThread<never>) => void
type Waiting = {
  readonly resolve: (rows: readonly unknown[]) => void
  readonly reject: (error: Error) => void
}

/** Queries by the connections of the process that has started this thread: its part is `shared-session.ts`. */
export function sharedSession(send: Send): Db {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SharedDriver(send),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [camelCase()],
  })
}

class SharedDriver implements Driver {
  readonly #send: Send
  readonly #waiting = new Map<number, Waiting>()
  #lastQuery = 0
  #lastConnection = 0

  constructor(send: Send) {
    this.#send = send
    parentPort?.on('message', (answer: ToThread) => this.#settle(answer))
  }

  async acquireConnection(): Promise<SharedConnection> {
    const number = (this.#lastConnection += 1)
    return new SharedConnection(number, (sql, parameters) => this.#ask(number, sql, parameters))
  }

  async releaseConnection({ number }: SharedConnection): Promise<void> {
    this.#send({ kind: 'release', connection: number })
  }

  async beginTransaction(on: SharedConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel: level } = settings
    await on.run(level === undefined ? BEGIN : `start transaction isolation level ${level}`)
  }

  async commitTransaction(on: SharedConnection): Promise<void> {
    await on.run('commit')
  }

  async rollbackTransaction(on: SharedConnection): Promise<void> {
    await on.run('rollback')
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  #ask(
    connection: number,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<readonly unknown[]> {
    const id = (this.#lastQuery += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#send({ kind: 'query', id, connection, sql, parameters })
    })
  }

  #settle(answer: ToThread): void {
    const waiting = this.#waiting.get(answer.id)!
    this.#waiting.delete(answer.id)
    if ('rows' in answer) waiting.resolve(answer.rows)
    else waiting.reject(errorOf(answer.failure))
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>

class SharedConnection implements DatabaseConnection {
  readonly number: number
  readonly #run: Run

  constructor(number: number, run: Run) {
    this.number = number
    this.#run = run
  }

  run(sql: string): Promise<readonly unknown[]> {
    return this.#run(sql, [])
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#run(sql, parameters)) as Row[] }
  }

  streamQuery(): never {
    throw new Error('A thread reads whole results')
  }
}
