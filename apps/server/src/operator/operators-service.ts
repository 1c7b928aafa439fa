import { DOCS, METRICS, OPERATORS } from '@partner-office/contracts'
import type { FastifyInstance } from 'fastify'

import { requireKnownOrigin, requireProgramOrConsole } from '../console/http/console-origin.ts'
import { consolePages } from '../console/http/console-pages.ts'
import { consoleService } from '../console/http/console-service.ts'
import type { Console } from '../console/console.ts'
import type { Core } from '../core/core.ts'
import { docsCalls } from '../docs/docs-calls.ts'
import { CallRefused } from '../http/call-refused.ts'
import { type Readiness, refuseWhileStarting } from '../http/readiness.ts'
import { serveArea, serveAreas } from '../http/serve-area.ts'
import type { Mail } from '../mails/letter.ts'
import type { Metrics } from './metrics.ts'
import { officeRoute } from './office-route.ts'
import type { OperatorKey } from './operator-key.ts'
import { operatorCalls } from './operator-calls.ts'

type Options = {
  readonly core: Core
  readonly mail: Mail
  readonly jobs: Console['jobs']
  readonly chain: Console['chain']
  readonly metrics: Metrics
  readonly operatorKey: OperatorKey
  readonly readiness: Readiness
  /** Directory of the operators' PDF files. */
  readonly documents: string
  readonly officeOrigin: string
  readonly passportOrigin: string
}

/** The operators' interface: the console, and calls for programs of this machine. Metrics and the documentation need no key. */
export function operatorsService(app: FastifyInstance, options: Options): void {
  requireKnownOrigin(app, options.core.consoleOrigin)
  serveArea(app, METRICS, { getMetrics: () => options.metrics.text() }, () => null)
  serveArea(app, DOCS, docsCalls, (_request, reply) => reply)
  void app.register(async (calls) => keyedCalls(calls, options))
  void app.register(async (calls) => consoleService(calls, options))
  void app.register(async (pages) => consolePages(pages, options.core))
}

/** The operators' calls, for shops and balancers of a private network, and the console for its proxy on another machine. */
export function operatorsNetwork(app: FastifyInstance, options: Options): void {
  requireProgramOrConsole(app, options.core.consoleOrigin)
  void app.register(async (calls) => keyedCalls(calls, options))
  void app.register(async (calls) => consoleService(calls, options))
  void app.register(async (pages) => consolePages(pages, options.core))
}

/** Metrics for a Prometheus on another machine. Source: decisions D-198. */
export function metricsNetwork(app: FastifyInstance, { metrics }: Pick<Options, 'metrics'>): void {
  refusePages(app)
  serveArea(app, METRICS, { getMetrics: () => metrics.text() }, () => null)
}

/** There is no page at the address, so each that calls is of another origin. */
function refusePages(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers: { origin } }, _reply, done) =>
    done(origin === undefined ? undefined : new CallRefused(403, 'access_denied')),
  )
}

/** Calls that need the service key and a process that has finished starting; the key is checked first. */
function keyedCalls(app: FastifyInstance, { core, operatorKey, readiness }: Options): void {
  app.addHook('onRequest', async (request) => operatorKey.require(request))
  refuseWhileStarting(app, readiness)
  const { office: _aStream, ...areas } = OPERATORS
  const actor = `operators port, key ${operatorKey.id}`
  serveAreas(app, areas, operatorCalls(core, actor), () => null)
  officeRoute(app, core)
}
