import { getLive, getReady } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Database } from '../db/database.ts'
import { unavailable } from './call-refused.ts'
import type { Readiness } from './readiness.ts'
import { serveCall } from './serve-call.ts'

/** Health calls, the same on every port: whether the process runs, and whether it can answer. */
export function healthRoutes(app: FastifyInstance, database: Database, readiness: Readiness): void {
  serveCall(app, getLive, async () => ({ status: 'live' as const }))
  serveCall(app, getReady, async () => {
    const problem = await readiness.problem(database)
    if (problem !== null) throw unavailable(problem)
    return { status: 'ready' as const }
  })
}
