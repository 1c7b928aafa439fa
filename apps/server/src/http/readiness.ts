import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import type { Database } from '../db/database.ts'
import { type Unavailable, unavailable } from './call-refused.ts'

const DATABASE_TIMEOUT_MS = 2_000

/** Phase of the process, and whether it can answer requests now. */
export class Readiness {
  phase: 'starting' | 'serving' | 'stopping' = 'starting'

  /** Refuses: 503, until the start has finished and from the request to stop on. */
  requireServing(): void {
    if (this.phase !== 'serving') throw unavailable(this.phase)
  }

  #checking: Promise<Unavailable | null> | null = null

  /** Reason why requests cannot be answered; null when ready. Concurrent callers share one check of the database. */
  async problem(database: Database): Promise<Unavailable | null> {
    if (this.phase !== 'serving') return this.phase
    this.#checking ??= this.#check(database).finally(() => (this.#checking = null))
    return this.#checking
  }

  async #check(database: Database): Promise<Unavailable | null> {
    const isRoom = await database.upkeep.requireRoom().then(isTrue, isFalse)
    if (!isRoom) return 'disk_full'
    const answered = database.read.selectFrom('factLog').select('lastFact').execute()
    const isAnswered = await Promise.race([
      answered.then(isTrue, isFalse),
      wait(DATABASE_TIMEOUT_MS, false, { ref: false }),
    ])
    return isAnswered ? null : 'database'
  }
}

const isTrue = (): boolean => true
const isFalse = (): boolean => false

/** Refuses calls with 503 until the start has finished. */
export function refuseWhileStarting(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (_request, _reply, done) =>
    done(readiness.phase === 'starting' ? unavailable('starting') : undefined),
  )
}

/** Closes each connection after its answer from the request to stop on: an open connection would keep the process from ending. */
export function closeWhileStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.phase === 'stopping') void reply.header('connection', 'close')
    done()
  })
}
