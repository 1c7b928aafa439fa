import { HEALTH } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../db/database.ts'
import { unavailable } from './call-refused.ts'
import type { Readiness } from './readiness.ts'
import { serveArea } from './serve-area.ts'

/** Health calls, the same on every port: whether the process runs, and whether it can answer. */
export function healthRoutes(app: FastifyInstance, database: Database, readiness: Readiness): void {
  const getReady = async () => {
    const problem = await readiness.problem(database)
    if (problem !== null) throw unavailable(problem)
    return { status: 'ready' as const }
  }
  const getLive = async () => ({ status: 'live' as const })
  serveArea(app, HEALTH, { getLive, getReady }, () => null)
}
