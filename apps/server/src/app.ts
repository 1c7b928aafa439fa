import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { businessService } from './business/http/business-service.ts'
import { linkVisitService } from './business/http/link-visit-service.ts'
import { addFiguresAge } from './business/http/figures-age.ts'
import { changeContact, type ContactChange } from './business/partners/change-contact.ts'
import { changeEmail } from './business/partners/change-email.ts'
import { contactOfAccount } from './business/partners/read-contact.ts'
import { enrollPartner } from './business/partners/enroll-partner.ts'
import { type NewPartner, registerPartner } from './business/partners/register-partner.ts'
import { recentSettings } from './business/settings/read-settings.ts'
import type { SettingName } from './business/settings/settings.ts'
import { webApp } from './content/web-app.ts'
import type { Core } from './core/core.ts'
import { allowOrigin } from './http/allow-origin.ts'
import { buildApp } from './http/build-app.ts'
import { CallWindow } from './http/call-window.ts'
import { visitCounter } from './content/count-visits.ts'
import { healthRoutes } from './http/health-routes.ts'
import { closeWhileStopping, type Readiness, refuseWhileStarting } from './http/readiness.ts'
import type { ChainAdapter } from './console/payouts/chain.ts'
import { JobRunner } from './console/jobs/job-runner.ts'
import { JobFailures } from './jobs/job-failures.ts'
import { jobKinds } from './operator/job-kinds.ts'
import { forLongWork } from './turns/long-work.ts'
import { Metrics } from './operator/metrics.ts'
import type { OperatorKey } from './operator/operator-key.ts'
import { metricsNetwork, operatorsNetwork, operatorsService } from './operator/operators-service.ts'
import { identitiesOf } from './passport/identities.ts'
import { passportService } from './passport/http/passport-service.ts'
import type { Mail } from './mails/letter.ts'
import type { Business } from './passport/passport.ts'

type Options = {
  readonly core: Core
  readonly logger: FastifyBaseLogger
  readonly readiness: Readiness
  readonly operatorKey: OperatorKey
  readonly trustedProxies: readonly string[]
  readonly origins: { readonly office: string; readonly passport: string }
  readonly mail: Mail
  /** Failures of the background jobs; a caller that runs none leaves it out. */
  readonly jobFailures?: JobFailures
  /** Runs the long work of operators; a process without an environment leaves it out. */
  readonly jobs?: JobRunner
  /** Looks transactions of payouts up on a chain; the product ships none. Source: D-185. */
  readonly chain?: ChainAdapter
  /** Directory of the operators' PDF files. */
  readonly documents: string
}

/** The services of one process, each on its own port. */
export type Services = {
  readonly office: FastifyInstance
  readonly passport: FastifyInstance
  readonly operators: FastifyInstance
  /** What other machines reach, where the environment says so: see cluster.md, section 2. */
  readonly operatorsNetwork: FastifyInstance
  readonly metricsNetwork: FastifyInstance
}

/** Builds every service from its modules. */
export function buildServices(options: Options): Services {
  const { core, mail, origins, documents, operatorKey, readiness, trustedProxies } = options
  const metrics = new Metrics(core, options.jobFailures ?? new JobFailures())
  const business = businessOf(core)
  const identities = identitiesOf({ core, business })
  const calls = new CallWindow(core.clock, () => core.leadership.processes)
  const countVisits = visitCounter(core, calls)
  const gate = { core, identities, calls }

  const operators = emptyService('operators', options, metrics, trustedProxies)
  const jobs = options.jobs ?? new JobRunner(forLongWork(core), jobKinds(null))
  const officeOrigin = origins.office
  const forOperators = {
    core,
    mail,
    metrics,
    operatorKey,
    readiness,
    jobs,
    documents,
    officeOrigin,
    passportOrigin: origins.passport,
    chain: options.chain ?? null,
  }
  operatorsService(operators, forOperators)
  const forNetwork = emptyService('operatorsNetwork', options, metrics, trustedProxies)
  operatorsNetwork(forNetwork, forOperators)
  const forPrometheus = emptyService('metricsNetwork', options, metrics, [])
  metricsNetwork(forPrometheus, forOperators)

  const passport = emptyService('passport', options, metrics, trustedProxies)
  countVisits(passport)
  allowOrigin(passport, origins.office)
  void passport.register(async (app) => {
    refuseWhileStarting(app, readiness)
    const passportOrigin = origins.passport
    passportService(app, { ...gate, business, mail, officeOrigin, passportOrigin })
  })
  void passport.register(async (app) => {
    webApp(app, { app: 'passport', core, origins, documents: null })
  })

  const office = emptyService('office', options, metrics, trustedProxies)
  countVisits(office)
  addFiguresAge(office, core)
  // The passport's pages read which languages are offered.
  allowOrigin(office, origins.passport)
  void office.register(async (app) => {
    refuseWhileStarting(app, readiness)
    businessService(app, { ...gate, origins })
  })
  void office.register(async (app) => linkVisitService(app, core))
  void office.register(async (app) => webApp(app, { app: 'office', core, origins, documents }))
  return {
    office,
    passport,
    operators,
    operatorsNetwork: forNetwork,
    metricsNetwork: forPrometheus,
  }
}

/** A service with what every port has: log, metrics, health. */
function emptyService(
  name: keyof Services,
  { core, logger, readiness }: Options,
  metrics: Metrics,
  trustedProxies: readonly string[],
): FastifyInstance {
  const app = buildApp({ logger: logger.child({ service: name }), trustedProxies })
  metrics.countRequests(app, name)
  closeWhileStopping(app, readiness)
  healthRoutes(app, {
    database: core.database,
    readiness,
    leadership: core.leadership,
    figures: core.network,
    clock: core.trustedClock,
  })
  return app
}

/** What the passport needs of the business. */
const businessOf = (core: Core): Business => ({
  setting: async (name: SettingName) => (await recentSettings(core.database))[name],
  register: (registrant: NewPartner, alongside) => registerPartner(core, registrant, alongside),
  enroll: (userId, alongside) => enrollPartner(core, userId, alongside),
  contactOf: (partnerId: number) => contactOfAccount(core.database.read, partnerId),
  changeContact: (partnerId: number, change: ContactChange) =>
    changeContact(core, partnerId, change),
  changeEmail,
})
