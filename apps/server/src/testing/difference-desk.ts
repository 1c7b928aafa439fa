import { setTimeout as wait } from 'node:timers/promises'

import type { ExplainedDifference, Job, PlanDifference } from '@partner-office/contracts'

import type { Scenario } from '../../../../oracle/random-network.ts'
import type { Amount, Side } from '../../../../oracle/difference.ts'
import { draftById } from '../business/plans/drafts.ts'
import type { Core } from '../core/core.ts'
import type { Database } from '../db/database.ts'
import { type Browser, OperatorsDesk } from './operators-desk.ts'
import { playScenario } from './scenario.ts'
import { WITHOUT_THREADS } from './without-threads.ts'

/** An operator of plans who runs drafts over closed months. */
export class DifferenceDesk {
  readonly desk: OperatorsDesk
  readonly pia: Browser

  private constructor(desk: OperatorsDesk, pia: Browser) {
    this.desk = desk
    this.pia = pia
  }

  /** Opens the console of a database, after a scenario if one is given; `as` is an operator who is signed in. Differences run without threads unless `kinds` says otherwise. */
  static async open(
    database: Database,
    {
      scenario,
      as,
      ...options
    }: Parameters<typeof OperatorsDesk.open>[1] & { scenario?: Scenario; as?: Browser } = {},
  ): Promise<DifferenceDesk> {
    if (scenario !== undefined) await playScenario(database, scenario)
    const clock = options.clock ?? { now: (scenario?.now ?? 0) + 86_400_000 }
    const desk = await OperatorsDesk.open(database, { kinds: WITHOUT_THREADS, ...options, clock })
    return new DifferenceDesk(desk, as ?? (await desk.operator('pia@example.com', 'plan')))
  }

  get core(): Core {
    return this.desk.core
  }

  /** All differences. */
  list() {
    return this.desk.as(this.pia, 'GET', 'plan/differences')
  }

  get(path: string) {
    return this.desk.as(this.pia, 'GET', `plan/differences/${path}`)
  }

  /** Stores a draft; returns its id. */
  async draft(document: unknown): Promise<number> {
    const byId = await this.desk.idOf(this.pia.email)
    const at = this.core.clock()
    const { id } = await this.core.database.read
      .insertInto('console.planDrafts')
      .values({
        name: 'A draft',
        authorId: byId,
        document: typeof document === 'string' ? document : JSON.stringify(document),
        fromVersion: null,
        createdAt: at,
        updatedAt: at,
        updatedBy: byId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  start(draftId: number, months: readonly string[]) {
    return this.desk.as(this.pia, 'POST', 'plan/differences', { draftId, months })
  }

  /** Stores a difference without a job; returns its id. */
  async stored(draftId: number, months: readonly string[]): Promise<number> {
    const { database, plans, clock } = this.core
    const { name, document } = await draftById(database.read, draftId)
    const { lastFact } = await database.read
      .selectFrom('factLog')
      .select('lastFact')
      .executeTakeFirstOrThrow()
    const { id } = await database.read
      .insertInto('console.planDifferences')
      .values({
        draftId,
        name,
        document,
        sha256: '0'.repeat(64),
        months: [...months],
        upToFact: lastFact,
        planVersion: await plans.latest(database.read),
        byId: await this.desk.idOf(this.pia.email),
        at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Waits until a job has ended. */
  async ended(jobId: number): Promise<Job> {
    for (;;) {
      const { data } = await this.desk.as(this.pia, 'GET', `jobs/${jobId}`)
      if (data.endedAt !== null) return data
      await wait(10)
    }
  }

  /** Runs a draft over months; returns the finished difference. */
  async run(document: unknown, months: readonly string[]): Promise<Finished> {
    const { data, body } = await this.start(await this.draft(document), months)
    if (data?.jobId === undefined) throw new Error(JSON.stringify(body))
    const job = await this.ended(data.jobId)
    if (job.state !== 'DONE') throw new Error(job.error ?? job.state)
    return (await this.get(String(data.id))).data
  }

  /** The amounts of the file, in the terms of the oracle. */
  async sides(id: number, query = ''): Promise<{ real: Side; draft: Side }> {
    const real: Side = new Map()
    const draft: Side = new Map()
    for (const row of await this.rows(id, query)) {
      const key = [row['partnerId'], row['month'], row['type'], row['currency']].join(' ')
      add(real, key, { coins: row['real']!, eur: row['realEur']! })
      add(draft, key, { coins: row['draft']!, eur: row['draftEur']! })
    }
    return { real, draft }
  }

  /** The lines of the file by the names of their columns. */
  async rows(id: number, query = ''): Promise<Record<string, string>[]> {
    const { pia } = this
    const response = await this.desk.app.inject({
      method: 'GET',
      url: `/console/v1/plan/differences/${id}/file${query}`,
      headers: { host: 'localhost:3002', cookie: pia.cookie },
    })
    const [names = [], ...lines] = response.body.trimEnd().split('\n').map(cellsOf)
    return lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at]!])))
  }

  async explained(id: number, query: string): Promise<ExplainedDifference[]> {
    return (await this.get(`${id}/explanation?${query}`)).data.content
  }
}

const cellsOf = (line: string): string[] =>
  Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted ?? plain!,
  )

/** A difference that has run to its end. */
export type Finished = PlanDifference & { readonly result: NonNullable<PlanDifference['result']> }

function add(side: Side, key: string, { coins, eur }: { coins: string; eur: string }): void {
  const found: Amount = {
    coins: unitsOf(coins),
    eur: eur === '' ? null : unitsOf(eur),
    records: 0,
  }
  if (found.coins !== 0n) side.set(key, found)
}

/** A decimal with at most 8 decimals in 1e-8. */
export function unitsOf(text: string): bigint {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + decimals.padEnd(8, '0'))
  return text.startsWith('-') ? -units : units
}
