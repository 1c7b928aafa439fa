import { expect, test } from 'vitest'

import { openTestCore, type TestClock } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { readAuditLog } from '../audit/audit-log.ts'
import { closeDueMonths } from './close-due-months.ts'
import { closePeriod } from './close-period.ts'
import { readClosings } from './closing.ts'
import { dueMonths } from './due-months.ts'
import { beginClosing, prepareClosing } from './prepare-closing.ts'

const MINUTE = 60_000

onPostgres('automatic closing', (newDatabase) => {
  test('C11.11 closes at 00:10 UTC on the first the months that ended since the first start, and no earlier month', async () => {
    const clock: TestClock = { now: Date.UTC(2026, 2, 31, 23, 59) }
    const core = await openTestCore(await newDatabase(), { clock })
    const { read } = core.database
    expect(await dueMonths(read, clock.now)).toEqual([])
    expect((await closeDueMonths(core)).closed).toEqual([])

    clock.now = Date.UTC(2026, 3, 1) + 10 * MINUTE - 1
    expect((await closeDueMonths(core)).closed).toEqual([])
    clock.now += 1
    expect((await closeDueMonths(core)).closed).toEqual(['2026-03'])
    expect((await closeDueMonths(core)).closed).toEqual([])

    // The product did not run for two months; an operator has closed one of them.
    clock.now = Date.UTC(2026, 6, 5)
    await closePeriod(core, '2026-05')
    expect(await dueMonths(read, clock.now)).toEqual(['2026-04', '2026-06'])
    expect((await closeDueMonths(core)).closed).toEqual(['2026-04', '2026-06'])

    const entries: unknown[] = []
    for await (const { actor, command, details } of readAuditLog(read)) {
      entries.push({ actor, command, details })
    }
    expect(entries).toEqual(
      ['2026-03', '2026-04', '2026-06'].map((month) => ({
        actor: 'calendar',
        command: 'close',
        details: { month },
      })),
    )
  })

  test('C11.11 a clock that is not to be relied on closes no month, and says why once one is due', async () => {
    const clock: TestClock = { now: Date.UTC(2026, 2, 31) }
    const steady = await openTestCore(await newDatabase(), { clock })
    const core = {
      ...steady,
      trustedClock: { ...steady.trustedClock, problem: async () => 'it has jumped' },
    }
    expect(await closeDueMonths(core)).toEqual({ closed: [], heldBy: null })
    clock.now += 40 * 24 * 60 * MINUTE
    expect(await closeDueMonths(core)).toEqual({ closed: [], heldBy: 'it has jumped' })
    expect(await steady.database.read.selectFrom('closings').selectAll().execute()).toEqual([])
    expect((await closeDueMonths(steady)).closed).toEqual(['2026-03', '2026-04'])
  })

  test('CLU-009 C11.11 a closing that has begun is finished by a process whose clock is not known yet, which begins none', async () => {
    const clock: TestClock = { now: Date.UTC(2026, 2, 31) }
    const steady = await openTestCore(await newDatabase(), { clock })
    await closeDueMonths(steady)
    clock.now = Date.UTC(2026, 4, 5)
    await beginClosing(steady, await prepareClosing(steady, '2026-03'))
    const problem = 'it has just started'
    const core = {
      ...steady,
      trustedClock: { ...steady.trustedClock, problem: async () => problem },
    }
    expect(await closeDueMonths(core)).toEqual({ closed: ['2026-03'], heldBy: problem })
    expect(await closeDueMonths(core)).toEqual({ closed: [], heldBy: problem })
    const closings = await readClosings(steady.database.read)
    expect(closings).toMatchObject([{ period: '2026-03', isSealed: true }])

    // Before the first service, so it is not due.
    await beginClosing(steady, await prepareClosing(steady, '2026-02'))
    expect(await closeDueMonths(core)).toEqual({ closed: ['2026-02'], heldBy: problem })
  })
})
