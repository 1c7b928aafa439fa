import type {
  CallReply,
  getBackups,
  getDatabase,
  getProcesses,
  getQueues,
  getVersions,
  Job,
} from '@partner-office/contracts'

import { type FakeService, NOW } from './fake-service.ts'

const HOUR_MS = 3_600_000

/** A job of an operator. */
export const job = (id: number, changes: Partial<Job> = {}): Job => ({
  id,
  kind: 'verify',
  object: '',
  state: 'DONE',
  done: 9,
  of: 9,
  part: '',
  startedAt: NOW - HOUR_MS,
  endedAt: NOW - HOUR_MS / 2,
  by: 'mira.holt@example.com',
  process: 'office-1',
  error: null,
  result: { checks: 9, found: 0, differences: [] },
  event: 3,
  acts: ['again'],
  ...changes,
})

/** For tests: what the calls of the system page answer. */
export class FakeSystem {
  jobs: Job[] = [
    job(3, {
      state: 'RUNNING',
      done: 2,
      part: 'ledger',
      endedAt: null,
      result: null,
      acts: ['cancel'],
    }),
    job(2, { kind: 'doctor', state: 'FAILED', error: 'the disk is full', result: null }),
    job(1),
  ]
  processes: CallReply<typeof getProcesses> = {
    content: [
      {
        id: 'p1',
        name: 'office-1',
        version: '0.3.0',
        startedAt: NOW - 48 * HOUR_MS,
        seenAt: NOW,
        isGone: false,
        fact: 214_918_774,
        figuresAge: 12,
        memory: 6_100_000_000,
        connections: 19,
        clockDifference: -40,
        isLeader: true,
        freeDisk: null,
      },
      {
        id: 'p2',
        name: 'office-2',
        version: '0.2.0',
        startedAt: NOW - 47 * HOUR_MS,
        seenAt: NOW - HOUR_MS / 4,
        isGone: true,
        fact: 214_918_000,
        figuresAge: 14,
        memory: 999,
        connections: null,
        clockDifference: 1_500,
        isLeader: false,
        freeDisk: 88_000_000_000,
      },
    ],
  }
  database: CallReply<typeof getDatabase> = {
    kind: 'postgres',
    version: '15.4',
    bytes: 212_000_000_000,
    groups: [
      { name: 'orders', bytes: 120_000_000_000 },
      { name: 'ledger', bytes: 92_000_000_000 },
    ],
    servers: [
      { name: 'pg-1', role: 'primary', lagBytes: null, lagSeconds: null },
      { name: 'pg-2', role: 'synchronousStandby', lagBytes: 14_000, lagSeconds: 0.018 },
      { name: 'pg-3', role: 'standby', lagBytes: null, lagSeconds: null },
    ],
    connections: { used: 60, allowed: 100 },
    longestStatement: 1.2,
    freeDisk: null,
  }
  queues: CallReply<typeof getQueues> = {
    content: [
      {
        name: 'mails',
        length: 1_284,
        oldest: NOW - HOUR_MS / 3,
        tries: 4,
        lastError: { at: NOW - 60_000, text: 'the server answers 421' },
      },
      { name: 'statements', length: 0, oldest: null, tries: null, lastError: null },
    ],
  }
  backups: CallReply<typeof getBackups> = {
    content: [
      {
        source: 'pgbackrest',
        kind: 'full',
        at: NOW - 8 * HOUR_MS,
        bytes: 212_000_000_000,
        isRestored: true,
      },
      { source: 'product', kind: 'backup', at: NOW - 9 * HOUR_MS, bytes: null, isRestored: false },
    ],
    restoreTestAt: NOW - 7 * HOUR_MS,
    hasRestoreFailed: false,
  }
  versions: CallReply<typeof getVersions> = {
    program: '0.3.0',
    schema: '0050-console-jobs',
    plan: 7,
    node: '24.21.0',
    database: '15.4',
    timeZones: '2026a',
    differ: true,
  }

  /** Gives the calls to a service. */
  constructor({ data }: FakeService) {
    data.set('GET /console/v1/jobs', () => ({ content: this.jobs }))
    data.set('GET /console/v1/system/processes', () => this.processes)
    data.set('GET /console/v1/system/database', () => this.database)
    data.set('GET /console/v1/system/queues', () => this.queues)
    data.set('GET /console/v1/system/backups', () => this.backups)
    data.set('GET /console/v1/system/versions', () => this.versions)
    for (const { id } of this.jobs) this.#give(data, id)
    data.set(
      'POST /console/v1/jobs',
      ({ body }: { readonly body: { readonly kind: Job['kind'] } }) => this.#start(data, body.kind),
    )
  }

  /** Changes a job, as its process would. */
  change(id: number, changes: Partial<Job>): void {
    this.jobs = this.jobs.map((one) => (one.id === id ? { ...one, ...changes } : one))
  }

  #give(data: FakeService['data'], id: number): void {
    const path = `/console/v1/jobs/${id}`
    const found = () => this.jobs.find((one) => one.id === id)!
    data.set(`GET ${path}`, found)
    data.set(`DELETE ${path}`, () => {
      this.change(id, { state: 'CANCELLED', endedAt: NOW, acts: ['again'] })
      return {}
    })
    data.set(`POST ${path}/again`, () => this.#start(data, found().kind))
  }

  #start(data: FakeService['data'], kind: Job['kind']): { readonly jobId: number } {
    const jobId = this.jobs.length + 1
    const run = { state: 'RUNNING', endedAt: null, result: null, acts: ['cancel'] } as const
    this.jobs = [job(jobId, { ...run, kind, acts: ['cancel'], done: 0, of: 0 }), ...this.jobs]
    this.#give(data, jobId)
    return { jobId }
  }
}
