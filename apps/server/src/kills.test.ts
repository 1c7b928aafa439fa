import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { createPostgresDatabase, dataDirectory, emptyDirectory } from './testing/databases.ts'
import { KINDS, killRounds } from './testing/kill-rounds.ts'

/** Each kind of work is interrupted, and one start; soak/kills.ts runs more rounds. */
const ROUNDS = KINDS.length
const PATIENCE_MS = 300_000

describe(`${ROUNDS} kills at random moments lose nothing acknowledged and leave nothing partial`, () => {
  test('embedded database', { timeout: PATIENCE_MS }, async () => {
    const directory = dataDirectory()
    const summary = await killRounds({
      rounds: ROUNDS,
      seed: 1,
      variables: { DATA_DIR: directory },
    })
    expect(summary.faults).toEqual([])
    expect(summary.acknowledged).toBeGreaterThan(ROUNDS)
    expect(summary.startsKilled).toBe(1)
    rmSync(directory, { recursive: true, force: true })
  })

  test('PostgreSQL', { timeout: PATIENCE_MS }, async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const summary = await killRounds({ rounds: ROUNDS, seed: 2, variables })
    expect(summary.faults).toEqual([])
    expect(summary.acknowledged).toBeGreaterThan(ROUNDS)
    expect(summary.startsKilled).toBe(1)
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })
})
