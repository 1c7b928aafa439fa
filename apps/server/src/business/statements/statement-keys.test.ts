import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { readSecrets, destroySecrets, sharedSecret } from '../../keys/secrets.ts'
import type { Core } from '../../core/core.ts'
import type { Database } from '../../db/database.ts'
import { openTestCore, type TestClock } from '../../testing/core.ts'
import { emptyDirectory, onPostgres } from '../../testing/databases.ts'
import { currentSigner, readStatementKeys, rotateKey } from './statement-keys.ts'

const NOW = Date.UTC(2026, 10, 3)

const dataDir = emptyDirectory()
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** A core with the secrets of an installation: files, or rows of PostgreSQL. */
async function coreOf(database: Database, clock: TestClock): Promise<Core> {
  const core = await openTestCore(database, { clock })
  const { kind } = database
  return {
    ...core,
    secret: async (name) => Buffer.from(await sharedSecret(database, dataDir, name), 'base64url'),
    destroySecrets: (tx, names) => destroySecrets(tx, { kind, dataDir }, names),
  }
}

onPostgres('keys of statements', (newDatabase) => {
  test('C11.32 a new key destroys the older private keys, and only these', async () => {
    const database = await newDatabase()
    const clock = { now: NOW }
    const core = await coreOf(database, clock)
    await sharedSecret(database, dataDir, 'operator-key')
    const first = await currentSigner(core)
    expect((await currentSigner(core)).id).toBe(first.id)
    for (const generation of [2, 3]) {
      clock.now += 1
      const { id } = await rotateKey(core)
      const secrets = Object.keys(await readSecrets(database, dataDir))
      expect(secrets.toSorted()).toEqual(['operator-key', `statement-key-${generation}`])
      expect((await currentSigner(core)).id).toBe(id)
    }
    expect(existsSync(join(dataDir, 'secrets', 'statement-key-1'))).toBe(false)
    const keys = await readStatementKeys(database.read)
    expect(keys.map(({ madeAt, retiredAt }) => [madeAt, retiredAt])).toEqual([
      [NOW, NOW + 1],
      [NOW + 1, NOW + 2],
      [NOW + 2, null],
    ])
  })

  test('a kill after the old private key was destroyed leaves an installation that signs', async () => {
    const database = await newDatabase()
    const core = await coreOf(database, { now: NOW })
    const { id } = await currentSigner(core)
    await database.transaction((tx) => core.destroySecrets(tx, ['statement-key-1']))
    const next = await currentSigner(core)
    expect(next.id).not.toBe(id)
    expect((await currentSigner(core)).id).toBe(next.id)
    expect(await readStatementKeys(database.read)).toHaveLength(2)
  })

  test('a key ends no earlier than the newest seal, whose statements it signed', async () => {
    const database = await newDatabase()
    const core = await coreOf(database, { now: NOW })
    await currentSigner(core)
    await database.transaction(async (tx) => {
      await tx
        .insertInto('closings')
        .values({
          id: 1,
          period: '2026-10',
          upToFact: 0,
          planVersion: 1,
          rateIds: [],
          latePeriods: [],
          begunAt: NOW,
        } as never)
        .execute()
      const hash = Buffer.alloc(32)
      const none = { records: 0, recordsHash: hash, lateRecords: 0, lateHash: hash, hash }
      const roots = { recordsRoot: hash, lateRoot: hash }
      await tx
        .insertInto('periodSeals')
        .values({ closingId: 1, sealedAt: NOW + 5, ...none, ...roots })
        .execute()
    })
    await rotateKey(core)
    const [first] = await readStatementKeys(database.read)
    expect(first!.retiredAt).toBe(NOW + 5)
  })
})
