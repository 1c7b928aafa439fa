import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'

import { liveOwner } from './db/data-owner.mjs'
import {
  type Child,
  freePorts,
  runSource,
  startServer,
  temporaryDirectory,
  until,
} from './testing/child.ts'
import { childOptions, inheritedVariables } from './testing/child-variables.ts'
import { copyDatabaseTo, createPostgresDatabase } from './testing/databases.ts'

const ONE_LINE = /^[^\n]+\n$/
const dataDir = join(temporaryDirectory(), 'data')
const seconds = async (work: Promise<unknown>): Promise<number> => {
  const begin = performance.now()
  await work
  return (performance.now() - begin) / 1000
}

describe('a server on the embedded database', () => {
  let variables: Record<string, string>
  let server: Child
  let brokenOff: Child
  beforeAll(async () => {
    const own = { DATA_DIR: dataDir, ...(await freePorts()) }
    brokenOff = runSource('main.ts', [], own)
    await until(() => brokenOff.said.out.includes('the demo network is being made'))
    brokenOff.process.kill('SIGTERM')
    await brokenOff.ended
    variables = { ...own, DEMO: 'off' }
    server = await startServer(variables)
  })

  test('whose start before was stopped while it created the demo, which ended with 0, has no partial network', async () => {
    expect(await brokenOff.ended).toBe(0)
    const response = await fetch(`http://127.0.0.1:${variables['OPERATOR_PORT']}/metrics`)
    expect(await response.text()).toMatch(/^partner_office_partners 0$/m)
  })

  test('prints its addresses, and that a power cut may lose the last writes', () => {
    const { out, err } = server.said
    expect(err).toContain(`http://127.0.0.1:${variables['PORT']}`)
    expect(err).toMatch(/a power cut may lose the last moments.*PostgreSQL/)
    expect(err).not.toContain('demo@example.com')
    for (const line of out.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('whose pages are built meanwhile waits for them, and prints its addresses below the log', async () => {
    const both = join(dataDir, '..', 'both.log')
    const file = openSync(both, 'w')
    const own = { DATA_DIR: join(dataDir, '..', 'below'), DEMO: 'off', ...(await freePorts()) }
    copyDatabaseTo(own.DATA_DIR)
    const child = spawn(
      process.execPath,
      [...childOptions(own), join(import.meta.dirname, 'main.ts'), '--pages-follow'],
      { env: { ...inheritedVariables(), ...own }, stdio: ['ignore', file, file, 'ipc'] },
    )
    closeSync(file)
    const said = () => readFileSync(both, 'utf8')
    await until(() => liveOwner(own.DATA_DIR) !== null)
    await wait(2_000)
    expect(said()).not.toContain('"msg":"ready"')
    child.send('built')
    await until(() => said().includes('DATABASE_URL'), 100_000).finally(() => child.kill('SIGKILL'))
    expect(said()).toMatch(/"msg":"ready"[^]*Back office {3}http/)
  })

  test('whose pages will never be built, because its parent is gone, ends', async () => {
    const own = { DATA_DIR: join(dataDir, '..', 'alone'), DEMO: 'off', ...(await freePorts()) }
    copyDatabaseTo(own.DATA_DIR)
    const child = spawn(
      process.execPath,
      [...childOptions(own), join(import.meta.dirname, 'main.ts'), '--pages-follow'],
      { env: { ...inheritedVariables(), ...own }, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    )
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([1, null])
  })

  test('answers health on every port', async () => {
    for (const name of ['PORT', 'PASSPORT_PORT', 'OPERATOR_PORT']) {
      const response = await fetch(`http://127.0.0.1:${variables[name]}/health/ready`)
      expect(response.status).toBe(200)
    }
  })

  test('makes its secrets readable for its own account only', () => {
    const secrets = join(dataDir, 'secrets')
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    expect(readdirSync(secrets).toSorted()).toEqual(['operator-key', 'password-seal-key'])
    for (const name of readdirSync(secrets)) {
      expect(statSync(join(secrets, name)).mode & 0o777).toBe(0o600)
    }
    expect(readFileSync(join(secrets, 'operator-key'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
  })

  test('makes everything in its data directory for its own account only', () => {
    // The database's files are behind the mode of their directory.
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    const open = names
      .filter((name) => !/^db(\.new)?\//.test(name))
      .filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)
    expect(names).toEqual(expect.arrayContaining(['db', 'secrets', 'db/PG_VERSION']))
    expect(open).toEqual([])
  })

  test('owns its data: a second start is refused with one line that names it', async () => {
    // Its ports are taken, too: the data is the reason to name.
    const second = runSource('main.ts', [], variables)
    expect(await second.ended).toBe(1)
    expect(second.said.err).toMatch(ONE_LINE)
    expect(second.said.err).toContain(`${dataDir} is in use by process ${server.process.pid}`)
  })

  test('starts again after a kill -9, also if another process has its process id', async () => {
    server.process.kill('SIGKILL')
    expect(await server.ended).toBe('SIGKILL')

    const [name] = readdirSync(join(dataDir, 'owner'))
    const owner = JSON.parse(readFileSync(join(dataDir, 'owner', name!), 'utf8'))
    writeFileSync(join(dataDir, 'owner', name!), JSON.stringify({ ...owner, pid: process.pid }))

    server = await startServer(variables)
  })

  test('finishes running calls on a stop signal, and ignores further signals', async () => {
    const answered = slowOrder(variables['OPERATOR_PORT']!)
    await until(() => answered.isSent())
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) server.process.kill(signal)
    await until(async () => !(await isListening(variables['PORT']!)))
    answered.finish()
    expect(await seconds(server.ended)).toBeLessThan(10)
    expect(await answered.status).toBe(200)
    expect(await server.ended).toBe(0)
    expect(liveOwner(dataDir)).toBeNull()
  })
})

describe('a start', () => {
  test.each([
    [{ PORT: 'http' }, /^PORT must be a port/],
    [{ HOST: '192.0.2.1' }, /^HOST must be an address of this machine/],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^DATABASE_URL cannot be used: .*ECONNREFUSED/],
  ])('with %j is refused with one line', async (wrong, line) => {
    const variables = {
      DATA_DIR: join(dataDir, '..', 'unused'),
      DEMO: 'off',
      ...(await freePorts()),
      ...wrong,
    }
    const child = runSource('main.ts', [], variables)
    expect(await child.ended).toBe(1)
    expect(child.said.err).toMatch(ONE_LINE)
    expect(child.said.err).toMatch(line)
  })

  test('on a port in use is refused with one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as { port: number }).port)
    const variables = {
      DATA_DIR: join(dataDir, '..', 'unused'),
      DEMO: 'off',
      ...(await freePorts()),
      OPERATOR_PORT: port,
    }
    const child = runSource('main.ts', [], variables)
    expect(await child.ended).toBe(1)
    other.close()
    expect(child.said.err).toMatch(ONE_LINE)
    expect(child.said.err).toContain(`Port ${port} of 127.0.0.1 is in use by another program`)
    expect(child.said.err).toContain('OPERATOR_PORT')
  })
})

describe('two servers on one PostgreSQL', () => {
  test('share the key, seed once, and follow each other', async () => {
    const { url, drop } = await createPostgresDatabase({ isMigrated: false })
    const shared = { DATABASE_URL: url, DATA_DIR: join(dataDir, '..', 'postgres'), DEMO: 'off' }
    const [a, b] = [
      { ...shared, ...(await freePorts()) },
      { ...shared, ...(await freePorts()) },
    ]
    const servers = await Promise.all([startServer(a), startServer(b)])
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      `select value from settings where name = 'secret.operator-key'`,
    )
    expect((await client.query('select from plans')).rowCount).toBe(1)
    expect((await client.query('select from rates')).rowCount).toBe(6)
    await client.query(`insert into partners (id, depth, email, first_name, last_name, country_id, registered_at,
      invite_code, fact) values (1, 0, 'a@b.example', 'A', 'B', 'DE', 0, 'x', 1)`)
    await client.query('update fact_log set last_fact = 1')
    await client.end()

    const asOf = async ({ OPERATOR_PORT }: typeof a) => {
      const text = await (await fetch(`http://127.0.0.1:${OPERATOR_PORT}/metrics`)).text()
      return /^partner_office_figures_as_of (\d+)$/m.exec(text)?.[1]
    }
    await until(async () => (await asOf(a)) === '1' && (await asOf(b)) === '1')
    for (const { OPERATOR_PORT } of [a, b]) {
      const response = await fetch(`http://127.0.0.1:${OPERATOR_PORT}/internal/v1/users/1/block`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${rows[0].value}`, 'content-type': 'application/json' },
        body: '{"blocked":true}',
      })
      expect(await response.json()).toMatchObject({ state: 'success' })
    }
    await until(async () => (await asOf(a)) === '2' && (await asOf(b)) === '2')

    const office = runSource('office.ts', ['partner', 'unblock', '1'], shared)
    expect(await office.ended).toBe(0)
    await until(async () => (await asOf(a)) === '3' && (await asOf(b)) === '3')
    const list = runSource('office.ts', ['config', 'list'], shared)
    expect(await list.ended).toBe(0)
    expect(list.said.out).not.toContain('secret')

    for (const { process } of servers) process.kill('SIGTERM')
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0])
    await drop()
  })
})

/** An order whose body is sent in two parts. */
function slowOrder(port: string) {
  const key = readFileSync(join(dataDir, 'secrets', 'operator-key'), 'utf8').trim()
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/internal/v1/orders',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  let isSent = false
  sent.write('{"orderId":1', () => (isSent = true))
  const status = once(sent, 'response').then(([response]) => {
    response.resume()
    return response.statusCode as number
  })
  return { isSent: () => isSent, finish: () => sent.end('}'), status }
}

async function isListening(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  )
}
