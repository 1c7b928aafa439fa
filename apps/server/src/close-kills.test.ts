import { rmSync } from 'node:fs'

import { describe, expect, inject, test } from 'vitest'

import { closeKills } from './testing/close-kills.ts'
import { emptyDirectory } from './testing/databases.ts'

/** soak/close-kills.ts runs more rounds. */
const ROUNDS = 3
const ORDERS = 1_200
const PATIENCE = { timeout: 600_000 }

describe(`${ROUNDS} closes killed at random moments have the result of an undisturbed close`, () => {
  const killed = async (seed: number, postgresUrl: string | null) => {
    const directory = emptyDirectory()
    const options = { rounds: ROUNDS, seed, orders: ORDERS, directory, postgresUrl }
    const { faults, records } = await closeKills(options)
    rmSync(directory, { recursive: true, force: true })
    return { faults, isFull: records > ORDERS }
  }
  const postgresUrl = inject('postgresUrl')

  test('embedded database', PATIENCE, async () => {
    expect(await killed(1, null)).toEqual({ faults: [], isFull: true })
  })

  test('PostgreSQL', PATIENCE, async () => {
    expect(await killed(2, postgresUrl)).toEqual({ faults: [], isFull: true })
  })
})
