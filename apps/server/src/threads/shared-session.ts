import { CompiledQuery } from 'kysely'

import type { Database, Db } from '../db/database.ts'
import { BEGIN, failureOf, type ThreadQuery, type ToThread } from './thread-messages.ts'

/** A connection that a thread works on. */
type Held = {
  readonly db: Promise<Db>
  readonly free: () => void
  /** Settles once it was given back. */
  readonly freed: Promise<void>
}

/** Answers the queries of a thread by connections of this process: the thread's part is `session-of-thread.ts`. */
export class SharedSession {
  readonly #database: Pick<Database, 'read' | 'upkeep'>
  readonly #send: (answer: ToThread) => void
  readonly #held = new Map<number, Held>()

  constructor(database: Pick<Database, 'read' | 'upkeep'>, send: (answer: ToThread) => void) {
    this.#database = database
    this.#send = send
  }

  async answer({ id, connection, sql, parameters }: ThreadQuery): Promise<void> {
    try {
      if (sql === BEGIN) await this.#database.upkeep.requireRoom()
      const { db } = this.#held.get(connection) ?? this.#take(connection)
      const { rows } = await (await db).executeQuery(CompiledQuery.raw(sql, [...parameters]))
      this.#send({ id, rows })
    } catch (error) {
      this.#send({ id, failure: failureOf(error) })
    }
  }

  release(connection: number): void {
    this.#held.get(connection)?.free()
    this.#held.delete(connection)
  }

  /** Gives back what a thread that has ended still holds; an open transaction is rolled back. */
  async end(): Promise<void> {
    for (const [connection, { db, freed }] of this.#held) {
      await db.then(
        (each) => each.executeQuery(CompiledQuery.raw('rollback')),
        () => {},
      )
      this.release(connection)
      await freed
    }
  }

  #take(connection: number): Held {
    const taken = Promise.withResolvers<Db>()
    const { promise: done, resolve: free } = Promise.withResolvers<void>()
    const freed = this.#database.read
      .connection()
      .execute((db) => {
        taken.resolve(db)
        return done
      })
      .catch((error: unknown) => taken.reject(error))
    const held = { db: taken.promise, free, freed }
    this.#held.set(connection, held)
    return held
  }
}
