import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { CONSOLE } from '@partner-office/contracts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import { audited } from '../../business/audit/audit-log.ts'
import { MIGRATIONS } from '../../db/migrations/index.ts'
import type { Core } from '../../core/core.ts'
import { newProcess, PROGRAM_VERSION } from '../../core/process-identity.ts'
import { JobFailures } from '../../jobs/job-failures.ts'
import { onBothDatabases } from '../../testing/databases.ts'
import { emptyDirectory } from '../../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../../testing/operators-desk.ts'
import { noteProcess } from '../processes/note-process.ts'
import { readBackups } from './read-backups.ts'

const MINUTE_MS = 60_000

test('SYS-007 every call of the system page reads', () => {
  const calls = Object.values(CONSOLE.system)
  expect(calls.map(({ method }) => method)).toEqual(calls.map(() => 'GET'))
})

onBothDatabases('the system page', (newDatabase, kind) => {
  let desk: OperatorsDesk
  let ann: Browser
  let dataDir: string
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    ann = await desk.operator('ann@example.com', 'viewer')
    dataDir = emptyDirectory()
    return () => rmSync(dataDir, { recursive: true, force: true })
  })

  const read = async (page: string) => (await desk.as(ann, 'GET', `system/${page}`)).data
  const note = (core: Core, failures = new JobFailures()) =>
    noteProcess(core, { dataDir, failures: failures.last })
  /** Makes what a process has noted older. */
  const age = (name: string, ms: number) =>
    sql`update console.processes set seen_at = seen_at - ${ms}::bigint where name = ${name}`.execute(
      desk.core.database.read,
    )

  test('SYS-001 every process is listed with what it says of itself; one that is gone is grey, then leaves', async () => {
    const other: Core = {
      ...desk.core,
      process: newProcess('office-2', desk.clock.now),
      leadership: { isLeader: () => false, epoch: null, isBesideOlder: false, processes: 2 },
      trustedClock: { problem: async () => null, apart: async () => -1_200 },
    }
    await note(desk.core)
    await note(other)
    const { content } = await read('processes')
    expect(content.map(({ name }: { name: string }) => name)).toEqual(['office-2', 'test'])
    expect(content[1]).toMatchObject({
      id: desk.core.process.id,
      version: PROGRAM_VERSION,
      startedAt: desk.core.process.startedAt,
      isGone: false,
      fact: desk.core.network.asOf,
      figuresAge: 0,
      clockDifference: 0,
      isLeader: true,
    })
    expect(content[1].memory).toBeGreaterThan(10_000_000)
    expect(content[1].freeDisk).toBeGreaterThan(0)
    expect(content[0]).toMatchObject({ clockDifference: -1_200, isLeader: false })
    // One process owns an embedded database, so any other one is gone.
    const isGone = async () => (await read('processes')).content[0]?.isGone
    expect(await isGone()).toBe(kind === 'embedded')
    await age('office-2', 10_000)
    expect(await isGone()).toBe(kind === 'embedded')
    await age('office-2', 5_000)
    expect(await isGone()).toBe(true)
    await age('office-2', 59 * MINUTE_MS)
    await note(desk.core)
    expect((await read('processes')).content).toHaveLength(2)
    await age('office-2', MINUTE_MS)
    await note(desk.core)
    expect((await read('processes')).content).toHaveLength(1)
  })

  test('SYS-002 the database: kind, version, size by groups of tables, servers and connections', async () => {
    await note(desk.core)
    const database = await read('database')
    expect(database.kind).toBe(kind === 'embedded' ? 'embedded' : 'postgres')
    expect(database.version).toMatch(/^\d+/)
    const groups = new Map<string, number>(
      database.groups.map(({ name, bytes }: { name: string; bytes: number }) => [name, bytes]),
    )
    for (const name of [
      'orders',
      'partners',
      'ledger',
      'payouts',
      'accounts',
      'console',
      'history',
    ]) {
      expect({ name, bytes: groups.get(name) }).toEqual({ name, bytes: expect.any(Number) })
    }
    expect(database.bytes).toBeGreaterThan(1_000_000)
    if (kind === 'embedded') {
      expect(database).toMatchObject({ connections: null, longestStatement: null })
      expect(database.servers).toMatchObject([{ role: 'embedded', lagBytes: null }])
      expect(database.freeDisk).toBeGreaterThan(0)
    } else {
      expect(database.servers).toMatchObject([
        { role: 'primary', lagBytes: null, lagSeconds: null },
      ])
      expect(database.connections.used).toBeGreaterThan(0)
      expect(database.connections.allowed).toBeGreaterThan(database.connections.used)
      expect(database.freeDisk).toBeNull()
    }
  })

  test('SYS-004 queues: length, oldest, tries, and the last error without addresses', async () => {
    await sql`insert into passport.mails (id, user_id, sealed_letter, created_at, next_at, tries) values
      (gen_random_uuid(), 1, '', 5000, 0, 1), (gen_random_uuid(), 1, '', 4000, 0, 3)`.execute(
      desk.core.database.read,
    )
    const failures = new JobFailures()
    failures.add('deliver notices', new Error('another one'))
    failures.add('hand over mails', new Error('550 <ann.lee@example.com> is not here'))
    await note(desk.core, failures)
    const { content } = await read('queues')
    expect(content).toHaveLength(7)
    const [mails, notices] = content
    expect(mails).toMatchObject({ name: 'mails', length: 2, oldest: 4_000, tries: 3 })
    expect(mails.lastError.text).toBe('550 <…> is not here')
    expect(notices).toMatchObject({ name: 'notices', length: 0, oldest: null, tries: null })
    expect(content.slice(-2)).toMatchObject([
      { name: 'payouts', tries: null, lastError: null },
      { name: 'webhooks', length: 0, tries: null, lastError: null },
    ])
  })

  test('SYS-005 backups: the product’s own with reports and restore tests; pgBackRest’s where it is set up', async () => {
    expect(await read('backups')).toEqual({
      content: [],
      restoreTestAt: null,
      hasRestoreFailed: false,
    })
    const act = (command: string, details: object = {}) =>
      audited(desk.core, { actor: 'test', command, details: () => details }, async () => {})
    await act('backup')
    desk.clock.now += 1_000
    await act('backups report', { words: ['backup'] })
    await act('backups report', { words: ['restore-test'], failed: 'no space' })
    expect(await read('backups')).toMatchObject({
      content: [
        { source: 'product', kind: 'office backup', at: desk.clock.now - 1_000, isRestored: false },
        { source: 'report', at: desk.clock.now, bytes: null, isRestored: false },
      ],
      hasRestoreFailed: true,
    })
    await act('backups report', { words: ['restore-test'] })
    const tested = await read('backups')
    expect(tested).toMatchObject({ restoreTestAt: desk.clock.now, hasRestoreFailed: false })
    expect(tested.content.map(({ isRestored }: { isRestored: boolean }) => isRestored)).toEqual([
      true,
      false,
    ])

    const backup = (type: string, stop: number, size: number) => ({
      type,
      info: { size },
      timestamp: { start: stop - 5, stop },
    })
    const info = [
      { backup: [backup('full', 100, 7), backup('full', 300, 9), backup('diff', 400, 8)] },
    ]
    const { content } = await readBackups(desk.core, async () => JSON.stringify(info))
    expect(content).toMatchObject([
      { source: 'pgbackrest', kind: 'full', at: 300_000, bytes: 9, isRestored: true },
      { source: 'pgbackrest', kind: 'diff', at: 400_000, bytes: 8, isRestored: true },
    ])
  })

  test('SYS-005 the backup before an update has its size', async () => {
    const uploads = join(dataDir, 'uploads')
    mkdirSync(join(dirname(uploads), 'backups'))
    writeFileSync(join(dirname(uploads), 'backups', 'before-update-2026.backup'), '12345')
    const { content } = await readBackups({ ...desk.core, uploads })
    expect(content.at(-1)).toMatchObject({ source: 'product', kind: 'before an update', bytes: 5 })
  })

  test('SYS-006 versions, and whether the processes differ', async () => {
    await note(desk.core)
    const versions = await read('versions')
    expect(versions).toMatchObject({
      program: PROGRAM_VERSION,
      schema: Object.keys(MIGRATIONS).at(-1),
      plan: 1,
      node: process.versions.node,
      differ: false,
    })
    expect(versions.timeZones).toMatch(/^\d{4}[a-z]$/)
    if (kind === 'embedded') return
    await note({ ...desk.core, process: newProcess('office-2', 0) })
    await sql`update console.processes set version = '0.0.1' where name = 'office-2'`.execute(
      desk.core.database.read,
    )
    expect((await read('versions')).differ).toBe(true)
  })
})
