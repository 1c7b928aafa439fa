import { rmSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { createPostgresDatabase, dataDirectory, emptyDirectory } from '../../testing/databases.ts'
import { importKills } from '../../testing/import-kills.ts'

/** While orders are recorded; `soak/import-kills.ts` meets every step. */
const KILLS = { postgres: [80], embedded: [170] }
const PATIENCE = { timeout: 300_000 }

describe('ORC-011 a killed import of a mapped file is continued, with nothing half done and nothing twice', () => {
  test('PostgreSQL', PATIENCE, async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const found = await importKills({ kills: KILLS.postgres, variables })
    expect(found.faults).toEqual([])
    expect(found).toMatchObject({ killed: 1, continued: 1 })
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })

  test('embedded database', PATIENCE, async () => {
    const directory = dataDirectory()
    const found = await importKills({ kills: KILLS.embedded, variables: { DATA_DIR: directory } })
    expect(found.faults).toEqual([])
    expect(found.killed).toBe(1)
    rmSync(directory, { recursive: true, force: true })
  })
})
