import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'

import { SETTING_KEYS } from '../business/settings/read-settings.ts'
import { sharedSecret } from '../keys/secrets.ts'
import { proxyTo } from '../testing/cut-off.ts'
import { createPostgresDatabase, onBothProductDatabases } from '../testing/databases.ts'
import { type Database, openDatabase } from './database.ts'
import type { Marks } from './marks.ts'

const PATIENCE = { timeout: 20_000 }

/** A listener and its last notification. */
async function listening(database: Database) {
  const heard: { marks: Marks | null } = { marks: null }
  const listener = await database.listen((marks) => void (heard.marks = marks))
  await vi.waitFor(() => expect(listener.isListening()).toBe(true), PATIENCE)
  return { heard, listener }
}

const writeFact = (database: Database) =>
  database.transaction(async (tx) => {
    await sql`update fact_log set last_fact = last_fact + 1`.execute(tx)
  })

onBothProductDatabases('a listener', (newDatabase) => {
  test('hears the ends of the logs first, and then every commit', async () => {
    const database = await newDatabase()
    const { heard, listener } = await listening(database)
    expect(heard.marks).toEqual({ fact: 0, change: 0, plan: 0, turn: null })
    await writeFact(database)
    await vi.waitFor(() => expect(heard.marks?.fact).toBe(1), PATIENCE)
    await listener.stop()
  })

  test('hears nothing of a rollback', async () => {
    const database = await newDatabase()
    const { heard, listener } = await listening(database)
    const taken = database.transaction(async (tx) => {
      await sql`update fact_log set last_fact = last_fact + 1`.execute(tx)
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    await writeFact(database)
    await vi.waitFor(() => expect(heard.marks?.fact).toBe(1), PATIENCE)
    await listener.stop()
  })
})

describe('access that another process takes away', () => {
  const gone = () => Promise.reject(new Error('gone'))
  const open = (database: Database, tokens: number) =>
    database.asOwner((tx) =>
      sql`insert into passport.sessions (token_hash, user_id, application, opened_at, last_used_at)
        select sha256(n::text::bytea), 1, 'partner', 0, 0 from generate_series(1, ${tokens}) n`.execute(
        tx,
      ),
    )
  const end = ({ read }: Database) => read.deleteFrom('passport.sessions').execute()
  const keyOf = (token: string) => `session ${createHash('sha256').update(token).digest('base64')}`

  test('CLU-006 drops what is remembered of the ended sessions alone, up to a hundred, and everything beyond', async () => {
    const { url, drop } = await createPostgresDatabase()
    const [{ recent, ...here }, there] = [await openDatabase({ url }), await openDatabase({ url })]
    const { listener } = await listening({ recent, ...here })
    const remember = async () => {
      for (const key of [keyOf('1'), keyOf('100'), 'standing 7']) {
        await recent.lastKnown(key, async () => 'remembered')
      }
    }
    await remember()
    await open(there, 100)
    await end(there)
    await vi.waitFor(() => expect(recent.lastKnown(keyOf('1'), gone)).rejects.toThrow(), PATIENCE)
    await expect(recent.lastKnown(keyOf('100'), gone)).rejects.toThrow('gone')
    expect(await recent.lastKnown('standing 7', gone)).toBe('remembered')

    // Nothing ended, and nothing is announced.
    await end(there)
    await open(there, 101)
    expect(await recent.lastKnown('standing 7', gone)).toBe('remembered')
    await end(there)
    await vi.waitFor(() => expect(recent.lastKnown('standing 7', gone)).rejects.toThrow(), PATIENCE)
    await listener.stop()
    await Promise.all([here.close(), there.close()])
    await drop()
  })

  test('CLU-016 a change of settings drops what is remembered of settings alone, and a secret that is only used again nothing', async () => {
    const { url, drop } = await createPostgresDatabase()
    const [{ recent, ...here }, there] = [await openDatabase({ url }), await openDatabase({ url })]
    const { listener } = await listening({ recent, ...here })
    const useSecret = () => sharedSecret(there, '', 'unsubscribe-key')
    const isDropped = (key: string) =>
      vi.waitFor(() => expect(recent.lastKnown(key, gone)).rejects.toThrow(), PATIENCE)
    const remember = async () => {
      for (const key of [...SETTING_KEYS, 'standing 7', keyOf('1')]) {
        await recent.lastKnown(key, async () => 'remembered')
      }
    }
    await remember()
    const made = await useSecret()
    for (const key of SETTING_KEYS) await isDropped(key)
    expect(await recent.lastKnown('standing 7', gone)).toBe('remembered')

    await remember()
    expect(await useSecret()).toBe(made)
    // Announcements arrive in their order: nothing is still on its way after this one.
    await open(there, 1)
    await end(there)
    await isDropped(keyOf('1'))
    for (const key of SETTING_KEYS) expect(await recent.lastKnown(key, gone)).toBe('remembered')
    await listener.stop()
    await Promise.all([here.close(), there.close()])
    await drop()
  })
})

describe('a listener whose connection to the database is', () => {
  test('CLU-016 lost and found again drops nothing that is remembered', async () => {
    const { url, drop } = await createPostgresDatabase()
    const proxy = await proxyTo(url)
    const database = await openDatabase({ url: proxy.url })
    const { listener } = await listening(database)
    await database.recent.read('standing 7', async () => 'remembered')
    const { connection } = listener
    proxy.cut()
    proxy.restore()
    await vi.waitFor(() => expect(listener.connection).toBeGreaterThan(connection), PATIENCE)
    await wait(200)
    const unanswered = database.recent.read('standing 7', () => Promise.reject(new Error('gone')))
    expect(await unanswered).toBe('remembered')
    await listener.stop()
    await database.close()
    await proxy.close()
    await drop()
  })

  test.for(['cut', 'silence'] as const)(
    'lost by a %s trusts no old value, and hears new commits afterwards',
    async (how) => {
      const { url, drop } = await createPostgresDatabase()
      const proxy = await proxyTo(url)
      const database = await openDatabase({ url: proxy.url })
      const direct = await openDatabase({ url })
      const { heard, listener } = await listening(database)

      proxy[how]()
      await vi.waitFor(() => expect(listener.isListening()).toBe(false), PATIENCE)
      const silent = listener.silentFor()
      await writeFact(direct)
      await wait(50)
      expect(listener.silentFor()).toBeGreaterThan(silent)
      expect(heard.marks?.fact).toBe(0)

      proxy.restore()
      await vi.waitFor(() => expect(heard.marks?.fact).toBe(1), PATIENCE)
      await vi.waitFor(() => expect(listener.isListening()).toBe(true), PATIENCE)
      await listener.stop()
      await Promise.all([database.close(), direct.close()])
      await proxy.close()
      await drop()
    },
  )
})
