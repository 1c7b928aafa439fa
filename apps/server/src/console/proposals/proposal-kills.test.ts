import { rmSync } from 'node:fs'

import { expect, test } from 'vitest'

import { createPostgresDatabase, emptyDirectory } from '../../testing/databases.ts'
import { type ProposalKill, proposalKills } from '../../testing/proposal-kills.ts'

/** Before the state changes, between state and act, and before the commit; `soak/proposal-kills.ts` meets every step. */
const KILLS: readonly ProposalKill[] = [
  { kind: 'setting', step: 9 },
  { kind: 'rate', step: 24 },
  { kind: 'recovery', step: 46 },
]

test(
  'APR-015 a kill leaves a proposal open with nothing done, and each act is done exactly once',
  { timeout: 300_000 },
  async () => {
    const directory = emptyDirectory()
    const { url, drop } = await createPostgresDatabase()
    const variables = { DATA_DIR: directory, DATABASE_URL: url }
    const { kills, faults } = await proposalKills({ kills: KILLS, variables })
    expect(faults).toEqual([])
    for (const { kind } of KILLS) expect(kills[kind], kind).toMatchObject({ killed: 1, open: 1 })
    await drop()
    rmSync(directory, { recursive: true, force: true })
  },
)
