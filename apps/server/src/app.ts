import { getMetrics } from '@partner-office/contracts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Core } from './business/core.ts'
import { buildApp } from './http/build-app.ts'
import { unavailable } from './http/call-refused.ts'
import { healthRoutes } from './http/health-routes.ts'
import { Metrics } from './http/metrics.ts'
import type { Readiness } from './http/readiness.ts'
import { serveCall } from './http/serve-call.ts'
import { officeRoute } from './operator/office-route.ts'
import type { OperatorKey } from './operator/operator-key.ts'
import { operatorRoutes } from './operator/operator-routes.ts'

type Options = {
  readonly core: Core
  readonly logger: FastifyBaseLogger
  readonly readiness: Readiness
  readonly operatorKey: OperatorKey
  readonly trustedProxies: readonly string[]
}

/** The services of one process, each for a port of its own. */
export type Services = {
  readonly office: FastifyInstance
  readonly passport: FastifyInstance
  readonly operators: FastifyInstance
}

/** Every service and every module of it, by name. */
export function buildServices(options: Options): Services {
  const { core, logger, readiness, trustedProxies } = options
  const metrics = new Metrics(core)
  const service = (name: string, proxies: readonly string[]): FastifyInstance => {
    const app = buildApp({ logger: logger.child({ service: name }), trustedProxies: proxies })
    metrics.countRequests(app, name)
    closeWhenStopping(app, readiness)
    healthRoutes(app, core.database, readiness)
    return app
  }

  const operators = service('operators', [])
  serveCall(operators, getMetrics, () => metrics.text())
  void operators.register(async (app) => operatorCalls(app, options))
  return {
    office: service('office', trustedProxies),
    passport: service('passport', trustedProxies),
    operators,
  }
}

/** A connection kept open for a next request would keep the process from ending. */
function closeWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.phase === 'stopping') void reply.header('connection', 'close')
  })
}

/** Everything here needs the service key, and a process that has finished starting. */
function operatorCalls(app: FastifyInstance, { core, readiness, operatorKey }: Options): void {
  app.addHook('onRequest', async (request) => {
    operatorKey.require(request)
    if (readiness.phase === 'starting') throw unavailable('starting')
  })
  operatorRoutes(app, core, `operators port, key ${operatorKey.id}`)
  officeRoute(app, core)
}
