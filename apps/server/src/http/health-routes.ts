import { HEALTH } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Leadership } from '../core/leadership.ts'
import { unavailable } from './call-refused.ts'
import type { Readiness } from './readiness.ts'
import { serveArea } from './serve-area.ts'

type Options = Parameters<Readiness['problem']>[0] & {
  readonly readiness: Readiness
  readonly leadership: Pick<Leadership, 'isLeader'>
}

/** Health calls, the same on every port: whether the process runs, serves, can answer all calls, and leads. */
export function healthRoutes(
  app: FastifyInstance,
  { readiness, leadership, ...parts }: Options,
): void {
  const getLive = async () => ({ status: 'live' as const })
  const getServing = async () => {
    readiness.requireServing()
    return { status: 'serving' as const }
  }
  const getReady = async () => {
    const problem = await readiness.problem(parts)
    if (problem !== null) throw unavailable(problem)
    return { status: 'ready' as const }
  }
  const getLeader = async () => {
    readiness.requireServing()
    if (!leadership.isLeader()) throw unavailable('not_leading')
    return { status: 'leader' as const }
  }
  serveArea(app, HEALTH, { getLive, getServing, getReady, getLeader }, () => null)
}
