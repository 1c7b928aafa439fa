import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { createPostgresDatabase, emptyDirectory } from '../../testing/databases.ts'
import { payoutKills } from '../../testing/payout-kills.ts'

/** Kills in the test run; `soak/payout-kills.ts` meets every step. */
const ROUNDS = 5
const PATIENCE_MS = 200_000

describe('D-088 B2 C14 a kill at any step of a payout sends nothing twice and loses nothing', () => {
  test('PostgreSQL', { timeout: PATIENCE_MS }, async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const { kills, faults } = await payoutKills({ rounds: ROUNDS, variables })
    expect(faults).toEqual([])
    expect(Object.values(kills).reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0)
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })

  test('embedded database', { timeout: PATIENCE_MS }, async () => {
    const directory = emptyDirectory()
    const { kills, faults } = await payoutKills({
      rounds: ROUNDS,
      variables: { DATA_DIR: directory },
    })
    expect(faults).toEqual([])
    expect(Object.values(kills).reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0)
    rmSync(directory, { recursive: true, force: true })
  })
})
