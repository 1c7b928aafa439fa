import { setTimeout as wait } from 'node:timers/promises'

import { beforeAll, expect, test } from 'vitest'

import type { Database } from '../db/database.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { corrupt, openSmallOffice } from '../testing/small-office.ts'

const REASON = 'The auditor has seen it'
const MOVED = 'partner 42: depth 9, the sponsor 41 stands at depth 2'

onPostgres('planted differences', (newDatabase) => {
  let database: Database
  let desk: OperatorsDesk
  let admin: Browser
  let jobId: number
  beforeAll(async () => {
    database = await newDatabase()
    await openSmallOffice(database)
    desk = await OperatorsDesk.open(database)
    admin = await desk.operator('ann@example.com', 'admin')
    await corrupt(database, ['update partners set depth = 9 where id = 42'])
    jobId = (await desk.as(admin, 'POST', 'jobs', { kind: 'verify' })).data.jobId
  })

  const acknowledge = (by: Browser, difference: string, reason = REASON, job = jobId) =>
    desk.as(by, 'POST', 'integrity/acknowledgements', { jobId: job, difference, reason })
  const acknowledged = async () => (await desk.as(admin, 'GET', 'integrity')).data.acknowledged

  test('AUD-006 verify lists a planted difference with its family', async () => {
    const ended = async () => {
      for (;;) {
        const { data } = await desk.as(admin, 'GET', `jobs/${jobId}`)
        if (data.endedAt !== null) return data
        await wait(20)
      }
    }
    const { state, result } = await ended()
    expect(state).toBe('DONE')
    expect(result.differences).toContain(MOVED)
    expect(result.families).toHaveLength(result.differences.length)
    expect(result.families[result.differences.indexOf(MOVED)]).toBe('tree')
    expect(await acknowledged()).toEqual([])
  })

  test('AUD-006 an admin acknowledges a difference with a reason; it stays listed, and the newest reason is shown', async () => {
    expect((await acknowledge(admin, MOVED)).code).toBeUndefined()
    desk.clock.now += 1_000
    expect((await acknowledge(admin, MOVED, 'It is corrected tomorrow')).code).toBeUndefined()
    expect(await acknowledged()).toEqual([
      {
        difference: MOVED,
        by: 'ann@example.com',
        at: desk.clock.now,
        reason: 'It is corrected tomorrow',
      },
    ])
    const { result } = (await desk.as(admin, 'GET', `jobs/${jobId}`)).data
    expect(result.differences).toContain(MOVED)
  })

  test('AUD-006 only an admin acknowledges, only with a reason, and only what a verification lists', async () => {
    const before = await acknowledged()
    const viewer = await desk.operator('vic@example.com', 'viewer')
    const codeOf = async (asked: ReturnType<typeof acknowledge>) => (await asked).code
    expect(await codeOf(acknowledge(viewer, MOVED))).toBe('access_denied')
    expect(await codeOf(acknowledge(admin, MOVED, ''))).toBe('validation_error')
    expect(await codeOf(acknowledge(admin, 'partner 42: all is well'))).toBe('not_found')
    expect(await codeOf(acknowledge(admin, MOVED, REASON, 999_999))).toBe('not_found')
    expect(await acknowledged()).toEqual(before)
  })
})
