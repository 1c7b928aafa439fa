import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openDatabase } from '../../db/database.ts'
import { type OwnCluster, runStatement, startOwnCluster } from '../../testing/postgres.ts'
import { examineServer } from './examine-server.ts'
import { examineOwnZone, examineServerZones } from './examine-zones.ts'

const SERVER_MS = 60_000

let cluster: OwnCluster
let client: pg.Client

async function connect(url: string): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: url })
  await made.connect()
  return made
}

const codes = async (of: Pick<pg.Client, 'query'> = client): Promise<string[]> =>
  (await examineServer(of)).map(({ code }) => code)

const run = (statement: string) => runStatement(cluster.url, statement)

/** The server as it would be with other answers about itself. */
const answering = (changes: object): Pick<pg.Client, 'query'> => ({
  query: (async (text: string, values: unknown[]) => {
    const { rows } = await client.query(text, values)
    return { rows: rows.map((row) => ({ ...row, ...('fsync' in row && changes) })) }
  }) as pg.Client['query'],
})

async function reloaded(setting: string): Promise<void> {
  await run(`alter system set ${setting}`)
  await run('select pg_reload_conf()')
  const [name = ''] = setting.split(' ')
  const value = async () =>
    (await client.query(`select current_setting($1) as now`, [name])).rows[0].now as string
  const wanted = setting.slice(setting.indexOf("'") + 1, -1)
  while ((await value()) !== wanted) await wait(20)
}

describe('OBS-009 a PostgreSQL server', { timeout: SERVER_MS }, () => {
  beforeAll(async () => {
    cluster = (await startOwnCluster({
      fsync: 'on',
      full_page_writes: 'on',
      archive_mode: 'on',
    }))!
    const database = await openDatabase({ url: cluster.url })
    await database.close()
    client = await connect(cluster.url)
  }, SERVER_MS)
  afterAll(async () => {
    await client.end()
    cluster.stop()
  })

  test('that is as it should be: nothing', async () => {
    expect(await codes()).toEqual([])
  })

  test.each([
    ['fsync off', { fsync: 'off' }, 'fsync_off'],
    ['full_page_writes off', { fullPageWrites: 'off' }, 'full_page_writes_off'],
    ['no checksums', { checksums: 'off' }, 'checksums_off'],
    ['version 14', { version: 14 }, 'postgres_old'],
    ['a standby that is asynchronous', { standbys: 1 }, 'standby_not_synchronous'],
    ['no role, in a database with tables', { hasRole: false }, 'role_missing'],
  ])('%s', async (_title, changes, code) => {
    expect(await codes(answering(changes))).toEqual([code])
  })

  test('with a role still to be made by the first start: nothing, unless it may not make it', async () => {
    const empty = { hasRole: false, mayUseRole: false, owns: null }
    expect(await codes(answering(empty))).toEqual([])
    expect(await codes(answering({ ...empty, mayMakeRole: false }))).toEqual(['role_missing'])
  })

  test.each([
    [0, 0, []],
    [1, 1, []],
    [2, 0, ['standby_not_synchronous']],
  ])('%i standbys, %i synchronous', async (standbys, synchronous, found) => {
    expect(await codes(answering({ standbys, synchronous }))).toEqual(found)
  })

  test.each([
    [1_500, []],
    [-1_500, []],
    [2_500, ['clock_differs']],
    [-2_500, ['clock_differs']],
  ])('a clock that differs by %i ms', async (ms, found) => {
    expect(await codes(answering({ now: Date.now() + ms }))).toEqual(found)
  })

  test('that waits for a standby which is not there', async () => {
    await reloaded(`synchronous_standby_names to 'nobody'`)
    const findings = await examineServer(client)
    await reloaded(`synchronous_standby_names to ''`)
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'standby_not_synchronous',
        effect: 'Writes wait and are refused until a standby is back.',
      }),
    ])
  })

  test('whose archive fails', async () => {
    await reloaded(`archive_command to 'false'`)
    await run('create table to_switch()')
    await run('select pg_switch_wal()')
    while (!(await codes()).includes('archive_failing')) await wait(50)
    expect(await codes()).toEqual(['archive_failing'])
  })

  test('that allows fewer connections than a process needs', async () => {
    await run('drop role if exists tenant')
    await run('create role tenant login connection limit 20')
    const url = new URL(cluster.url)
    url.username = 'tenant'
    const other = await connect(String(url))
    const findings = await examineServer(other).finally(() => other.end())
    expect(findings).toContainEqual(
      expect.objectContaining({
        code: 'connections_few',
        problem: expect.stringMatching(/^1 x 28 for processes .* the role allows 20/),
      }),
    )
  })

  describe('asked by another user', () => {
    let other: pg.Client
    afterEach(() => other.end())

    test('who owns nothing and may not act as the role', async () => {
      await run('drop role if exists stranger')
      await run('create role stranger login')
      const url = new URL(cluster.url)
      url.username = 'stranger'
      other = await connect(String(url))
      expect(await codes(other)).toEqual(
        expect.arrayContaining(['role_not_granted', 'rights_wrong']),
      )
    })
  })

  describe('whose migrations differ', () => {
    afterEach(() => run(`delete from kysely_migration where name like '9999%'`))

    test('because a newer program was there', async () => {
      await run(`insert into kysely_migration values ('9999-later', '2027-01-01')`)
      expect(await codes()).toContain('program_old')
    })

    test('because the last ones are missing', async () => {
      const { rows } = await client.query(
        `delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`,
      )
      const findings = await examineServer(client)
      await client.query('insert into kysely_migration values ($1, $2)', [
        rows[0].name,
        rows[0].timestamp,
      ])
      expect(findings).toContainEqual(
        expect.objectContaining({
          code: 'schema_unfinished',
          problem: `The database lacks migrations: ${rows[0].name}.`,
        }),
      )
    })
  })

  describe('whose time zone is not UTC', () => {
    const elsewhere = async (url = cluster.url) => {
      const other = await connect(url)
      const findings = await examineServerZones(other).finally(() => other.end())
      return findings.map(({ code, problem, remedy }) => [code, problem, remedy])
    }
    afterEach(async () => {
      await run('alter system reset timezone')
      await run('alter role postgres reset timezone')
      await run('alter database postgres reset timezone')
    })

    test('OBS-009 UTC by any of its names is no finding', async () => {
      for (const zone of ['UTC', 'Etc/GMT', 'Africa/Abidjan']) {
        await run(`alter role postgres set timezone = '${zone}'`)
        expect(await elsewhere()).toEqual([])
      }
    })

    test('OBS-009 the zone of connections, with what resets it where it was set', async () => {
      const inTokyo = 'Connections to the database are in the time zone Asia/Tokyo.'
      await reloaded(`timezone to 'Asia/Tokyo'`)
      expect(await elsewhere()).toEqual([
        ['database_zone', inTokyo, expect.stringMatching(/^alter system set timezone = 'UTC';/)],
      ])
      for (const [set, reset] of [
        [`alter database postgres set timezone = 'Asia/Tokyo'`, 'database postgres'],
        [`alter role postgres set timezone = 'Asia/Tokyo'`, 'role postgres'],
      ]) {
        await run(set!)
        expect(await elsewhere()).toEqual([
          ['database_zone', inTokyo, `alter ${reset} reset timezone;`],
        ])
      }
      expect(await elsewhere(`${cluster.url}?options=-c%20timezone%3DAsia/Tokyo`)).toEqual([
        ['database_zone', inTokyo, 'Take the time zone out of DATABASE_URL.'],
      ])
    })

    test('OBS-009 the zone of the log, also one that is UTC in winter alone', async () => {
      await reloaded(`log_timezone to 'Europe/London'`)
      const found = await elsewhere()
      await reloaded(`log_timezone to 'UTC'`)
      expect(found).toEqual([
        [
          'log_zone',
          'The log of the server is written in the time zone Europe/London.',
          expect.stringMatching(/^alter system set log_timezone = 'UTC';/),
        ],
      ])
    })
  })

  test('that is a standby', async () => {
    const standby = await cluster.addStandby()
    const other = await connect(standby.url)
    const found = await codes(other)
    await other.end()
    standby.stop()
    expect(found).toContain('database_standby')
  })
})

test.each([
  ['UTC', []],
  ['Etc/GMT', []],
  ['Europe/London', ['machine_zone']],
  ['America/New_York', ['machine_zone']],
])('OBS-009 a machine in the time zone %s', (zone, found) => {
  expect(examineOwnZone(zone).map(({ code }) => code)).toEqual(found)
})
