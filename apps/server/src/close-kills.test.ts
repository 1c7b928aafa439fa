import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, inject, test } from 'vitest'

import { closeKills, TEMPLATE } from './testing/close-kills.ts'
import { copyDatabaseTo, emptyDirectory } from './testing/databases.ts'

/** One kill in each half of a close on PostgreSQL, one on the embedded database; soak/close-kills.ts runs more rounds. */
const ROUNDS = { embedded: 1, postgres: 2 }
const ORDERS = 400
const PATIENCE = { timeout: 600_000 }

describe('closes killed at random moments have the result of an undisturbed close', () => {
  const killed = async (seed: number, postgresUrl: string | null) => {
    const directory = emptyDirectory()
    if (postgresUrl === null) copyDatabaseTo(join(directory, TEMPLATE))
    const rounds = postgresUrl === null ? ROUNDS.embedded : ROUNDS.postgres
    const options = { rounds, seed, orders: ORDERS, directory, postgresUrl }
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
