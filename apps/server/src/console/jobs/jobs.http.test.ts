import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { beforeAll, expect, test } from 'vitest'

import { onBothDatabases } from '../../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../../testing/operators-desk.ts'
import { jobKinds } from '../../operator/job-kinds.ts'
import type { JobKinds } from './job-runner.ts'

const NO_FINDINGS = { findings: [] }

/** What the work of a test does next. */
type Work = JobKinds['doctor']['run']

type Event = {
  readonly id: number
  readonly state: string
  readonly done: number
  readonly part: string
}

/** The events of a stream's text. */
const eventsIn = (text: string): Event[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [id = '', data = ''] = block.split('\n')
      return { id: Number(id.slice('id: '.length)), ...JSON.parse(data.slice('data: '.length)) }
    })

/** Waits until the work is cancelled. */
const untilCancelled: Work = async ({ signal }) => {
  while (!signal.aborted) await wait(5)
  throw new Error('cancelled')
}

onBothDatabases('jobs of operators', (newDatabase) => {
  let desk: OperatorsDesk
  let ann: Browser
  let work: Work
  beforeAll(async () => {
    const kinds: JobKinds = {
      ...jobKinds(null),
      doctor: { isContinued: false, run: (working) => work(working) },
      verify: { isContinued: true, run: (working) => work(working) },
    }
    desk = await OperatorsDesk.open(await newDatabase(), { kinds })
    ann = await desk.operator('ann@example.com', 'admin')
  })

  const start = (kind = 'doctor') => desk.as(ann, 'POST', 'jobs', { kind })
  const read = async (id: number) => (await desk.as(ann, 'GET', `jobs/${id}`)).data
  const inState = async (id: number, state: string) => {
    for (;;) {
      const job = await read(id)
      if (job.state === state) return job
      await wait(10)
    }
  }
  const streamOf = async (id: number, lastEventId?: number) => {
    const { body } = await desk.app.inject({
      url: `/console/v1/jobs/${id}/events`,
      headers: {
        host: 'localhost:3002',
        cookie: ann.cookie,
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      },
    })
    return eventsIn(body)
  }
  const lastEntry = async () => Math.max(0, ...(await desk.entriesSince()).map(({ id }) => id))

  test('SYS-003 a job shows its progress, since when, by whom and where, and its result', async () => {
    const before = await lastEntry()
    let goOn = () => {}
    work = async ({ progress }) => {
      progress(2, 7, 'disks')
      await new Promise<void>((resolve) => (goOn = resolve))
      return NO_FINDINGS
    }
    const { data } = await start()
    let running = await inState(data.jobId, 'RUNNING')
    while (running.done < 2) running = await read(data.jobId)
    expect(running).toMatchObject({
      kind: 'doctor',
      object: '',
      done: 2,
      of: 7,
      part: 'disks',
      startedAt: desk.clock.now,
      endedAt: null,
      by: 'ann@example.com',
      process: 'test',
      error: null,
      result: null,
      acts: ['cancel'],
    })
    goOn()
    const done = await inState(data.jobId, 'DONE')
    expect(done).toMatchObject({ endedAt: desk.clock.now, result: NO_FINDINGS, acts: ['again'] })
    expect(await desk.entriesSince(before)).toMatchObject([
      { actor: 'ann@example.com', command: 'job start', details: { kind: 'doctor', object: '' } },
    ])
  })

  test('a second job of a kind answers job_running with the id of the first; a cancelled one ends, and starts again as a new one', async () => {
    work = untilCancelled
    const first = (await start()).data.jobId
    const before = await lastEntry()
    const second = await start()
    expect(second.body.errors).toEqual([
      { code: 'job_running', fieldName: null, errors: [String(first)] },
    ])
    expect(await desk.entriesSince(before)).toEqual([])

    expect((await desk.as(ann, 'DELETE', `jobs/${first}`)).data).toEqual({})
    const cancelled = await inState(first, 'CANCELLED')
    expect(cancelled).toMatchObject({ error: null, result: null, acts: ['again'] })
    await desk.as(ann, 'DELETE', `jobs/${first}`)
    expect((await desk.entriesSince(before)).map(({ command }) => command)).toEqual(['job cancel'])

    work = async () => NO_FINDINGS
    const again = await desk.as(ann, 'POST', `jobs/${first}/again`, {})
    expect(again.data.jobId).toBeGreaterThan(first)
    await inState(again.data.jobId, 'DONE')
    expect((await read(first)).state).toBe('CANCELLED')
  })

  test('a job that fails says why', async () => {
    work = async () => {
      throw new Error('the disk is full')
    }
    const { jobId } = (await start()).data
    expect(await inState(jobId, 'FAILED')).toMatchObject({
      error: 'the disk is full',
      result: null,
    })
  })

  test('another process cancels a job', async () => {
    work = untilCancelled
    const { jobId } = (await start()).data
    await inState(jobId, 'RUNNING')
    const { database, passwords } = desk.core
    const other = await OperatorsDesk.open(database, { clock: desk.clock, seal: passwords })
    await other.as(ann, 'DELETE', `jobs/${jobId}`)
    expect(await inState(jobId, 'CANCELLED')).toMatchObject({ acts: ['again'] })
  })

  test('a lost connection continues at the right event, and none is left out', async () => {
    work = async ({ progress }) => {
      for (const step of [1, 2, 3]) {
        progress(step, 3, `part ${step}`)
        await wait(520)
      }
      return NO_FINDINGS
    }
    const { jobId } = (await start()).data
    const all = await streamOf(jobId)
    expect(all.map(({ id }) => id)).toEqual(all.map((_, at) => at + 1))
    expect(all[0]).toMatchObject({ state: 'RUNNING', done: 0 })
    expect(all.at(-1)).toMatchObject({ state: 'DONE', done: 3, part: 'part 3' })
    expect(all.length).toBeGreaterThanOrEqual(4)
    expect(await streamOf(jobId, 2)).toEqual(all.slice(2))
    expect(await streamOf(jobId, all.length)).toEqual([])
    expect((await read(jobId)).event).toBe(all.length)
    expect((await desk.as(ann, 'GET', 'jobs/999999/events')).code).toBe('not_found')
  })

  test('OPR-006 a stream does not keep the session open, another call does', async () => {
    const lastUse = async () => {
      const { lastUsedAt } = await desk.core.database.read
        .selectFrom('console.sessions')
        .select('lastUsedAt')
        .orderBy('lastUsedAt', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return lastUsedAt
    }
    const { content } = (await desk.as(ann, 'GET', 'jobs')).data
    const used = await lastUse()
    desk.clock.now += 60_000
    await streamOf(content[0].id)
    expect(await lastUse()).toBe(used)
    await desk.as(ann, 'GET', 'jobs')
    expect(await lastUse()).toBe(desk.clock.now)
  })

  test('a job whose process is gone is continued if its kind must not stop, and interrupted else', async () => {
    work = async () => NO_FINDINGS
    const of = { byId: await desk.idOf('ann@example.com'), startedAt: desk.clock.now }
    const gone = { ...of, processId: randomUUID(), processName: 'gone', state: 'RUNNING' as const }
    const [verify, doctor] = await desk.core.database.read
      .insertInto('console.jobs')
      .values([
        { ...gone, kind: 'verify' },
        { ...gone, kind: 'doctor' },
      ])
      .returning('id')
      .execute()
    await desk.jobs.adopt()
    expect(await inState(verify!.id, 'DONE')).toMatchObject({ process: 'test' })
    expect(await read(doctor!.id)).toMatchObject({ state: 'INTERRUPTED', acts: ['again'] })
  })

  test('the list shows the newest first, and filters by state and kind', async () => {
    const { content } = (await desk.as(ann, 'GET', 'jobs')).data
    const ids = content.map(({ id }: { id: number }) => id)
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one))
    const failed = (await desk.as(ann, 'GET', 'jobs?state=FAILED&kind=doctor')).data.content
    expect(failed).toHaveLength(1)
    expect((await desk.as(ann, 'GET', 'jobs?state=FAILED&kind=verify')).data.content).toEqual([])
    const older = (await desk.as(ann, 'GET', `jobs?cursor=${ids[1]}`)).data.content
    expect(older[0].id).toBe(ids[2])
  })
})

onBothDatabases('verify and doctor as jobs', (newDatabase) => {
  test('AUD-006, SYS-006 verify runs with its families as progress, and doctor shows its findings', async () => {
    const desk = await OperatorsDesk.open(await newDatabase())
    const ann = await desk.operator('ann@example.com', 'admin')
    const ended = async (kind: string) => {
      const { jobId } = (await desk.as(ann, 'POST', 'jobs', { kind })).data
      for (;;) {
        const { data } = await desk.as(ann, 'GET', `jobs/${jobId}`)
        if (data.endedAt !== null) return data
        await wait(20)
      }
    }
    const verify = await ended('verify')
    expect(verify).toMatchObject({ state: 'DONE', part: 'four eyes', result: { found: 0 } })
    expect(verify.done).toBe(verify.of)
    expect(verify.result.checks).toBeGreaterThan(50)
    expect(verify.result.families).toEqual([])
    const doctor = await ended('doctor')
    expect(doctor.state).toBe('DONE')
    const codes = doctor.result.findings.map(({ code }: { code: string }) => code)
    expect(codes).toContain('backup_missing')
  })
})
