import { getMetrics } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import type { Core } from '../core/core.ts'
import { docsRoutes } from '../docs/docs-routes.ts'
import { type Readiness, refuseWhileStarting } from '../http/readiness.ts'
import { serveCall } from '../http/serve-call.ts'
import type { Metrics } from './metrics.ts'
import { officeRoute } from './office-route.ts'
import type { OperatorKey } from './operator-key.ts'
import { requireOwnMachine } from './require-own-machine.ts'
import { operatorRoutes } from './operator-routes.ts'

type Options = {
  readonly core: Core
  readonly metrics: Metrics
  readonly operatorKey: OperatorKey
  readonly readiness: Readiness
}

/** The operators' interface, for programs of this machine. Metrics and the documentation need no key. */
export function operatorsService(app: FastifyInstance, options: Options): void {
  requireOwnMachine(app)
  serveCall(app, getMetrics, () => options.metrics.text())
  docsRoutes(app)
  void app.register(async (calls) => keyedCalls(calls, options))
}

/** Calls that need the service key and a process that has finished starting; the key is checked first. */
function keyedCalls(app: FastifyInstance, { core, operatorKey, readiness }: Options): void {
  app.addHook('onRequest', async (request) => operatorKey.require(request))
  refuseWhileStarting(app, readiness)
  operatorRoutes(app, core, `operators port, key ${operatorKey.id}`)
  officeRoute(app, core)
}
