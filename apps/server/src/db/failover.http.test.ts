import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { betweenSlices } from '../business/facts/with-fact-log.ts'
import { type Child, freePorts, startServer, temporaryDirectory, until } from '../testing/child.ts'
import { type DatabaseProxy, proxyTo } from '../testing/cut-off.ts'
import { createPostgresDatabase, onPostgres } from '../testing/databases.ts'
import { openChain } from '../testing/paid-orders.ts'
import { PartnersService } from '../testing/partners-service.ts'
import {
  type OwnCluster,
  runStatement,
  startOwnCluster,
  type TestCluster,
} from '../testing/postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { statementName } from './prepared.ts'

const KEY = 'a-key-of-some-length'
const PATIENCE_MS = 120_000

type Answer = { readonly status: number; readonly retryAfter: string | null }

const TRY_AGAIN: Answer = { status: 503, retryAfter: '2' }

describe('while the primary fails over', { timeout: PATIENCE_MS }, () => {
  let primary: OwnCluster
  let standby: TestCluster
  let proxy: DatabaseProxy
  let database: Database
  let service: PartnersService
  let nextOrder = 1_000

  beforeAll(async () => {
    primary = (await startOwnCluster())!
    proxy = await proxyTo(primary.url)
    database = await openDatabase({ url: proxy.url })
    service = await PartnersService.open(database)
    standby = await primary.addStandby()
  }, PATIENCE_MS)
  afterAll(async () => {
    await database.close()
    await proxy.close()
    standby.stop()
    primary.stop()
  })

  const order = async (orderId = (nextOrder += 1)): Promise<Answer> => {
    const { statusCode, headers } = await service.operators.inject({
      method: 'POST',
      url: '/internal/v1/orders',
      headers: { 'x-operator-key': KEY },
      payload: { orderId, userId: 2, amount: '1.00', paidAt: service.clock.now },
    })
    return { status: statusCode, retryAfter: (headers['retry-after'] as string) ?? null }
  }

  test('CLU-029 calls answer 503 with Retry-After while a standby is behind the port of the primary, and succeed afterwards', async () => {
    expect(await order()).toMatchObject({ status: 200 })
    proxy.pointTo(standby.url)
    proxy.cut()
    proxy.restore()
    for (let count = 0; count < 5; count += 1) expect(await order()).toEqual(TRY_AGAIN)
    proxy.pointTo(primary.url)
    expect(await order()).toMatchObject({ status: 200 })
  })

  test('CLU-029 a connection on which the server takes no writes any more (25006) is thrown away', async () => {
    const before = await factsConnection()
    await runStatement(primary.url, 'alter system set default_transaction_read_only = on')
    await runStatement(primary.url, 'select pg_reload_conf()')
    await until(async () => (await order()).status !== 200)
    for (let count = 0; count < 5; count += 1) expect(await order()).toEqual(TRY_AGAIN)
    await allowWrites()
    expect(await order()).toMatchObject({ status: 200 })
    expect(await factsConnection()).not.toBe(before)
  })

  const factsConnection = (): Promise<number> =>
    database.transaction(
      async (tx) =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid,
      'facts',
    )

  const allowWrites = async () => {
    const url = `${primary.url}?options=-c%20default_transaction_read_only%3Doff`
    await runStatement(url, 'alter system reset default_transaction_read_only')
    await runStatement(url, 'select pg_reload_conf()')
    await wait(200)
  }

  test('CLU-019 a commit whose wait for the standby was cancelled is not acknowledged, nor when it comes again before a standby has it', async () => {
    await setStandbys('nobody')
    const orderId = 77
    const lost = order(orderId)
    await cancelCommit()
    expect(await lost).toEqual(TRY_AGAIN)
    // It is committed on the primary alone. The same order writes nothing, and waits all the same.
    expect(
      await database.read.selectFrom('orders').where('id', '=', orderId).execute(),
    ).toHaveLength(1)
    const again = order(orderId)
    await cancelCommit()
    expect(await again).toEqual(TRY_AGAIN)
    const answered = order(orderId)
    await commitWaits()
    await setStandbys('')
    expect(await answered).toMatchObject({ status: 200 })
  })

  test('CLU-023 without a standby no write is acknowledged, and writes that wait take no connection of reads', async () => {
    const token = await service.signInAccepted(1)
    await setStandbys('nobody')
    const acknowledged: Answer[] = []
    const writes = Array.from({ length: 40 }, async () => acknowledged.push(await order()))
    await commitWaits()
    for (let count = 0; count < 20; count += 1) {
      const begin = performance.now()
      expect((await service.as(token, 'GET', '/v1/legals/partner')).status).toBe(200)
      expect(performance.now() - begin).toBeLessThan(1_000)
    }
    expect(acknowledged.filter(({ status }) => status === 200)).toEqual([])
    await setStandbys('')
    await Promise.all(writes)
    expect(acknowledged.some(({ status }) => status === 200)).toBe(true)
  })

  const setStandbys = async (names: string) => {
    await runStatement(primary.url, `alter system set synchronous_standby_names = '${names}'`)
    await runStatement(primary.url, 'select pg_reload_conf()')
    await wait(200)
  }
  /** Commits that wait for a standby; `then` is called with the process of each. */
  const waiting = (then = 'pid') =>
    database.asOwner((tx) =>
      sql`select ${sql.raw(then)} from pg_stat_activity where wait_event = 'SyncRep'`.execute(tx),
    )
  const commitWaits = () => until(async () => (await waiting()).rows.length > 0)
  const cancelCommit = async () => {
    await commitWaits()
    await waiting('pg_cancel_backend(pid)')
  }

  test('CLU-029 a server that stops and starts (57P01, 57P03, refused connections) costs no call more than a 503', async () => {
    const seen: Answer[] = []
    const end = new AbortController()
    const calls = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!end.signal.aborted) seen.push(await order())
      }),
    )
    await wait(100)
    await primary.control('restart', '-m', 'fast')
    await until(async () => (await order()).status === 200)
    end.abort()
    await calls
    const others = seen.filter(({ status }) => status !== 200)
    expect(others.length).toBeGreaterThan(0)
    expect(new Set(others.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(TRY_AGAIN)]),
    )
  })
})

describe('a process that hangs while it holds the fact log', { timeout: PATIENCE_MS }, () => {
  const directory = temporaryDirectory()

  test('CLU-014 stops the writes of others for at most 8 s; when the process goes on, its call answers 503', async () => {
    const { url, drop } = await createPostgresDatabase()
    const other = await openDatabase({ url })
    const service = await PartnersService.open(other)
    const ports = await freePorts()
    const variables = { DATABASE_URL: url, DATA_DIR: directory, OPERATOR_KEY: KEY, ...ports }
    const server = await startServer(variables)
    const cancel = () =>
      fetch(`http://127.0.0.1:${ports.OPERATOR_PORT}/internal/v1/orders/2/cancel`, {
        method: 'POST',
        headers: { 'x-operator-key': KEY, 'content-type': 'application/json' },
        body: '{"reason":"test"}',
      })

    let cancelled: Promise<Response> | null = null
    await other.asOwner(async (tx) => {
      await sql`lock table cancellations in share mode`.execute(tx)
      cancelled = cancel()
      // It holds the fact log, and waits for the table.
      await until(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(tx)
        return rows.length > 0
      })
      server.process.kill('SIGSTOP')
    })
    const begin = performance.now()
    await until(async () => (await orderOf(service)) === 200)
    expect((performance.now() - begin) / 1000).toBeLessThan(8)
    server.process.kill('SIGCONT')
    const answer = await cancelled!
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await cancel()).status).toBe(200)

    await end(server)
    await other.close()
    await drop()
  })

  const orderOf = async ({ operators, clock }: PartnersService): Promise<number> => {
    const { statusCode } = await operators.inject({
      method: 'POST',
      url: '/internal/v1/orders',
      headers: { 'x-operator-key': KEY },
      payload: { orderId: 99, userId: 2, amount: '1.00', paidAt: clock.now },
    })
    return statusCode
  }

  async function end(server: Child): Promise<void> {
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }
})

onPostgres('work that holds the fact log', (newDatabase) => {
  test('may pause longer than a process that hangs may', { timeout: PATIENCE_MS }, async () => {
    const core = await openChain(newDatabase, 2)
    const answer = await betweenSlices(core, async (tx) => {
      await wait(7_500)
      return (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows[0]
    })
    expect(answer).toEqual({ one: 1 })
  })

  test('CLU-030 prepared statements are named by the hash of their text', async () => {
    const service = await PartnersService.open(await newDatabase())
    const token = await service.signInAccepted(1)
    const headers = { authorization: `Bearer ${token}` }
    expect((await service.office.inject({ url: '/v1/legals/partner', headers })).statusCode).toBe(
      200,
    )
    const { rows } = await sql<{ name: string; statement: string }>`
      select name, statement from pg_prepared_statements`.execute(service.core.database.read)
    expect(rows.length).toBeGreaterThan(0)
    for (const { name, statement } of rows) expect(name).toBe(statementName(statement))
  })
})
