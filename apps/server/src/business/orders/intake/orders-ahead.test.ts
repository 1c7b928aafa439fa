import { setTimeout as wait } from 'node:timers/promises'

import { DEFAULT_PLAN_DOCUMENT, Refusal } from '@partner-office/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { randomScenario, type Shape } from '../../../../../../oracle/random-network.ts'
import type { Core } from '../../../core/core.ts'
import type { Database } from '../../../db/database.ts'
import { onBothDatabases, onPostgres } from '../../../testing/databases.ts'
import { audited, openChain, orderOf, PAID_AT, paidOrder } from '../../../testing/paid-orders.ts'
import { playScenario, withoutLastOrders } from '../../../testing/scenario.ts'
import { tableScans } from '../../../testing/table-scans.ts'
import { withoutIntakes, writtenBy } from '../../../testing/written-by-orders.ts'
import { loadPlan } from '../../settings/load-plan.ts'
import { setRates } from '../../rates/set-rates.ts'
import type { PaidOrder } from '../decide/decide-turn.ts'
import { OrderIntake } from './order-intake.ts'
import { recordTogether } from './record-together.ts'

/** The outcome of a call: null for a recorded order, or the code of its refusal. */
const outcomeOf = (call: Promise<void>): Promise<string | null> =>
  call.then(
    () => null,
    (error: Error) => (error instanceof Refusal ? error.code : error.constructor.name),
  )

/** The outcome of an order that is decided and written under the lock on the fact log. */
async function underLock(core: Core, order: PaidOrder): Promise<string | null> {
  const [answer] = await recordTogether(core, () => [audited(order)])
  return answer instanceof Refusal ? answer.code : null
}

type Step = () => Promise<void>

/**
 * A core whose turns wait for `step` on their way to the database. Counts these turns, how many of them were open at the same
 * time, and what was decided under the lock.
 */
function stepping(core: Core, step: Step) {
  const seen = { sent: 0, open: 0, mostOpen: 0, underLock: 0 }
  const { database } = core
  const change: Database['change'] = async (statement, use) => {
    seen.sent += 1
    seen.open += 1
    seen.mostOpen = Math.max(seen.mostOpen, seen.open)
    try {
      await step()
      return await database.change(statement, use)
    } finally {
      seen.open -= 1
    }
  }
  const transaction: Database['transaction'] = (work, use) => {
    seen.underLock += 1
    return database.transaction(work, use)
  }
  return { core: { ...core, database: { ...database, change, transaction } }, seen }
}

/** Turns that stop before the database until they are let through, one by one. */
function gated(core: Core) {
  const waiting: (() => void)[] = []
  const stepped = stepping(core, () => new Promise((resolve) => waiting.push(resolve)))
  const { seen } = stepped
  return {
    ...stepped,
    intake: new OrderIntake(stepped.core, 'test'),
    /** Lets a turn through, the oldest one first. */
    letThrough: (place = 0) => waiting.splice(place, 1)[0]!(),
    untilSent: async (count: number) => {
      await expect.poll(() => seen.sent).toBe(count)
    },
  }
}

onBothDatabases('orders decided ahead', (newDatabase, kind) => {
  const shapes: readonly Shape[] = kind === 'embedded' ? ['random'] : ['chain', 'star', 'roots']

  test.each(shapes)('%s: write what they would write one by one', async (shape) => {
    const seeds = fc.integer({ min: 1, max: 1_000_000 })
    await fc.assert(
      fc.asyncProperty(seeds, (seed) => writesTheSame({ seed, shape })),
      { numRuns: 1, endOnFailure: true },
    )
  })

  async function writesTheSame(wish: { seed: number; shape: Shape }): Promise<void> {
    const { before, rows } = withoutLastOrders(
      randomScenario({ ...wish, partners: 30, orders: 90 }),
    )
    const orders = rows.map(paidOrder)
    const [plain, ahead] = [
      await playScenario(await newDatabase(), before),
      await playScenario(await newDatabase(), before),
    ]
    const expected: (string | null)[] = []
    for (const order of orders) expected.push(await underLock(plain, order))

    // However slow the machine is: the first turn is on its way until a second one is, and none overtakes another.
    let way: Promise<void> = Promise.resolve()
    const { core, seen } = stepping(ahead, () => {
      way = way.then(async () => {
        while (seen.mostOpen < 2) await wait(1)
        await wait(3)
      })
      return way
    })
    const intake = new OrderIntake(core, 'test')
    const answers: Promise<string | null>[] = []
    for (const order of orders) {
      answers.push(outcomeOf(intake.record(order)))
      if (answers.length % 7 === 0) await wait(1)
    }

    expect(await Promise.all(answers)).toEqual(expected)
    expect(seen.mostOpen).toBe(2)
    expect(await withoutIntakes(ahead, rows)).toEqual(await withoutIntakes(plain, rows))
  }

  /** Two turns are sent: 1 buys, and 3, two levels below, buys a millisecond later. 1 earns with the second if the first stands. */
  async function openTwoTurns() {
    const core = await openChain(newDatabase, 3)
    const { intake, letThrough, untilSent, seen } = gated(core)
    const first = outcomeOf(intake.record(orderOf(1, 1)))
    await untilSent(1)
    const second = outcomeOf(intake.record(orderOf(2, 3, { paidAt: PAID_AT + 1 })))
    await untilSent(2)
    return { core, intake, letThrough, seen, outcomes: Promise.all([first, second]) }
  }

  /** The order with each fact after the first three, and the levels credited to 1. */
  async function written({ database }: Core) {
    const { rows } = await sql<{ orders: number[]; levels: number[] }>`
      select (select array_agg(id order by fact) from orders)::int[] as orders,
        (select array_agg(level order by order_id) from bonus_records where partner_id = 1)::int[] as levels`.execute(
      database.read,
    )
    return rows[0]
  }

  test('a turn is decided on the figures with the turn that is being written', async () => {
    const { core, letThrough, seen, outcomes } = await openTwoTurns()
    letThrough()
    letThrough()
    expect(await outcomes).toEqual([null, null])
    expect(await written(core)).toEqual({ orders: [1, 2], levels: [2] })
    expect(seen).toMatchObject({ mostOpen: 2, underLock: 0 })
    expect(core.network.asOf).toBe(5)
  })

  test('a turn after a fact that it was not decided on is decided again', async () => {
    const { core, letThrough, seen, outcomes } = await openTwoTurns()
    await new OrderIntake(core, 'other').record(orderOf(3, 2))
    letThrough()
    letThrough()
    expect(await outcomes).toEqual([null, null])
    expect((await written(core))!.orders[0]).toBe(3)
    expect(seen.underLock).toBe(2)
  })

  test('a turn is not written where another has the facts of the turn before', async () => {
    const { core, letThrough, seen, outcomes } = await openTwoTurns()
    await new OrderIntake(core, 'other').record(orderOf(3, 2))
    letThrough(1)
    await expect.poll(() => seen.open).toBe(1)
    letThrough()
    expect(await outcomes).toEqual([null, null])
    // With order 3 itself, 1 is credited as the sponsor of 2.
    expect(await written(core)).toEqual({ orders: [3, 1, 2], levels: [2, 1] })
    expect(seen.underLock).toBe(2)
  })

  test('a turn that the database refuses takes nothing with it', async () => {
    const { core, letThrough, seen, outcomes } = await openTwoTurns()
    // The commit of another process, which has not heard of the turns.
    await core.database.asOwner((tx) =>
      sql`insert into orders (id, partner_id, paid_at, amount_cents, currency, recorded_at, intake, fact)
        values (1, 2, 0, 1, 'EUR', 0, 9, 9)`.execute(tx),
    )
    letThrough()
    letThrough()
    expect(await outcomes).toEqual(['not_unique', null])
    expect(await written(core)).toEqual({ orders: [2, 1], levels: null })
    expect(seen.underLock).toBe(2)
  })

  test('a turn whose outcome is not known fails, and the next is written if it was committed', async () => {
    const core = await openChain(newDatabase, 3)
    const { database } = core
    let sent = 0
    const change: Database['change'] = async (statement, use) => {
      sent += 1
      const isFirst = sent === 1
      if (isFirst) await expect.poll(() => sent).toBe(2)
      else await wait(20)
      const rows = await database.change(statement, use)
      if (isFirst) throw new Error('the connection was lost')
      return rows
    }
    const intake = new OrderIntake({ ...core, database: { ...database, change } }, 'test')
    const first = outcomeOf(intake.record(orderOf(1, 1)))
    await expect.poll(() => sent).toBe(1)
    const second = outcomeOf(intake.record(orderOf(2, 3, { paidAt: PAID_AT + 1 })))
    expect(await Promise.all([first, second])).toEqual(['Error', null])
    expect(await written(core)).toEqual({ orders: [1, 2], levels: [2] })
    await core.network.refresh(database.read)
    expect(core.network.asOf).toBe(5)
    expect(await outcomeOf(intake.record(orderOf(3, 3)))).toBe(null)
  })

  test('new quotes and new plans count for orders that are not written yet', async () => {
    const core = await openChain(newDatabase, 2)
    const { intake, letThrough, untilSent, seen } = gated(core)
    const record = async (order: PaidOrder, between: () => Promise<unknown>) => {
      const { sent } = seen
      const recorded = intake.record(order)
      await untilSent(sent + 1)
      await between()
      letThrough()
      await recorded
    }
    const quote = { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '3' } as const
    await record(orderOf(1, 1), async () => {})
    await record(orderOf(2, 2), () => setRates(core, [quote]))
    await record(orderOf(3, 2), async () => {})
    expect(seen.underLock).toBe(1)
    await record(orderOf(4, 2), () =>
      loadPlan(core, { ...DEFAULT_PLAN_DOCUMENT, validFrom: PAID_AT }),
    )
    await record(orderOf(5, 2), async () => {})
    expect(seen.underLock).toBe(2)
    const { rows } = await sql`
      select order_id::int, plan_version, rate::text from bonus_records order by order_id`.execute(
      core.database.read,
    )
    expect(rows).toEqual([
      { orderId: 2, planVersion: 1, rate: '3' },
      { orderId: 3, planVersion: 1, rate: '3' },
      { orderId: 4, planVersion: 2, rate: '3' },
      { orderId: 5, planVersion: 2, rate: '3' },
    ])
  })

  test('while a file is being recorded orders are decided under the lock', async () => {
    const core = await openChain(newDatabase, 2)
    const { intake, letThrough, untilSent, seen } = gated(core)
    const [open, free] = [1, 2].map((id) => outcomeOf(intake.record(orderOf(id, 2))))
    await untilSent(1)
    await core.database.asOwner(async (tx) => {
      await sql`insert into accepted_import values (true, 0, 1, 0, 0, 500)`.execute(tx)
      await sql`insert into staged_orders values (1, 2, ${PAID_AT}, 500)`.execute(tx)
    })
    letThrough()
    expect([await open, await free]).toEqual(['DatabaseBusy', null])
    expect(seen.underLock).toBe(1)
  })

  test('an order that is being written is not written again', async () => {
    const { intake, letThrough, seen, outcomes, core } = await openTwoTurns()
    const again = [orderOf(1, 1), orderOf(1, 2)].map((order) => outcomeOf(intake.record(order)))
    letThrough()
    letThrough()
    expect([await outcomes, await Promise.all(again)]).toEqual([
      [null, null],
      [null, 'not_unique'],
    ])
    expect((await written(core))!.orders).toEqual([1, 2])
    expect(seen).toMatchObject({ sent: 2, underLock: 1 })
  })

  test('the turnover of turns that are being written counts', async () => {
    const core = await openChain(newDatabase, 2)
    const { intake, letThrough, untilSent, seen } = gated(core)
    const first = outcomeOf(intake.record(orderOf(1, 2, { cents: Number.MAX_SAFE_INTEGER - 1 })))
    await untilSent(1)
    const others = [orderOf(2, 2, { cents: 2 }), orderOf(3, 2, { cents: 1 })]
    const outcomes = others.map((order) => outcomeOf(intake.record(order)))
    await untilSent(2)
    letThrough()
    letThrough()
    expect(await Promise.all([first, ...outcomes])).toEqual([null, 'validation_error', null])
    expect(seen.underLock).toBe(1)
  })
})

onPostgres('turns of orders', (newDatabase) => {
  test('are decided ahead by the leader alone; another process records orders under the lock', async () => {
    const { core, seen } = stepping(await openChain(newDatabase, 3), async () => {})
    let leads = false
    const leadership = { isLeader: () => leads, epoch: null, isBesideOlder: false, processes: 2 }
    const intake = new OrderIntake({ ...core, leadership }, 'test')
    await intake.record(orderOf(1, 3))
    expect(seen).toMatchObject({ sent: 0, underLock: 1 })
    leads = true
    await intake.record(orderOf(2, 3))
    expect(seen).toMatchObject({ sent: 1, underLock: 1 })
  })

  test('read no table that grows as a whole', async () => {
    const core = await openChain(newDatabase, 5)
    const { database } = core
    const scans: unknown[] = []
    const change: Database['change'] = (statement) =>
      database.transaction(async (tx) => {
        scans.push(await tableScans(tx))
        const { rows } = await statement.execute(tx)
        scans.push(await tableScans(tx))
        return rows
      })
    const intake = new OrderIntake({ ...core, database: { ...database, change } }, 'test')
    for (const order of [orderOf(1, 5, { cents: 90_000_000 }), orderOf(2, 4)]) {
      await intake.record(order)
    }
    const { reaches, records } = await writtenBy(core)
    expect(reaches).not.toEqual([])
    expect(records).not.toEqual([])
    expect(scans).toHaveLength(4)
    expect(scans[1]).toEqual(scans[0])
    expect(scans[3]).toEqual(scans[2])
  })

  test('leave calls in the queue while another transaction holds the fact log for long', async () => {
    const core = await openChain(newDatabase, 3)
    const intake = new OrderIntake(core, 'test', 300)
    const { waiting, late } = await core.database.read.transaction().execute(async (tx) => {
      await sql`select from fact_log for update`.execute(tx)
      const refused = outcomeOf(intake.record(orderOf(1, 3)))
      // Connections have a longer patience of their own.
      expect(await Promise.race([refused, wait(3_000)])).toBe('DatabaseError')
      // The next calls wait for the lock, and give up for themselves.
      const given = intake.record(orderOf(2, 3))
      await wait(250)
      return { waiting: outcomeOf(given), late: outcomeOf(intake.record(orderOf(3, 3))) }
    })
    expect([await waiting, await late]).toEqual([null, null])
    expect(await outcomeOf(intake.record(orderOf(4, 3)))).toBe(null)
    const { orders } = (await writtenBy(core)) as { orders: { id: number }[] }
    expect(orders.map(({ id }) => id)).toEqual([2, 3, 4])
  })
})
