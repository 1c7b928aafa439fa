import { setTimeout as wait } from 'node:timers/promises'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { changeSettings } from '../business/settings/change-settings.ts'
import type { Core } from '../core/core.ts'
import { Leadership } from '../core/leadership.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { deliverNext, mailQueue } from '../passport/mail/mail-queue.ts'
import { until } from '../testing/child.ts'
import { openTestCore, TEST_NOW } from '../testing/core.ts'
import { createPostgresDatabase } from '../testing/databases.ts'
import { PartnersService } from '../testing/partners-service.ts'
import type { Job } from './background-work.ts'
import { jobsOf } from './jobs.ts'
import { JobFailures } from './job-failures.ts'
import { LeaderWork } from './leader-work.ts'

const LETTER = { userId: 1, to: 'one@example.com', subject: '', text: '', html: '' }
const PROCESSES = [0, 1, 2] as const
/** A job of every five seconds, in an hour. */
const RUNS_OF_AN_HOUR = 720

describe('several processes on one PostgreSQL', () => {
  const log = pino({ level: 'silent' })
  const databases: Database[] = []
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createPostgresDatabase()
    drop = created.drop
    for (const _ of PROCESSES) databases.push(await openDatabase({ url: created.url }))
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    await drop()
  })

  test('CLU-008 run each job of an hour at one of them, also while the lead changes hands: its runs never overlap', async () => {
    const runs: number[] = []
    const running = { first: 0, second: 0 }
    let most = 0
    const jobOf = (name: keyof typeof running, at: number): Job => ({
      name,
      everyMs: 1,
      run: async () => {
        running[name] += 1
        most = Math.max(most, running[name])
        await wait(1)
        running[name] -= 1
        runs.push(at)
        return false
      },
    })
    const leaderships = databases.map((database) => new Leadership(database))
    const works = leaderships.map(
      (leadership, at) =>
        new LeaderWork(leadership, { log, failures: new JobFailures() }, () => [
          jobOf('first', at),
          jobOf('second', at),
        ]),
    )
    await until(() => leaderships.every(({ processes }) => processes === PROCESSES.length))
    const epochs: number[] = []
    for (let left = PROCESSES.length; left > 0; left -= 1) {
      const due = runs.length + (2 * RUNS_OF_AN_HOUR) / PROCESSES.length
      await until(() => runs.length >= due)
      const leading = leaderships.findIndex((each) => each.isLeader())
      expect(leaderships.filter((each) => each.isLeader())).toHaveLength(1)
      epochs.push(leaderships[leading]!.epoch!)
      await works[leading]!.stop()
      if (left > 1) await until(() => leaderships.some((each) => each.isLeader()))
      // Each that has stopped counts no more.
      const others = leaderships.filter((_, at) => at !== leading)
      if (left === PROCESSES.length) await until(() => others.every((each) => each.processes === 2))
    }
    expect(most).toBe(1)
    expect(new Set(runs).size).toBe(PROCESSES.length)
    expect(epochs).toEqual([epochs[0], epochs[0]! + 1, epochs[0]! + 2])
    expect(runs.length).toBeGreaterThanOrEqual(2 * RUNS_OF_AN_HOUR)
  })

  test('CLU-032 a mail that was handed over and not noted is sent once more, with the same id', async () => {
    const clock = { now: TEST_NOW }
    const core = await openTestCore(databases[0]!, { clock })
    await mailQueue(core).send(LETTER)
    const received: string[] = []
    const ended = new AbortController()
    const killed: Core = {
      ...core,
      database: core.database.inTerm({ epoch: await newEpoch(core), signal: ended.signal }),
    }
    const lost = deliverNext(killed, async (_letter, id) => {
      received.push(id)
      ended.abort()
    })
    await expect(lost).rejects.toThrow()
    const deliver = async () => deliverNext(core, async (_letter, id) => void received.push(id))
    // Not before its next attempt.
    expect(await deliver()).toBe(false)
    clock.now += 60_000
    expect([await deliver(), await deliver()]).toEqual([true, false])
    expect(received).toHaveLength(2)
    expect(new Set(received).size).toBe(1)
  })

  const newEpoch = async ({ database }: Core): Promise<number> => {
    let epoch = 0
    const resign = database.compete({
      lead: async (term) => void (epoch = term.epoch),
      counted: () => {},
    })
    await until(() => epoch > 0)
    await resign()
    return epoch
  }

  describe('answer calls', () => {
    let service: PartnersService
    let core: Core
    let processes = 3
    let apart = 0
    const start = () =>
      PartnersService.around(
        {
          ...core,
          leadership: {
            isLeader: () => false,
            epoch: null,
            get processes() {
              return processes
            },
            isBesideOlder: false,
          },
          trustedClock: { problem: async () => null, apart: async () => apart },
        },
        service.clock,
      )
    beforeAll(async () => {
      service = await PartnersService.open(databases[0]!)
      ;({ core } = service)
    })

    test('CLU-026 a caller gets at most the limit and three more of three processes, and of one that is left the limit', async () => {
      await changeSettings(core, { 'rateLimit.user': '10' })
      const token = await service.signInAccepted(1)
      const accepted = async (each: PartnersService): Promise<number> => {
        const answers: number[] = []
        for (let call = 0; call < 15; call += 1) {
          answers.push(
            (await each.as(token, 'GET', '/v1/balances?balances=UCHAIN_UCN_BONUS')).status,
          )
        }
        return answers.filter((status) => status === 200).length
      }
      const each: number[] = []
      for (const _ of PROCESSES) each.push(await accepted(await start()))
      expect(each).toEqual([4, 4, 4])
      processes = 1
      expect(await accepted(await start())).toBe(10)
      await changeSettings(core, { 'rateLimit.user': '0' })
    })

    test('CLU-012 orders sent evenly to three processes are recorded once each, and none is refused', async () => {
      const services = [service, await start(), await start()]
      const ids = Array.from({ length: 60 }, (_, at) => 10_000 + at)
      const answers = await Promise.all(
        ids.map((orderId, at) =>
          services[at % services.length]!.operators.inject({
            method: 'POST',
            url: '/internal/v1/orders',
            headers: { 'x-operator-key': 'a-key-of-some-length' },
            payload: { orderId, userId: 2, amount: '1.00', paidAt: service.clock.now },
          }),
        ),
      )
      expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
      const stored = await core.database.read
        .selectFrom('orders')
        .select('id')
        .where('id', '>=', 10_000)
        .execute()
      expect(stored.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(ids)
    })

    test.each([
      [10_000, 200],
      [30_000, 200],
      [-30_000, 200],
      [30_001, 503],
      [-31_000, 503],
    ])('CLU-025 with a clock that is %i ms wrong, ready answers %i', async (ms, status) => {
      apart = ms
      const response = await (await start()).office.inject({ url: '/health/ready' })
      apart = 0
      expect(response.statusCode).toBe(status)
      if (status === 503) expect(response.json().errors[0].errors).toEqual(['clock'])
    })

    test.each([
      [2_000, 0],
      [-2_000, 0],
      [2_001, 1],
      [-10_000, 1],
    ])('CLU-025 a clock that is %i ms wrong is reported %i times in the log', async (ms, times) => {
      const lines: string[] = []
      const reporting = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
      const wrong = { ...core, trustedClock: { problem: async () => null, apart: async () => ms } }
      const job = jobsOf(wrong, reporting, core.uploads).find(
        ({ name }) => name === 'compare the clocks',
      )
      await job!.run()
      expect(lines).toHaveLength(times)
      if (times > 0) expect(JSON.parse(lines[0]!)).toMatchObject({ apartMs: ms })
    })

    test('CLU-024 a process is ready with all figures only: it catches up first', async () => {
      const other = await start()
      const before = core.network.asOf
      const { statusCode } = await (
        await PartnersService.around(await openTestCore(databases[1]!), service.clock)
      ).operators.inject({
        method: 'POST',
        url: '/internal/v1/orders',
        headers: { 'x-operator-key': 'a-key-of-some-length' },
        payload: { orderId: 500, userId: 2, amount: '1.00', paidAt: service.clock.now },
      })
      expect([statusCode, core.network.asOf]).toEqual([200, before])
      expect((await other.office.inject({ url: '/health/ready' })).statusCode).toBe(200)
      expect(core.network.asOf).toBe(before + 1)
    })
  })
})
