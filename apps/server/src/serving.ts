import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { buildServices, type Services } from './app.ts'
import { audited } from './business/audit/audit-log.ts'
import { beginQuarantine, readQuarantine } from './business/quarantine/quarantine.ts'
import { lostSince, noteSeen } from './business/quarantine/seen-state.ts'
import { finishOrPostpone } from './business/orders/import/finish-import.ts'
import type { Core } from './core/core.ts'
import { forLongWork } from './turns/long-work.ts'
import { keepFigures } from './business/figures/keep-figures.ts'
import { JobRunner } from './console/jobs/job-runner.ts'
import { makeDataDirectory } from './core/data-directory.ts'
import { type OpenCore, openCore } from './core/open-core.ts'
import { sharedSecret } from './keys/secrets.ts'
import { DataOwned } from './core/start-refused.ts'
import { liveOwner } from './db/data-owner.mjs'
import { inviteDemoOperators } from './demo/demo-operators.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { type Environment, type Listen, SHORTEST_OPERATOR_KEY } from './env.ts'
import { listenAt, type Place, requireFree } from './http/listen.ts'
import { Readiness } from './http/readiness.ts'
import { BackgroundWork } from './jobs/background-work.ts'
import { JobFailures } from './jobs/job-failures.ts'
import { consoleJobsOf, jobsOf, leaderJobsOf } from './jobs/jobs.ts'
import { LeaderWork } from './jobs/leader-work.ts'
import { mailJobs, mailOf } from './jobs/mail-jobs.ts'
import { webhookJobs } from './jobs/webhook-jobs.ts'
import { jobKinds } from './operator/job-kinds.ts'
import { OperatorKey } from './operator/operator-key.ts'

const DEMO = { partners: 2000, months: 18, seed: 1 } as const
/** Stopping ends within 10 s. */
const KEEP_WITHIN_MS = 5_000

type Invitations = Awaited<ReturnType<typeof inviteDemoOperators>>

type Parts = {
  readonly services: Services
  readonly background: BackgroundWork
  readonly leading: LeaderWork
  readonly readiness: Readiness
  readonly jobs: JobRunner
  readonly drainMs: number
  readonly invitations: Invitations
  readonly close: () => Promise<void>
}

/** A running process: its services and its background jobs. */
export class Serving {
  readonly #services: Services
  readonly #background: BackgroundWork
  readonly #leading: LeaderWork
  readonly #readiness: Readiness
  readonly #jobs: JobRunner
  readonly #drainMs: number
  readonly #close: () => Promise<void>
  /** The links of the demo's operators whose first sign-in is open. */
  readonly invitations: Invitations

  private constructor({
    services,
    background,
    leading,
    readiness,
    jobs,
    drainMs,
    invitations,
    close,
  }: Parts) {
    this.#services = services
    this.#background = background
    this.#leading = leading
    this.#readiness = readiness
    this.#jobs = jobs
    this.#drainMs = drainMs
    this.#close = close
    this.invitations = invitations
  }

  /**
   * Opens the data, fills the demo when it is on, and serves once the pages are built.
   *
   * Refuses: `StartRefused`.
   * Source: operations.md sections 1 and 2.
   */
  static async start(
    environment: Environment,
    logger: FastifyBaseLogger,
    pagesBuilt: Promise<void>,
  ): Promise<Serving> {
    warn(environment, logger)
    requireOwnData(environment)
    for (const [, place] of placesOf(environment)) await requireFree(place)
    const opened = await openCore(environment, {
      operatorPort: environment.operatorPort,
      figures: true,
      ...(environment.demo && { fillNew: (empty: Core) => fill(empty, logger) }),
    })
    try {
      await noticeRestore(opened.core, environment, logger)
      await finishFiles(opened.core, logger)
      await pagesBuilt
      return await Serving.#serve(environment, logger, opened)
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  static async #serve(
    environment: Environment,
    logger: FastifyBaseLogger,
    { core, leadership, close }: OpenCore,
  ): Promise<Serving> {
    core.network.indexTeams(core.clock())
    const readiness = new Readiness()
    const mail = mailOf(environment, core)
    const jobFailures = new JobFailures()
    const jobs = new JobRunner(forLongWork(core), jobKinds(environment))
    const services = buildServices({
      core,
      logger,
      readiness,
      operatorKey: await operatorKeyOf(environment, core),
      trustedProxies: environment.trustedProxies,
      origins: { office: environment.publicOrigin, passport: environment.passportOrigin },
      documents: join(environment.dataDir, 'cdn'),
      mail,
      jobFailures,
      jobs,
    })
    const places = placesOf(environment)
    for (const [name, place] of places) await listenAt(place, services[name])
    if (environment.demo) await fillIfEmpty(core, logger)
    const invitations = environment.demo ? await inviteDemoOperators(core) : []

    const background = new BackgroundWork(logger, jobFailures)
    const { dataDir } = environment
    background.start([
      ...jobsOf(forLongWork(core), logger, dataDir),
      ...consoleJobsOf(core, { dataDir, failures: jobFailures, runner: jobs }),
    ])
    const leading = new LeaderWork(
      leadership,
      { log: logger, failures: jobFailures },
      (database) => {
        const leader = forLongWork({ ...core, database })
        return [
          ...leaderJobsOf(leader, logger),
          ...mailJobs(leader, mail, environment),
          ...webhookJobs(leader, mail),
        ]
      },
    )
    readiness.phase = 'serving'
    const keepAndClose = async () => {
      const signal = AbortSignal.timeout(KEEP_WITHIN_MS)
      await noteSeen(core.database, environment.dataDir).catch(() => {})
      await keepFigures(core, environment.dataDir, { signal })
        .catch((error) => logger.warn({ err: error }, 'the figures could not be kept'))
        .finally(close)
    }
    const drainMs = environment.drainSeconds * 1_000
    const work = { services, background, leading, readiness, jobs, drainMs }
    return new Serving({ ...work, invitations, close: keepAndClose })
  }

  /**
   * Says that it stops, takes no more calls after the time to drain, finishes running work, and releases the data.
   *
   * Source: cluster.md, UPG-002.
   */
  async stop(): Promise<void> {
    this.#readiness.phase = 'stopping'
    const work = Promise.all([this.#background.stop(), this.#leading.stop()])
    await wait(this.#drainMs)
    await this.#jobs.stop()
    await work
    await Promise.all(Object.values(this.#services).map((service) => service.close()))
    await this.#close()
  }
}

/** A database that was restored under this data directory sends nothing out. Source: cluster.md, BKP-004. */
async function noticeRestore(
  core: Core,
  { dataDir }: Environment,
  logger: FastifyBaseLogger,
): Promise<void> {
  const lost = await lostSince(core.database, dataDir)
  if (lost !== null) await beginQuarantine(core, lost)
  const quarantine = await readQuarantine(core.database.read)
  if (quarantine !== null) {
    logger.warn(
      { reason: quarantine.reason },
      'the database was restored: nothing leaves it before `office restored accept`',
    )
  }
}

async function finishFiles(core: Core, logger: FastifyBaseLogger): Promise<void> {
  const { recorded, postponed } = await finishOrPostpone(core)
  if (recorded > 0) {
    logger.warn({ orders: recorded }, 'the rest of an accepted file of orders is recorded')
  }
  if (postponed !== null) {
    logger.error({ err: postponed }, 'serving without the rest of an accepted file of orders')
  }
}

function warn(environment: Environment, logger: FastifyBaseLogger): void {
  const { demoIsConsent, operatorKey } = environment
  if (demoIsConsent) {
    logger.warn(
      'DEMO=on makes accounts whose passwords everybody knows; never use it with real data',
    )
  }
  if (operatorKey !== null && operatorKey.length < SHORTEST_OPERATOR_KEY) {
    logger.warn(
      `OPERATOR_KEY is shorter than ${SHORTEST_OPERATOR_KEY} characters; it can be guessed`,
    )
  }
}

/** Checked before the ports: a second start finds both taken, and the data directory is the reason to name. */
function requireOwnData({ databaseUrl, dataDir }: Environment): void {
  if (databaseUrl !== null) return
  makeDataDirectory(dataDir)
  const owner = liveOwner(dataDir)
  if (owner !== null) throw new DataOwned(dataDir, owner.pid)
}

async function operatorKeyOf({ operatorKey, dataDir }: Environment, { database }: Core) {
  return new OperatorKey(operatorKey ?? (await sharedSecret(database, dataDir, 'operator-key')))
}

async function fillIfEmpty(core: Core, logger: FastifyBaseLogger): Promise<void> {
  if (core.network.engine.size > 0) return
  try {
    await fill(core, logger)
  } catch (error) {
    // Another server on the same PostgreSQL may have filled it first.
    await core.network.catchUp(core.database.read)
    if (core.network.engine.size === 0) throw error
  }
}

async function fill(core: Core, logger: FastifyBaseLogger): Promise<void> {
  logger.info(DEMO, 'the demo network is being made')
  const entry = { actor: 'start', command: 'demo', details: () => DEMO }
  await audited(core, entry, (on) => fillDemo(on, DEMO))
}

type NamedPlace = readonly [keyof Services, Place]

function placesOf(environment: Environment): NamedPlace[] {
  const { host, port, passportPort, operatorPort, operatorListen, metricsListen } = environment
  const listening = (name: keyof Services, variable: string, at: Listen | null): NamedPlace[] =>
    at === null ? [] : [[name, { ...at, variable, hostVariable: variable }]]
  return [
    ['office', { variable: 'PORT', port, host }],
    ['passport', { variable: 'PASSPORT_PORT', port: passportPort, host }],
    ['operators', { variable: 'OPERATOR_PORT', port: operatorPort, host: '127.0.0.1' }],
    ...listening('operatorsNetwork', 'OPERATOR_LISTEN', operatorListen),
    ...listening('metricsNetwork', 'METRICS_LISTEN', metricsListen),
  ]
}
