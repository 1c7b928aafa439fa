import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'

import { auditFigures } from '../business/figures/audit-figures.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { until } from '../testing/child.ts'
import { createPostgresDatabase } from '../testing/databases.ts'
import { PartnersService } from '../testing/partners-service.ts'
import { runStatement } from '../testing/postgres.ts'
import { openTestCore, TEST_NOW } from '../testing/core.ts'

const KEY = 'a-key-of-some-length'
const PATIENCE_MS = 120_000

const opened: Database[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()))
})

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url })
  opened.push(database)
  return database
}

/** An order of 1 EUR of partner 6; answers the status. */
const order = async ({ operators }: PartnersService, orderId: number): Promise<number> => {
  const { statusCode } = await operators.inject({
    method: 'POST',
    url: '/internal/v1/orders',
    headers: { 'x-operator-key': KEY },
    payload: { orderId, userId: 6, amount: `${orderId}.00`, paidAt: TEST_NOW },
  })
  return statusCode
}

const orderAll = async (service: PartnersService, ids: readonly number[]): Promise<void> => {
  for (const id of ids) expect(await order(service, id)).toBe(200)
}

/** A database with a network, and its copy. */
async function savedDatabase() {
  const { url, drop } = await createPostgresDatabase()
  const name = new URL(url).pathname.slice(1)
  const first = await openDatabase({ url })
  await PartnersService.open(first)
  await first.close()
  const admin = inject('postgresUrl')
  await runStatement(admin, `create database ${name}_saved template ${name}`)
  return {
    url,
    /** Replaces the database by the saved copy while processes are connected. */
    copyBack: async () => {
      await runStatement(admin, `drop database ${name} with (force)`)
      await runStatement(admin, `create database ${name} template ${name}_saved`)
    },
    drop: async () => {
      await drop()
      await runStatement(admin, `drop database ${name}_saved with (force)`)
    },
  }
}

const ownTurnover = async ({ read }: Database, partnerId: number): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select sum(amount_cents)::bigint as cents from orders where partner_id = ${partnerId}`.execute(
    read,
  )
  return rows[0]!.cents
}

test.each([
  ['earlier facts', []],
  ['as many facts with other contents', [201, 202, 203]],
  ['more facts', [201, 202, 203, 204, 205]],
])(
  'CLU-013 a database that was copied back to an earlier state under a process, with %s: all figures are loaded anew before anything goes on',
  { timeout: PATIENCE_MS },
  async (_, meanwhile) => {
    const { url, copyBack, drop } = await savedDatabase()
    const database = await open(url)
    const clock = { now: TEST_NOW }
    const service = await PartnersService.around(await openTestCore(database, { clock }), clock)
    const { core } = service
    const stop = await core.network.follow(database)
    await orderAll(service, [101, 102, 103])

    await copyBack()
    const other = await open(url)
    const writer = await PartnersService.around(await openTestCore(other, { clock }), clock)
    await orderAll(writer, meanwhile)
    const answers = await Promise.all([301, 302, 303, 304].map((id) => order(service, id)))
    expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])

    await until(async () => (await order(service, 401)) === 200)
    expect(core.network.audits.histories).toBe(1)
    const { ownTurnover: own } = await core.network.figures(6)
    expect(own).toBe(await ownTurnover(database, 6))
    const audit = await auditFigures(core, () => 0)
    expect(audit?.differences ?? []).toEqual([])
    // The same order on a process that never knew the other history: what it is decided on is the same.
    await until(async () => (await order(writer, 402)) === 200)
    const { rows } = await sql<{ shares: string[] }>`
      select array_agg(concat_ws(' ', b.partner_id, b.type, b.level, b.currency)
          order by b.partner_id, b.type, b.level, b.currency) as shares
      from bonus_records b join orders o on o.id = b.order_id where o.id in (401, 402)
      group by o.id`.execute(database.read)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
    await stop()
    await Promise.all(opened.splice(0).map((each) => each.close()))
    await drop()
  },
)

test('a snapshot from before the last facts is no other history', async () => {
  const { url, drop } = await savedDatabase()
  const database = await open(url)
  const clock = { now: TEST_NOW }
  const service = await PartnersService.around(await openTestCore(database, { clock }), clock)
  const { network } = service.core
  const stop = await network.follow(database)
  await database.snapshot(async (tx) => {
    await network.catchUp(tx)
    await orderAll(service, [101, 102])
    await network.catchUp(tx)
  })
  expect(network.audits.histories).toBe(0)
  expect(network.isOfOtherHistory()).toBe(false)
  await stop()
  await Promise.all(opened.splice(0).map((each) => each.close()))
  await drop()
})

test(
  'CLU-013 a process notices another history within 1 s without any call, and is not ready until the figures are loaded',
  { timeout: PATIENCE_MS },
  async () => {
    const { url, copyBack, drop } = await savedDatabase()
    const database = await open(url)
    const clock = { now: TEST_NOW }
    const service = await PartnersService.around(await openTestCore(database, { clock }), clock)
    const stop = await service.core.network.follow(database)
    await orderAll(service, [101])
    const loads = Promise.withResolvers<void>()
    service.core.network.onStartedOver(() => loads.resolve())

    await copyBack()
    await until(async () => (await ready(service)) === 200)
    const begin = performance.now()
    await loads.promise
    expect((performance.now() - begin) / 1000).toBeLessThan(1)
    await until(() => !service.core.network.isBehind())
    const { ownTurnover: own } = await service.core.network.figures(6)
    expect(own).toBe(await ownTurnover(database, 6))
    await stop()
    await Promise.all(opened.splice(0).map((each) => each.close()))
    await drop()
  },
)

const ready = async ({ office }: PartnersService): Promise<number> =>
  (await office.inject({ url: '/health/ready' })).statusCode
