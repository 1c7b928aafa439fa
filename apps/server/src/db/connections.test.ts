import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { openCore, type OpenCore } from '../core/open-core.ts'
import { readEnvironment } from '../env.ts'
import { freePorts, runSource, temporaryDirectory } from '../testing/child.ts'
import { createPostgresDatabase } from '../testing/databases.ts'
import { type OwnCluster, runStatement, startOwnCluster } from '../testing/postgres.ts'
import { type WireHooks, wireProxyTo } from '../testing/wire-proxy.ts'

const directory = temporaryDirectory()

/** Opens the data as a server process does, without serving: it listens for facts, so it always has a connection. */
const openProcess = (url: string, name: string): Promise<OpenCore> =>
  openCore(
    readEnvironment({ DATABASE_URL: url, DATA_DIR: join(directory, name), PROCESS_NAME: name }),
    { operatorPort: 3002, figures: true },
  )

const openCommand = (url: string): Promise<OpenCore> =>
  openCore(readEnvironment({ DATABASE_URL: url, DATA_DIR: directory }), {
    operatorPort: null,
    figures: false,
  })

describe('CLU-015 a process counts all connections that it may use', () => {
  let server: OwnCluster
  beforeAll(async () => {
    // Less 3 for superusers: room for 2 x 28 and 15 others, and for no more.
    server = (await startOwnCluster({ max_connections: '74' }))!
  })
  afterAll(() => server.stop())

  /** A start ends some of its connections, which the server counts a moment longer. */
  const othersEnded = (): Promise<void> =>
    vi.waitFor(() =>
      runStatement(
        server.url,
        `do $$ begin
           assert not exists (select from pg_stat_activity
             where datname = 'limited' and application_name not like 'partner_office %');
         end $$`,
      ),
    )

  test('CLU-015 with those of the processes before it; the one that is too many refuses to start with the sum, and a command does not', async () => {
    const first = await openProcess(server.url, 'one')
    // Two processes of one name are two.
    const second = await openProcess(server.url, 'one')
    const variables = { DATABASE_URL: server.url, DATA_DIR: join(directory, 'third') }
    const third = runSource('main.ts', [], { ...variables, ...(await freePorts()) })
    expect(await third.ended).toBe(1)
    expect(third.said.err).toBe(
      'DATABASE_URL cannot be used: 3 x 28 for processes and 15 for other programs are 99 connections, ' +
        'and the server allows 71: allow more, or stop a process\n',
    )
    await (await openCommand(server.url)).close()
    await second.close()
    await (await openProcess(server.url, 'third')).close()
    await first.close()
  })

  test.each([
    ['role', 'alter role limited connection limit', 55],
    ['database', 'alter database limited connection limit', 55],
  ])('a limit of the %s counts, too', async (what, statement, limit) => {
    const url = new URL(server.url)
    url.pathname = '/limited'
    url.username = 'limited'
    if (what === 'role') {
      await runStatement(
        server.url,
        'create role limited login createrole in role partner_office_app',
      )
      await runStatement(server.url, 'create database limited owner limited')
    }
    await runStatement(server.url, `${statement} ${limit}`)
    onTestFinished(() => runStatement(server.url, `${statement} -1`))
    const first = await openProcess(String(url), 'one')
    await othersEnded()
    await expect(openProcess(String(url), 'two')).rejects.toThrow(
      `2 x 28 for processes and 0 for other programs are 56 connections, and the ${what} allows 55`,
    )
    await runStatement(server.url, `${statement} ${limit + 1}`)
    await othersEnded()
    await (await openProcess(String(url), 'two')).close()
    await first.close()
  })
})

describe('D-190 a connection through a pooler stops the start with one line', () => {
  let url: string
  let drop: () => Promise<void>
  beforeAll(async () => {
    ;({ url, drop } = await createPostgresDatabase())
  })
  afterAll(() => drop())

  const startThrough = async (hooks: WireHooks): Promise<string> => {
    const proxy = await wireProxyTo(url, hooks)
    const refused = await openProcess(proxy.url, 'pooled').then(
      () => 'started',
      ({ name, message }: Error) => `${name}: ${message}`,
    )
    await proxy.close()
    return refused
  }
  const advice = 'connect to PostgreSQL itself, without a pooler in between'
  const refusal = (problem: string) =>
    `StartRefused: DATABASE_URL cannot be used: ${problem}: ${advice}`

  test('if it drops the role of a connection, which then has the rights of the owner', async () => {
    const hooks: WireHooks = {
      startUp: ({ options = '', ...others }) => ({
        ...others,
        options: options.replace(/-c role=\S+/, ''),
      }),
    }
    expect(await startThrough(hooks)).toBe(refusal('the role is postgres, not partner_office_app'))
  })

  test('if it drops the limits of time', async () => {
    const hooks: WireHooks = {
      startUp: (all) => ({ ...all, options: '-c role=partner_office_app' }),
    }
    expect(await startThrough(hooks)).toBe(
      refusal('the limit of a statement is 0 ms, not 3600000 ms'),
    )
  })

  test('if it shares connections, and announces process ids of its own', async () => {
    const hooks: WireHooks = {
      toClient: ({ type, bytes }) => {
        if (type !== 'K') return bytes
        const other = Buffer.from(bytes)
        other.writeInt32BE(1, 5)
        return other
      },
    }
    expect(await startThrough(hooks)).toBe(refusal('the connection is shared'))
  })
})
