import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import {
  createPostgresDatabase,
  dataDirectory,
  emptyDirectory,
} from '../../../testing/databases.ts'
import { type PayoutKill, payoutKills } from '../../../testing/payout-kills.ts'

/**
 * In the middle of each transaction; `soak/payout-kills.ts` meets every step. On the embedded database it is the engine that is
 * continued: the transaction that changes most.
 */
const KILLS: readonly PayoutKill[] = [
  { kind: 'confirm', step: 3 },
  { kind: 'hand-over', step: 9 },
  { kind: 'settle', step: 12 },
]
const EMBEDDED_KILLS = KILLS.filter(({ kind }) => kind === 'settle')
const PATIENCE_MS = 300_000

describe('a kill at a step of a payout sends nothing twice and loses nothing', () => {
  test('D-142 C14 PostgreSQL', { timeout: PATIENCE_MS }, async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const { kills, faults } = await payoutKills({ kills: KILLS, variables })
    expect(faults).toEqual([])
    for (const { kind } of KILLS) expect(kills[kind].killed, kind).toBe(1)
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })

  test('D-142 C14 embedded database', { timeout: PATIENCE_MS }, async () => {
    const directory = dataDirectory()
    const { kills, faults } = await payoutKills({
      kills: EMBEDDED_KILLS,
      variables: { DATA_DIR: directory },
    })
    expect(faults).toEqual([])
    for (const { kind } of EMBEDDED_KILLS) expect(kills[kind].killed, kind).toBe(1)
    rmSync(directory, { recursive: true, force: true })
  })
})
