import { setTimeout as wait } from 'node:timers/promises'

import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Core } from '../core/core.ts'
import { dueMonths } from '../business/months/due-months.ts'
import { readQuarantine } from '../business/quarantine/quarantine.ts'
import type { JobFailures } from '../jobs/job-failures.ts'
import { DatabaseMetrics } from './database-metrics.ts'

/** Metrics that are read from the database at each call. */
const STORED = {
  facts: 'Facts committed so far',
  orders: 'Orders recorded, cancelled ones included',
  transfers: 'Ids that transfers have drawn',
  seals: 'Blocks of sealed transfers',
  unsealedTransfers: 'Transfer ids that no seal covers yet',
  monthsClosed: 'Months that are closed and sealed',
  clockUntrusted: '1 while the clock is not to be relied on: due months wait for an operator',
  monthsDue: 'Months that should have closed by themselves and have not yet',
  quarantine: '1 while a restored database sends nothing out',
} as const

type Stored = Record<keyof typeof STORED, number>

/** An answer comes within 2 s, also with the database away. */
const DATABASE_TIMEOUT_MS = 1_500

/** Metrics of this process in the format of Prometheus. */
export class Metrics {
  readonly #core: Core
  readonly #jobFailures: JobFailures
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered HTTP requests',
    labelNames: ['service', 'method', 'path', 'status'],
    registers: this.#registers,
  })
  readonly #seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long answering took',
    labelNames: ['service', 'path'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: this.#registers,
  })
  readonly #asOf = this.#gauge('figures_as_of', 'The last fact in the figures of this process')
  readonly #age = this.#gauge('figures_age_seconds', 'How long the database has been silent')
  readonly #audited = this.#gauge('figures_audited', 'Partners whose figures were compared')
  readonly #drift = this.#gauge('figures_drift', 'Figures that were not what the facts say')
  readonly #histories = this.#gauge(
    'figures_histories',
    'How often the database had another history than the figures, which were loaded anew',
  )
  readonly #leader = this.#gauge('leader', '1 while this process leads')
  readonly #epoch = this.#gauge('leader_epoch', 'Number of the term while this process leads')
  /** Prometheus itself calls what it reads a job. */
  readonly #failures = new Gauge({
    name: 'partner_office_job_failures',
    help: 'How often a background job has failed since the start of this process',
    labelNames: ['background_job'],
    registers: this.#registers,
  })
  readonly #ofDatabase = new DatabaseMetrics(this.#registers)
  readonly #partners = this.#gauge('partners', 'Partners in the figures of this process')
  readonly #stored = new Map(
    Object.entries(STORED).map(([name, help]) => [name, this.#gauge(snakeCase(name), help)]),
  )

  constructor(core: Core, jobFailures: JobFailures) {
    this.#core = core
    this.#jobFailures = jobFailures
    collectDefaultMetrics({ register: this.#registry })
    const name = 'partner_office_database_info'
    const help = 'The kind of database behind this process'
    new Gauge({ name, help, labelNames: ['kind'], registers: this.#registers }).set(
      { kind: core.database.kind },
      1,
    )
  }

  /** Text for a Prometheus server; with the values of the call before when the database is slow. */
  async text(): Promise<string> {
    this.#asOf.set(this.#core.network.asOf)
    this.#age.set(this.#core.network.ageMs() / 1000)
    this.#audited.set(this.#core.network.audits.partners)
    this.#drift.set(this.#core.network.audits.drift)
    this.#histories.set(this.#core.network.audits.histories)
    this.#leader.set(this.#core.leadership.isLeader() ? 1 : 0)
    this.#epoch.set(this.#core.leadership.epoch ?? 0)
    this.#partners.set(this.#core.network.engine.size)
    for (const [job, failures] of this.#jobFailures.counts)
      this.#failures.set({ background_job: job }, failures)
    await Promise.race([
      this.#readStored().catch(() => {}),
      wait(DATABASE_TIMEOUT_MS, undefined, { ref: false }),
    ])
    return this.#registry.metrics()
  }

  /** Counts the answers of a service, by the path of the contract, never by the requested path. */
  countRequests(app: FastifyInstance, service: string): void {
    app.addHook('onResponse', (request, reply, done) => {
      const path = request.routeOptions.url ?? 'unknown'
      this.#requests.inc({ service, method: request.method, path, status: reply.statusCode })
      this.#seconds.observe({ service, path }, reply.elapsedTime / 1000)
      done()
    })
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `partner_office_${name}`, help, registers: this.#registers })
  }

  async #readStored(): Promise<void> {
    for (const [name, count] of Object.entries(await countStored(this.#core))) {
      this.#stored.get(name)!.set(count)
    }
    await this.#ofDatabase.read(this.#core)
  }
}

/** Counts orders as the facts that are no partner, cancellation or block: counting the rows would take seconds. */
async function countStored({ database, network, clock, trustedClock }: Core): Promise<Stored> {
  const { asOf } = network
  const partners = network.engine.size
  const { rows } = await sql<
    Record<'facts' | 'others' | 'transfers' | 'seals' | 'sealedUpTo' | 'monthsClosed', number>
  >`
    select last_fact as facts,
      (select count(*) from cancellations where fact <= ${asOf})
        + (select count(*) from partner_blocks where fact <= ${asOf}) as others,
      (select case when is_called then last_value else 0 end from transfer_ids) as transfers,
      (select count(*) from ledger_seals) as seals,
      (select coalesce(max(last_transfer_id), 0) from ledger_seals) as sealed_up_to,
      (select count(*) from period_seals) as months_closed
    from fact_log`.execute(database.read)
  const { facts, others, transfers, seals, sealedUpTo, monthsClosed } = rows[0]!
  return {
    facts,
    orders: asOf - partners - others,
    transfers,
    seals,
    unsealedTransfers: Math.max(0, transfers - sealedUpTo),
    monthsClosed,
    clockUntrusted: (await trustedClock.problem(database.read)) === null ? 0 : 1,
    monthsDue: (await dueMonths(database.read, clock())).length,
    quarantine: (await readQuarantine(database.read)) === null ? 0 : 1,
  }
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
