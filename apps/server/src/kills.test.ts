import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { createPostgresDatabase, dataDirectory, emptyDirectory } from './testing/databases.ts'
import { KINDS, killRounds } from './testing/kill-rounds.ts'

/**
 * Each kind of work is interrupted, and one start; on the embedded database, whose starts are dear, the kinds that it runs in
 * another way: orders, files, and a command that owns the data. `soak/kills.ts` runs more rounds on both.
 */
const ROUNDS = { embedded: 3, postgres: KINDS.length }
const PATIENCE_MS = 300_000

describe('kills at random moments lose nothing acknowledged and leave nothing partial', () => {
  test('embedded database', { timeout: PATIENCE_MS }, async () => {
    const directory = dataDirectory()
    const summary = await killRounds({
      rounds: ROUNDS.embedded,
      seed: 1,
      variables: { DATA_DIR: directory },
    })
    expect(summary.faults).toEqual([])
    expect(summary.acknowledged).toBeGreaterThan(ROUNDS.embedded)
    expect(summary.startsKilled).toBe(1)
    rmSync(directory, { recursive: true, force: true })
  })

  test('PostgreSQL', { timeout: PATIENCE_MS }, async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const summary = await killRounds({ rounds: ROUNDS.postgres, seed: 2, variables })
    expect(summary.faults).toEqual([])
    expect(summary.acknowledged).toBeGreaterThan(ROUNDS.postgres)
    expect(summary.startsKilled).toBe(1)
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })
})
