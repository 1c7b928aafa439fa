import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { importPartners } from '../business/partners/import-partners.ts'
import { asUpload, openTestCore } from '../testing/core.ts'
import { copyOfTemplate } from '../testing/databases.ts'
import { chainText, partnersText } from '../testing/network-files.ts'
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
