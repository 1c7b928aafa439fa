import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'

import type { TrustedClock } from '../core/clock-watch.ts'
import type { Core } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { type Unavailable, unavailable } from './call-refused.ts'

const DATABASE_TIMEOUT_MS = 2_000
/** Source: cluster.md, D-197. */
const LARGEST_APART_MS = 30_000

/** What a process needs to answer all calls. */
type Parts = {
  readonly database: Database
  readonly figures: Pick<Core['network'], 'catchUp' | 'isOfOtherHistory'>
  readonly clock: Pick<TrustedClock, 'apart'>
}

/** Phase of the process, and whether it can answer requests now. */
export class Readiness {
  phase: 'starting' | 'serving' | 'stopping' = 'starting'

  /** Refuses: 503, until the start has finished and from the request to stop on. */
  requireServing(): void {
    if (this.phase !== 'serving') throw unavailable(this.phase)
  }

  #checking: Promise<Unavailable | null> | null = null

  /** Reason why requests cannot be answered; null when ready. Concurrent callers share one check of the database. */
  async problem(parts: Parts): Promise<Unavailable | null> {
    if (this.phase !== 'serving') return this.phase
    this.#checking ??= this.#check(parts).finally(() => (this.#checking = null))
    return this.#checking
  }

  async #check({ database, figures, clock }: Parts): Promise<Unavailable | null> {
    const isRoom = await database.upkeep.requireRoom().then(isTrue, isFalse)
    if (!isRoom) return 'disk_full'
    if (figures.isOfOtherHistory()) return 'figures'
    // Also what was committed while this process was cut off.
    const caughtUp = figures.catchUp(database.read).then(() => clock.apart(database.read))
    const apart = await Promise.race([
      caughtUp.catch(() => null),
      wait(DATABASE_TIMEOUT_MS, null, { ref: false }),
    ])
    if (figures.isOfOtherHistory()) return 'figures'
    if (apart === null) return 'database'
    return Math.abs(apart) > LARGEST_APART_MS ? 'clock' : null
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
