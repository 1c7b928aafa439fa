import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Database, openDatabase, TermOver } from '../db/database.ts'
import type { Term } from '../db/leader-lock.ts'
import { type Child, freePorts, startServer, temporaryDirectory, until } from '../testing/child.ts'
import { type DatabaseProxy, proxyTo } from '../testing/cut-off.ts'
import { createPostgresDatabase, onPostgres } from '../testing/databases.ts'

const PATIENCE_MS = 200_000

type Ports = Awaited<ReturnType<typeof freePorts>>

const statusOf = async ({ PORT }: Ports, question: string): Promise<number> =>
  fetch(`http://127.0.0.1:${PORT}/health/${question}`).then(
    ({ status }) => status,
    () => 0,
  )

const secondsUntil = async (isSo: () => Promise<boolean>): Promise<number> => {
  const begin = performance.now()
  await until(isSo)
  return (performance.now() - begin) / 1000
}

describe('the processes on one PostgreSQL', { timeout: PATIENCE_MS }, () => {
  const directory = temporaryDirectory()
  let url: string
  let drop: () => Promise<void>
  let database: Database
  beforeAll(async () => {
    ;({ url, drop } = await createPostgresDatabase())
    database = await openDatabase({ url })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  const start = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const ports = await freePorts()
    const variables = { DATABASE_URL: url, DATA_DIR: `${directory}/${name}`, ...ports, ...more }
    return { ports, server: await startServer(variables) }
  }
  const isLeader = async ({ ports }: { ports: Ports }) => (await statusOf(ports, 'leader')) === 200
  const epoch = async (): Promise<number> => {
    const { rows } = await sql<{ epoch: number }>`
      select last_value as epoch from leader_epochs`.execute(database.read)
    return rows[0]!.epoch
  }
  const endLockOf = (): Promise<unknown> =>
    database.asOwner((tx) =>
      sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended('partner_office_leader', 0)
        and database = (select oid from pg_database where datname = current_database())`.execute(
        tx,
      ),
    )
  const end = async ({ server }: { server: Child }) => {
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  }

  test('CLU-008 CLU-009 CLU-010 CLU-011 exactly one leads; one that stops, loses its lock or is killed is followed within 10 s in a new epoch, and leads no more', async () => {
    const one = await start('one')
    await until(() => isLeader(one))
    const other = await start('other')
    expect(await isLeader(other)).toBe(false)
    const first = await epoch()

    one.server.process.kill('SIGSTOP')
    expect(await secondsUntil(() => isLeader(other))).toBeLessThan(10)
    expect(await epoch()).toBe(first + 1)
    one.server.process.kill('SIGCONT')
    await until(async () => (await statusOf(one.ports, 'ready')) === 200)
    await until(async () => !(await isLeader(one)))
    expect([await isLeader(one), await isLeader(other)]).toEqual([false, true])

    // The connection of the lock alone is cut.
    await endLockOf()
    expect(await secondsUntil(async () => !(await isLeader(other)))).toBeLessThan(1)
    await until(async () => (await isLeader(one)) !== (await isLeader(other)))
    expect(await epoch()).toBe(first + 2)

    const [leader, follower] = (await isLeader(one)) ? [one, other] : [other, one]
    leader.server.process.kill('SIGKILL')
    expect(await secondsUntil(() => isLeader(follower))).toBeLessThan(10)
    expect(await epoch()).toBe(first + 3)
    await end(follower)
  })

  test('CLU-031 CLU-024 UPG-002 serving, ready and leader are three questions: without a database, and from SIGTERM on, when idle keep-alive connections see no reset', async () => {
    const proxy: DatabaseProxy = await proxyTo(url)
    const { PORT: forOperators, OPERATOR_PORT: forMetrics } = await freePorts()
    const one = await start('health', {
      DATABASE_URL: proxy.url,
      DRAIN_SECONDS: '4',
      OPERATOR_KEY: 'a-key-of-some-length',
      OPERATOR_LISTEN: `127.0.0.1:${forOperators}`,
      METRICS_LISTEN: `127.0.0.1:${forMetrics}`,
    })
    const questions = ['live', 'serving', 'ready', 'leader']
    const answers = () => Promise.all(questions.map((question) => statusOf(one.ports, question)))
    const become = async (due: readonly number[]) =>
      until(async () => (await answers()).join() === due.join())
    await become([200, 200, 200, 200])
    // The balancer asks at the operators' port for other machines, Prometheus at that for metrics.
    for (const [port, path] of [
      [forOperators, 'health/leader'],
      [forMetrics, 'metrics'],
    ] as const) {
      expect((await fetch(`http://127.0.0.1:${port}/${path}`)).status).toBe(200)
    }
    // CLU-024
    const cutAt = performance.now()
    proxy.cut()
    await become([200, 200, 503, 503])
    expect(performance.now() - cutAt).toBeLessThan(3_000)
    const healedAt = performance.now()
    proxy.restore()
    await until(async () => (await statusOf(one.ports, 'ready')) === 200)
    expect(performance.now() - healedAt).toBeLessThan(3_000)
    await become([200, 200, 200, 200])

    const kept = Array.from({ length: KEPT_OPEN }, () => new KeptOpen(Number(one.ports.PORT)))
    for (const each of kept) expect(await each.ask()).toEqual({ status: '200', closes: false })
    one.server.process.kill('SIGTERM')
    const asked = performance.now()
    await become([200, 503, 503, 503])
    // UPG-002: a request on a connection that was idle is answered until the ports close, and its connection ends after it.
    const [idle, ...used] = kept
    for (const each of used) {
      expect(await each.ask()).toEqual({ status: '200', closes: true })
      await wait(100)
    }
    expect(await one.server.ended).toBe(0)
    expect(await Promise.all(kept.map((each) => each.closed))).toEqual(kept.map(() => []))
    expect(idle!.answers).toBe(1)
    const took = (performance.now() - asked) / 1000
    expect(took).toBeGreaterThan(4)
    expect(took).toBeLessThan(10)
    await proxy.close()
  })
})

const KEPT_OPEN = 15

/** A keep-alive connection of a balancer. */
class KeptOpen {
  readonly #socket: Socket
  readonly #problems: string[] = []
  /** Resolves with what went wrong on the connection, once it has closed. */
  readonly closed: Promise<readonly string[]>
  #text = ''
  answers = 0

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8')
    this.#socket.on('data', (text: string) => (this.#text += text))
    this.#socket.on('error', ({ message }) => this.#problems.push(message))
    this.closed = once(this.#socket, 'close').then(() => this.#problems)
  }

  async ask(): Promise<{ status: string | undefined; closes: boolean }> {
    this.#text = ''
    this.#socket.write('GET /config HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
    await until(() => this.#text.endsWith('}'))
    this.answers += 1
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(this.#text) ?? []
    return { status, closes: /^connection: close\r$/im.test(this.#text) }
  }
}

onPostgres('the work of a term', (newDatabase) => {
  const termOf = (epoch: number, ended = new AbortController()): Term => ({
    epoch,
    signal: ended.signal,
  })
  const begin = async ({ read }: Database): Promise<number> =>
    (await sql<{ epoch: number }>`select begin_epoch() as epoch`.execute(read)).rows[0]!.epoch
  const write = (at: number) => sql`update fact_log set last_turn = ${at}`
  const written = async ({ read }: Database): Promise<number> =>
    (await read.selectFrom('factLog').select('lastTurn').executeTakeFirstOrThrow()).lastTurn ?? 0

  test('CLU-010 is committed in its own epoch only, also what another epoch has overtaken in the middle', async () => {
    const database = await newDatabase()
    const term = database.inTerm(termOf(await begin(database)))
    await term.transaction((tx) => write(1).execute(tx))
    await write(2).execute(term.read)
    expect(await written(database)).toBe(2)

    const overtaken = term.transaction(async (tx) => {
      await write(3).execute(tx)
      await begin(database)
    })
    await expect(overtaken).rejects.toMatchObject({ code: 'PO006' })
    await expect(write(4).execute(term.read)).rejects.toMatchObject({ code: 'PO006' })
    await expect(term.change(write(5))).rejects.toMatchObject({ code: 'PO006' })
    await expect(term.snapshot((tx) => write(6).execute(tx))).rejects.toMatchObject({
      code: 'PO006',
    })
    expect(await written(database)).toBe(2)
  })

  test('CLU-010 another epoch waits for a transaction that has passed the comparison', async () => {
    const database = await newDatabase()
    const epoch = await begin(database)
    let isBegun = false
    let next: Promise<unknown> = Promise.resolve()
    await database.transaction(async (tx) => {
      await write(1).execute(tx)
      await sql`select require_epoch(${epoch})`.execute(tx)
      next = begin(database).then(() => (isBegun = true))
      await wait(300)
      expect(isBegun).toBe(false)
    })
    await next
    expect(await written(database)).toBe(1)
  })

  test('CLU-011 is refused before each statement once its term is over', async () => {
    const database = await newDatabase()
    const ended = new AbortController()
    const term = database.inTerm(termOf(await begin(database), ended))
    const broken = term.transaction(async (tx) => {
      await write(1).execute(tx)
      ended.abort()
      await write(2).execute(tx)
    })
    await expect(broken).rejects.toThrow(TermOver)
    await expect(write(3).execute(term.read)).rejects.toThrow(TermOver)
    expect(await written(database)).toBe(0)
  })
})
