import { HEALTH } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Leadership } from '../core/leadership.ts'
import type { Database } from '../db/database.ts'
import { unavailable } from './call-refused.ts'
import type { Readiness } from './readiness.ts'
import { serveArea } from './serve-area.ts'

type Options = {
  readonly database: Database
  readonly readiness: Readiness
  readonly leadership: Pick<Leadership, 'isLeader'>
  readonly figures: { isOfOtherHistory(): boolean }
}

/** Health calls, the same on every port: whether the process runs, serves, can answer all calls, and leads. */
export function healthRoutes(
  app: FastifyInstance,
  { database, readiness, leadership, figures }: Options,
): void {
  const getLive = async () => ({ status: 'live' as const })
  const getServing = async () => {
    readiness.requireServing()
    return { status: 'serving' as const }
  }
  const getReady = async () => {
    const problem = await readiness.problem(database)
    if (problem !== null) throw unavailable(problem)
    if (figures.isOfOtherHistory()) throw unavailable('figures')
    return { status: 'ready' as const }
  }
  const getLeader = async () => {
    readiness.requireServing()
    if (!leadership.isLeader()) throw unavailable('not_leading')
    return { status: 'leader' as const }
  }
  serveArea(app, HEALTH, { getLive, getServing, getReady, getLeader }, () => null)
}
