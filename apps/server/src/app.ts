import { getConfig, getMetrics } from '@partner-office/contracts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { businessCalls, exchangeCalls, type ServePartner } from './business/business-calls.ts'
import type { Core } from './business/core.ts'
import { changeContact, type Contact } from './business/partners/change-contact.ts'
import { readContact } from './business/partners/read-contact.ts'
import { type NewPartner, registerPartner } from './business/partners/register-partner.ts'
import { recentSettings } from './business/settings/read-settings.ts'
import type { SettingName } from './business/settings/settings.ts'
import { appConfig, hostsOf } from './content/app-config.ts'
import { servePages } from './content/pages.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { allowOrigin } from './http/allow-origin.ts'
import { buildApp } from './http/build-app.ts'
import { CallWindow } from './http/call-window.ts'
import { deviceCookie } from './http/device-cookie.ts'
import { unavailable } from './http/call-refused.ts'
import { healthRoutes } from './http/health-routes.ts'
import { Metrics } from './http/metrics.ts'
import { type Gate, partnerGate } from './http/partner-gate.ts'
import { passportGate } from './http/passport-gate.ts'
import { readForms } from './http/read-form.ts'
import type { Readiness } from './http/readiness.ts'
import { serveCall } from './http/serve-call.ts'
import { officeRoute } from './operator/office-route.ts'
import type { OperatorKey } from './operator/operator-key.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import { PasswordHasher } from './passport/accounts/password-hasher.ts'
import { BackgroundTasks } from './passport/background-tasks.ts'
import type { Mail } from './passport/mail/mail.ts'
import type { Business, Serve } from './passport/passport.ts'
import { oauthCalls, passportCalls } from './passport/passport-calls.ts'
import { identitiesOf } from './passport/identities.ts'
import { publicClient } from './passport/tokens/oauth-client.ts'
import { Semaphore } from './passport/semaphore.ts'

type Options = {
  readonly core: Core
  readonly logger: FastifyBaseLogger
  readonly readiness: Readiness
  readonly operatorKey: OperatorKey
  readonly trustedProxies: readonly string[]
  readonly origins: { readonly office: string; readonly passport: string }
  readonly mail: Mail
  /** Where operators keep the PDF files of the CDN. */
  readonly documents: string
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
  docsRoutes(operators)
  void operators.register(async (app) => operatorCalls(app, options))
  const passport = service('passport', trustedProxies)
  allowOrigin(passport, options.origins.office)
  const door = identitiesOf({ core, business: businessOf(core) })
  const calls = new CallWindow(core.clock)
  void passport.register(async (app) => identityCalls(app, options, { core, door, calls }))
  const office = service('office', trustedProxies)
  tellAge(office, core)
  // The pages of the passport ask which languages are offered.
  allowOrigin(office, options.origins.passport)
  void office.register(async (app) => partnerCalls(app, options, { core, door, calls }))
  webPages(office, 'office', options)
  webPages(passport, 'passport', options)
  return { office, passport, operators }
}

/** The pages of an app, and where it finds everything else. */
function webPages(service: FastifyInstance, app: 'office' | 'passport', options: Options): void {
  const { core, origins, documents } = options
  const config = (): ReturnType<typeof appConfig> =>
    appConfig(core.database.read, origins, publicClient)
  void service.register(async (pages) => {
    serveCall(pages, getConfig, config)
    servePages(pages, {
      app,
      hosts: async () => hostsOf(await config()),
      documents: app === 'office' ? documents : null,
      isSecure: origins[app].startsWith('https:'),
    })
  })
}

/** A connection kept open for a next request would keep the process from ending. */
function closeWhenStopping(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.phase === 'stopping') void reply.header('connection', 'close')
    done()
  })
}

/** Answers made while the database is silent say how old what they know is. Source: docs/operations.md, "Figures". */
function tellAge(app: FastifyInstance, { network }: Core): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const seconds = Math.ceil(network.ageMs() / 1000)
    if (seconds > 0) void reply.header('figures-age', seconds)
    done()
  })
}

/** The identity provider, on the partners of this business. */
function identityCalls(app: FastifyInstance, options: Options, gate: Gate): void {
  const { core, mail, origins } = options
  const background = new BackgroundTasks((error) =>
    app.log.error({ err: error }, 'background task failed'),
  )
  app.addHook('onClose', () => background.finish())
  refuseWhileStarting(app, options)
  passportGate(app, gate)
  readForms(app)
  const cookie = deviceCookie(origins.passport)
  const serve: Serve = (contract, answer) =>
    serveCall(app, contract, (input, { ip, headers }, reply) =>
      answer(input, {
        address: ip,
        authorization: headers.authorization,
        device: cookie.read(headers.cookie),
        setDeviceToken: (token) => void reply.header('set-cookie', cookie.text(token)),
      }),
    )
  const passport = {
    core,
    mail,
    background,
    passwords: new PasswordHasher(),
    signIns: new Semaphore(core.database.kind === 'embedded' ? 4 : 20),
    officeOrigin: origins.office,
    passportOrigin: origins.passport,
    business: businessOf(core),
  }
  passportCalls(serve, passport)
  oauthCalls(serve, passport)
}

/** What the passport asks of the business. */
const businessOf = (core: Core): Business => ({
  setting: async (name: SettingName) => (await recentSettings(core.database))[name],
  register: (registrant: NewPartner) => registerPartner(core, registrant),
  contactOf: (partnerId: number) => readContact(core.database.read, partnerId),
  changeContact: (partnerId: number, contact: Contact) => changeContact(core, partnerId, contact),
})

/** The business service and the exchange. */
function partnerCalls(app: FastifyInstance, options: Options, gate: Gate): void {
  const { core, origins } = options
  refuseWhileStarting(app, options)
  partnerGate(app, gate)
  const serve: ServePartner = (contract, answer) =>
    serveCall(app, contract, (input, { partnerId }) => answer(input, partnerId))
  businessCalls(serve, core, { origins, identities: gate.door })
  exchangeCalls(serve, core)
}

function refuseWhileStarting(app: FastifyInstance, { readiness }: Options): void {
  app.addHook('onRequest', (_request, _reply, done) =>
    done(readiness.phase === 'starting' ? unavailable('starting') : undefined),
  )
}

/** Everything here needs the service key, and a process that has finished starting. */
function operatorCalls(app: FastifyInstance, options: Options): void {
  const { core, operatorKey } = options
  app.addHook('onRequest', async (request) => operatorKey.require(request))
  refuseWhileStarting(app, options)
  operatorRoutes(app, core, `operators port, key ${operatorKey.id}`)
  officeRoute(app, core)
}
