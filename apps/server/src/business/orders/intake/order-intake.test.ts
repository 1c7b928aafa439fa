import { Refusal } from '@partner-office/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { randomScenario, type Shape } from '../../../../../../oracle/random-network.ts'
import type { Core } from '../../../core/core.ts'
import { isDatabaseBusy } from '../../../db/bounded-pool.ts'
import { readFacts } from '../../../network/read-facts.ts'
import { asUpload, TEST_NOW } from '../../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../../testing/databases.ts'
import { ordersText } from '../../../testing/network-files.ts'
import { postTransfer } from '../../../testing/post-transfers.ts'
import { audited, openChain, orderOf, PAID_AT, paidOrder } from '../../../testing/paid-orders.ts'
import { playScenario, withoutLastOrders } from '../../../testing/scenario.ts'
import { tableScans } from '../../../testing/table-scans.ts'
import { withoutIntakes, writtenBy } from '../../../testing/written-by-orders.ts'
import { setRates } from '../../rates/set-rates.ts'
import { changeSettings } from '../../settings/change-settings.ts'
import { importOrders } from '../import/import-orders.ts'
import { OrderIntake } from './order-intake.ts'
import type { PaidOrder } from '../decide/decide-turn.ts'
import { recordTogether } from './record-together.ts'

/** The answers to orders of one transaction: null, or the code of the refusal. */
async function codesOf(core: Core, orders: readonly PaidOrder[]): Promise<(string | null)[]> {
  const answers = await recordTogether(core, () => orders.map(audited))
  return answers.map((answer) => answer && ('code' in answer ? answer.code : 'busy'))
}

onBothDatabases('orders that arrive together', (newDatabase, kind) => {
  const shapes: readonly Shape[] = kind === 'embedded' ? ['random'] : ['chain', 'star', 'roots']

  test.each(shapes)('%s: write what they would write one by one', async (shape) => {
    const seeds = fc.integer({ min: 1, max: 1_000_000 })
    await fc.assert(
      fc.asyncProperty(seeds, (seed) => writesTheSame({ seed, shape })),
      {
        numRuns: 1,
        endOnFailure: true,
      },
    )
  })

  async function writesTheSame(wish: { seed: number; shape: Shape }): Promise<void> {
    const { before, rows } = withoutLastOrders(
      randomScenario({ ...wish, partners: 30, orders: 90 }),
    )
    // One is sent twice, one again with another amount.
    const orders = [...rows, rows[3]!, { ...rows[4]!, amount: '7.77' }].map(paidOrder)
    const [plain, together] = [
      await playScenario(await newDatabase(), before),
      await playScenario(await newDatabase(), before),
    ]
    const expected: (string | null)[] = []
    for (const order of orders) expected.push(...(await codesOf(plain, [order])))
    const answers: (string | null)[] = []
    for (let at = 0; at < orders.length; at += 11) {
      answers.push(...(await codesOf(together, orders.slice(at, at + 11))))
    }

    expect(answers).toEqual(expected)
    expect(answers.at(-2)).toBe(null)
    expect(answers.at(-1)).toBe('not_unique')
    expect(await withoutIntakes(together, rows)).toEqual(await withoutIntakes(plain, rows))
  }

  test('are each refused for themselves', async () => {
    const core = await openChain(newDatabase, 4)
    await changeSettings(core, { purchaseRestrictedCountries: 'FR' })
    await sql`update partners set country_id = 'FR' where id = 3`.execute(core.database.read)
    const codes = await codesOf(core, [
      orderOf(1, 4),
      orderOf(2, 99),
      orderOf(3, 2, { paidAt: 0 }),
      orderOf(4, 3),
      orderOf(1, 4, { cents: 9_999 }),
      orderOf(1, 4),
      orderOf(5, 2),
    ])

    expect(codes).toEqual([
      null,
      'not_found',
      'validation_error',
      'purchase_restricted_by_country',
      'not_unique',
      null,
      null,
    ])
    const { orders } = await writtenBy(core)
    expect(orders).toMatchObject([
      { id: 1, fact: 5, intake: 5 },
      { id: 5, fact: 6, intake: 6 },
    ])
  })

  test('a day ahead is accepted, a millisecond more is not; nor is one before the registration', async () => {
    const core = await openChain(newDatabase, 2)
    const registeredAt = core.network.engine.registeredAt[core.network.engine.rowOf(2)]!
    const at = (orderId: number, paidAt: number) => orderOf(orderId, 2, { paidAt })
    const codes = await codesOf(core, [
      at(1, TEST_NOW + 86_400_000),
      at(2, TEST_NOW + 86_400_001),
      at(3, registeredAt),
      at(4, registeredAt - 1),
    ])
    expect(codes).toEqual([null, 'validation_error', null, 'validation_error'])
  })

  test('an order makes its buyer active for the next one, from its payment on', async () => {
    const core = await openChain(newDatabase, 3)
    // 1 earns a second level with the order of 3 only where 1 has bought before.
    await codesOf(core, [
      orderOf(10, 1, { paidAt: PAID_AT + 1 }),
      orderOf(11, 3, { paidAt: PAID_AT }),
      orderOf(12, 3, { paidAt: PAID_AT + 1 }),
    ])
    const { records } = (await writtenBy(core)) as { records: { orderId: number; level: number }[] }
    expect(records.filter(({ level }) => level === 2)).toMatchObject([{ orderId: 12 }])
  })

  test('behind one that cannot be decided have to come again', async () => {
    const core = await openChain(newDatabase, 3)
    await core.database.asOwner(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`delete from rates`.execute(tx)
    })
    expect(await codesOf(core, [orderOf(1, 3), orderOf(2, 2)])).toEqual(['not_found'])
    const intake = new OrderIntake(core, 'test')
    const both = [orderOf(1, 3), orderOf(2, 2)].map((order) => intake.record(order))
    const results = await Promise.allSettled(both)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await setRates(core, [
      { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2' },
      { from: 'EUR', to: 'UCN', rateType: 'SELL', rate: '2' },
    ])
    expect(await codesOf(core, [orderOf(1, 3), orderOf(2, 2)])).toEqual([null, null])
  })
})

onPostgres('an intake of orders', (newDatabase) => {
  /** A core that counts its transactions: turns that were decided ahead are one statement each. */
  async function openCounted(length: number) {
    const core = await openChain(newDatabase, length)
    const counted = { transactions: 0 }
    const { database } = core
    const transaction: typeof database.transaction = (work, use) => {
      counted.transactions += 1
      return database.transaction(work, use)
    }
    const change: typeof database.change = (statement, use) => {
      counted.transactions += 1
      return database.change(statement, use)
    }
    return { core: { ...core, database: { ...database, transaction, change } }, counted }
  }

  test('looks up what it needs, and reads no table that grows as a whole', async () => {
    const core = await openChain(newDatabase, 5)
    await codesOf(core, [orderOf(1, 2), orderOf(2, 3)])
    const { database } = core
    const scans: unknown[] = []
    const transaction: typeof database.transaction = (work, use) =>
      database.transaction(async (tx) => {
        await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
        scans.push(await tableScans(tx))
        const answer = await work(tx)
        await readFacts(tx, { after: core.network.asOf, upTo: core.network.asOf + 3 })
        scans.push(await tableScans(tx))
        return answer
      }, use)
    const watched = { ...core, database: { ...database, transaction } }
    const orders = [orderOf(3, 5, { cents: 90_000_000 }), orderOf(4, 4), orderOf(1, 2)]
    expect(await codesOf(watched, orders)).toEqual([null, null, null])
    const written = (await writtenBy(core)) as Record<string, object[]>
    expect(written['reaches']).not.toEqual([])
    expect(scans[1]).toEqual(scans[0])
  })

  test('lets the orders that wait share a transaction', async () => {
    const { core, counted } = await openCounted(5)
    const intake = new OrderIntake(core, 'test')
    const orders = Array.from({ length: 50 }, (_, at) => orderOf(at + 1, 2 + (at % 4)))
    await Promise.all(orders.map((order) => intake.record(order)))
    expect(counted.transactions).toBe(1)
    const { orders: stored, audit } = (await writtenBy(core)) as Record<string, object[]>
    expect(stored).toHaveLength(50)
    expect(audit).toMatchObject(orders.map((order) => ({ actor: 'test', arguments: order })))
  })

  test('orders that come while others write facts wait, and are recorded in one transaction', async () => {
    const { core, counted } = await openCounted(3)
    const intake = new OrderIntake(core, 'test')
    const { recorded } = await whileFactsAreWritten(core, () => ({
      recorded: [1, 2, 3].map((id) => intake.record(orderOf(id, 3))),
    }))
    await Promise.all(recorded)
    expect(counted.transactions).toBe(1)
  })

  test('what waits too long is refused as busy, and is not recorded later', async () => {
    const { core } = await openCounted(3)
    const intake = new OrderIntake(core, 'test', 50)
    await whileFactsAreWritten(core, async () => {
      const results = await Promise.allSettled([1, 2].map((id) => intake.record(orderOf(id, 3))))
      for (const result of results) {
        expect(result.status === 'rejected' && isDatabaseBusy(result.reason)).toBe(true)
      }
    })
    const patient = new OrderIntake(core, 'test')
    await patient.record(orderOf(3, 3))
    const { orders } = (await writtenBy(core)) as Record<string, object[]>
    expect(orders).toMatchObject([{ id: 3 }])
  })

  /** Runs `work` while another transaction holds the fact log. */
  function whileFactsAreWritten<T>({ database }: Core, work: () => T | Promise<T>): Promise<T> {
    return database.read.transaction().execute(async (tx) => {
      await sql`select from fact_log for update`.execute(tx)
      return work()
    })
  }

  test('an order that the database refuses fails alone', async () => {
    const { core } = await openCounted(4)
    await core.database.transaction((tx) =>
      postTransfer(tx, {
        key: 'order:3:1',
        partnerId: 1,
        account: 'UCHAIN_UPT_BONUS',
        counter: 'bonus_expense',
        toPartner: true,
        currency: 'UPT',
        amount: '1',
        kind: 'OPENING',
        reference: 'taken',
        createdAt: TEST_NOW,
      }),
    )
    const intake = new OrderIntake(core, 'test')
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map((id) => intake.record(orderOf(id, 4))),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await importOrders(core, asUpload(ordersText([[9, 4, PAID_AT, '1']])))).toEqual({
      imported: 1,
    })
  })

  test('where the database is gone all that wait fail, and the next is taken', async () => {
    const { core } = await openCounted(3)
    const gone = () => Promise.reject(new Error('the connection was lost'))
    const database = { ...core.database, transaction: gone, change: gone }
    const broken = new OrderIntake({ ...core, database }, 'test')
    const results = await Promise.allSettled([1, 2, 3].map((id) => broken.record(orderOf(id, 3))))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(broken.record(orderOf(4, 3))).rejects.toThrow('the connection was lost')

    await new OrderIntake(core, 'test').record(orderOf(1, 3))
    await expect(new OrderIntake(core, 'test').record(orderOf(1, 99))).rejects.toThrow(Refusal)
  })

  test('what a turn has recorded is answered, also where its other orders fail', async () => {
    const { core } = await openCounted(3)
    const gone = () => Promise.reject(new Error('the connection was lost'))
    const intake = new OrderIntake(
      { ...core, database: { ...core.database, transaction: gone } },
      'test',
    )
    const orders = [orderOf(1, 3), orderOf(2, 99), orderOf(3, 2)]
    const results = await Promise.allSettled(orders.map((order) => intake.record(order)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})
