import type { Db } from '../db/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { onBothDatabases } from '../testing/databases.ts'
import { jumpClock } from '../testing/clock-jumps.ts'
import { ClockWatch } from './clock-watch.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const UNSTEADY = 'the clock of this machine has not gone steadily for an hour'

/** A machine whose clock and elapsed time a test moves. */
class Machine {
  now: number
  elapsed = 0
  readonly watch: ClockWatch

  constructor(now: number) {
    this.now = now
    this.watch = new ClockWatch(
      () => this.now,
      () => this.elapsed,
    )
  }

  pass(ms: number): void {
    this.now += ms
    this.elapsed += ms
  }
}

async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]!.now
}

onBothDatabases('the clock watch', (newDatabase) => {
  test('a clock that jumps 40 days ahead and back closes nothing, loses nothing and leaves no limit behind', async () => {
    const { orders, faults } = await jumpClock(await newDatabase(), 1)
    expect(faults).toEqual([])
    expect(orders).toBe(15)
  })

  test('relies on a clock that has gone steadily for an hour and agrees with the database', async () => {
    const { read } = await newDatabase()
    const machine = new Machine((await databaseNow(read)) - HOUR)
    machine.pass(HOUR - 1)
    expect(await machine.watch.problem(read)).toBe(UNSTEADY)
    machine.pass(1)
    expect(await machine.watch.problem(read)).toBeNull()
  })

  test('does not rely on a clock that jumps 40 days ahead and back, for an hour after each jump', async () => {
    const { read } = await newDatabase()
    const machine = new Machine((await databaseNow(read)) - HOUR)
    machine.pass(HOUR)
    expect(await machine.watch.problem(read)).toBeNull()

    machine.now += 40 * DAY
    expect(await machine.watch.problem(read)).toBe(UNSTEADY)
    machine.pass(HOUR)
    expect(await machine.watch.problem(read)).toMatch(
      /^the clocks of this machine and of the database are \d+ s apart$/,
    )
    machine.now -= 40 * DAY + HOUR
    expect(await machine.watch.problem(read)).toBe(UNSTEADY)
    machine.elapsed += HOUR - 1
    machine.now += HOUR - 1
    expect(await machine.watch.problem(read)).toBe(UNSTEADY)
  })

  test.each([
    [10_000, 10],
    [-31_000, -31],
    [40_000, 40],
  ])(
    'CLU-025 a clock that is %i ms wrong since the start: it is known, and no month closes by it',
    async (ms, seconds) => {
      const { read } = await newDatabase()
      const machine = new Machine((await databaseNow(read)) - HOUR + ms)
      machine.pass(HOUR)
      expect(Math.round((await machine.watch.apart(read)) / 1_000)).toBe(seconds)
      expect(await machine.watch.problem(read)).toMatch(/^the clocks of .* \d+ s apart$/)
    },
  )

  test('the way to the database and back is no difference of the clocks', async () => {
    const { read } = await newDatabase()
    let now = (await databaseNow(read)) - 5_000
    const slow = new ClockWatch(
      () => (now += 2_000),
      () => 0,
    )
    expect(await slow.apart(read)).toBe(0)
  })

  test.each([
    [5_000, null],
    [5_001, UNSTEADY],
    [-5_001, UNSTEADY],
  ])('a change of %s ms between two looks: %s', async (ms, problem) => {
    const { read } = await newDatabase()
    const machine = new Machine((await databaseNow(read)) - HOUR)
    machine.pass(HOUR)
    await machine.watch.problem(read)
    machine.now += ms
    expect(await machine.watch.problem(read)).toBe(problem)
  })
})
