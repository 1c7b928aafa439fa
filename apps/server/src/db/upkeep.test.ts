import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import { asUpload, openTestCore } from '../testing/core.ts'
import { copyOfTemplate, createPostgresDatabase } from '../testing/databases.ts'
import { chainText, partnersText } from '../testing/network-files.ts'
import { PartnersService } from '../testing/partners-service.ts'
import { runStatement, startOwnCluster } from '../testing/postgres.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { openCore } from '../core/open-core.ts'
import { readEnvironment } from '../env.ts'
import { freeReserve, keepReserve } from './upkeep.ts'

const MEBIBYTE = 1024 * 1024
const disk = mkdtempSync(join(tmpdir(), 'partner-office-disk-'))
const isMounted = mountSmallDisk()

/** Only root can mount, and not on every machine. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320m,mode=700', 'tmpfs', disk], {
      stdio: 'pipe',
    })
    return true
  } catch {
    process.stderr.write(
      'NO SMALL DISK can be mounted here: the tests of a full disk are skipped.\n',
    )
    return false
  }
}

const freeBytes = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize

function leaveFree(bytes: number): void {
  const ballast = join(disk, 'ballast')
  rmSync(ballast, { force: true })
  const size = freeBytes() - bytes
  if (size > 0) writeFileSync(ballast, Buffer.alloc(size))
}

describe.skipIf(!isMounted)('a full disk', () => {
  const directory = join(disk, 'db')
  beforeAll(() => cpSync(inject('embeddedTemplate'), directory, { recursive: true }))
  afterAll(() => execFileSync('umount', ['-l', disk]))

  const open = async (): Promise<Database> => {
    freeReserve(disk)
    keepReserve(disk)
    return openDatabase({ directory })
  }
  const countPartners = async ({ read }: Database) =>
    (await sql<{ count: number }>`select count(*) as count from partners`.execute(read)).rows[0]!
      .count

  test('refuses writes before they begin, keeps reads, and accepts writes once there is room', async () => {
    const database = await open()
    const core = await openTestCore(database)
    await importPartners(core, asUpload(chainText(3)))
    leaveFree(50 * MEBIBYTE)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await expect(importPartners(core, asUpload(partnersText([[9, 3]])))).rejects.toMatchObject({
      code: 'disk_full',
    })
    expect(await countPartners(database)).toBe(3)

    leaveFree(150 * MEBIBYTE)
    await new Promise((resolve) => setTimeout(resolve, 600))
    await importPartners(core, asUpload(partnersText([[9, 3]])))
    expect(await countPartners(database)).toBe(4)
    await database.close()
  })

  test('does not prevent a start: the reserve is given back before anything is created', async () => {
    leaveFree(200 * MEBIBYTE)
    const start = () =>
      openCore(readEnvironment({ DATA_DIR: disk, DEMO: 'off' }), {
        operatorPort: null,
        figures: false,
      })
    const first = await start()
    await first.close()
    leaveFree(0)
    const { core, close } = await start()
    expect(await countPartners(core.database)).toBe(4)
    await close()
    leaveFree(200 * MEBIBYTE)
  })

  test('does not prevent opening: the reserve makes room, reads work, writes wait', async () => {
    keepReserve(disk)
    expect(existsSync(join(disk, 'reserve'))).toBe(true)
    leaveFree(0)
    const database = await open()
    expect(existsSync(join(disk, 'reserve'))).toBe(false)
    expect(await countPartners(database)).toBe(4)
    await expect(database.transaction(async () => {})).rejects.toMatchObject({ code: 'disk_full' })
    await database.close()

    leaveFree(200 * MEBIBYTE)
    const again = await open()
    expect(existsSync(join(disk, 'reserve'))).toBe(true)
    await again.transaction(async () => {})
    await again.close()
  })
})

test('the log is written into the tables when it has grown, also during a transaction', async () => {
  const directory = copyOfTemplate()
  const database = await openDatabase({ directory })
  const { upkeep, read } = database
  const lastCheckpoint = async (db: Db) =>
    (
      await sql<{
        at: string
      }>`select checkpoint_lsn::text as at from pg_control_checkpoint()`.execute(db)
    ).rows[0]!.at
  const write = (db: Db, mebibytes: number) =>
    sql`
    insert into news_posts (language, title, category, published_at, figure, content, added_at)
    select 'en', '', '', 0, '', repeat(md5(n::text), 32), 0 from generate_series(1, ${mebibytes * 900}) n`.execute(
      db,
    )

  await upkeep.checkpointIfDue()
  const before = await lastCheckpoint(read)
  await write(read, 10)
  await upkeep.checkpointIfDue()
  expect(await lastCheckpoint(read)).toBe(before)
  await upkeep.checkpointOften()
  const afterStep = await lastCheckpoint(read)
  expect(afterStep).not.toBe(before)
  await write(read, 1)
  await upkeep.checkpointOften()
  expect(await lastCheckpoint(read)).toBe(afterStep)
  await database.transaction(async (tx) => {
    await write(tx, 80)
    await upkeep.checkpointIfDue(tx)
    expect(await lastCheckpoint(tx)).not.toBe(afterStep)
  })
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('a PostgreSQL that tells how much room its disk has', { timeout: 60_000 }, () => {
  const FLOOR = 64 * MEBIBYTE

  test('CLU-022 refuses changes with 503 while less than 64 MiB are free, at commands and the leader too, and keeps reads', async () => {
    const { url, drop } = await createPostgresDatabase()
    const database = await openDatabase({ url })
    const service = await PartnersService.open(database)
    const { clock } = service
    let orderId = 100
    const order = async () => {
      const { statusCode, body } = await service.operators.inject({
        method: 'POST',
        url: '/internal/v1/orders',
        headers: { 'x-operator-key': 'a-key-of-some-length' },
        payload: { orderId: (orderId += 1), userId: 2, amount: '1.00', paidAt: clock.now },
      })
      return { statusCode, isFull: body.includes('"disk_full"') }
    }
    const tell = (bytes: number) => runStatement(url, `update node.free_space set bytes = ${bytes}`)
    // A table in place of the foreign one: the test's disk is not to be filled.
    await runStatement(
      url,
      `create schema node; create table node.free_space as select ${FLOOR - 1}::bigint as bytes;
       grant usage on schema node to partner_office_app; grant select on node.free_space to partner_office_app`,
    )
    // A server that did not tell before is asked again after a minute.
    const now = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000)
    await vi.waitFor(async () => expect(await order()).toEqual(FULL), PATIENCE)
    const { change, long, inTerm } = database
    const term = inTerm({ epoch: 0, signal: new AbortController().signal })
    const statement = sql`select 1`
    await expect(change(statement)).rejects.toMatchObject({ code: 'disk_full' })
    await expect(long.transaction((tx) => statement.execute(tx))).rejects.toThrow('63 MiB are free')
    await expect(term.transaction((tx) => statement.execute(tx))).rejects.toThrow('63 MiB are free')
    await expect(term.change(statement)).rejects.toThrow('63 MiB are free')
    expect(await countPartnersOf(database)).toBe(9)

    await tell(FLOOR)
    await vi.waitFor(async () => expect(await order()).toEqual(RECORDED), PATIENCE)
    expect(await order()).toEqual(RECORDED)
    later.mockRestore()
    await database.close()
    await drop()
  })

  test('CLU-022 the foreign table of deploy/ tells the room of the disk that the server is on', async () => {
    const server = (await startOwnCluster())!
    const text = readFileSync(POST_BOOTSTRAP, 'utf8')
    const [, statements = ''] = /^\\connect office\n([\s\S]*?)^SQL$/m.exec(text) ?? []
    const { data } = await answerOf(server.url, "select current_setting('data_directory') as data")
    await runStatement(server.url, 'create role partner_office_app')
    await runStatement(server.url, statements)
    const { bytes } = await answerOf(
      server.url,
      'set role partner_office_app; select bytes from node.free_space',
    )
    const { bavail, bsize } = statfsSync(data as string)
    expect(Math.abs(Number(bytes) - bavail * bsize)).toBeLessThan(512 * MEBIBYTE)
    server.stop()
  })
})

const POST_BOOTSTRAP = join(
  import.meta.dirname,
  '../../../../deploy/templates/database/post-bootstrap',
)
const PATIENCE = { timeout: 20_000, interval: 100 }
const FULL = { statusCode: 503, isFull: true }
const RECORDED = { statusCode: 200, isFull: false }

async function answerOf(url: string, statement: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = (await client.query(statement)) as pg.QueryResult | pg.QueryResult[]
  await client.end()
  return [result].flat().at(-1)!.rows[0] as Record<string, unknown>
}

const countPartnersOf = async ({ read }: Database) =>
  (await read.selectFrom('partners').select('id').execute()).length
