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

async function killed(kills: readonly ProposalKill[]) {
  const directory = emptyDirectory()
  const { url, drop } = await createPostgresDatabase()
  const variables = { DATA_DIR: directory, DATABASE_URL: url }
  const summary = await proposalKills({ kills, variables })
  await drop()
  rmSync(directory, { recursive: true, force: true })
  return summary
}

test(
  'APR-015 a kill leaves a proposal open with nothing done, and each act is done exactly once',
  { timeout: 300_000 },
  async () => {
    const { kills, faults } = await killed(KILLS)
    expect(faults).toEqual([])
    for (const { kind } of KILLS) expect(kills[kind], kind).toMatchObject({ killed: 1, open: 1 })
  },
)

test(
  'DSP-007 a kill leaves the correction unposted and the dispute open, or both done',
  { timeout: 300_000 },
  async () => {
    const kind = 'adjustment'
    const { steps } = (await killed([{ kind, step: 0 }])).kills[kind]
    // The dispute changes after the transfers and the adjustments; the commit is among the last steps.
    const ends = [3, 14, 26].map((before) => ({ kind, step: steps - before }) as const)
    const { kills, faults } = await killed(ends)
    expect(faults).toEqual([])
    expect(kills[kind].killed).toBe(ends.length)
    expect(kills[kind].open).toBeGreaterThan(0)
  },
)

test(
  'APR-015 PTR-013 a kill leaves an erasure undone in every place, or done in all of them',
  { timeout: 300_000 },
  async () => {
    const kind = 'erasure'
    const { steps } = (await killed([{ kind, step: 0 }])).kills[kind]
    const ends = [8, 24].map((before) => ({ kind, step: steps - before }) as const)
    const { kills, faults } = await killed(ends)
    expect(faults).toEqual([])
    expect(kills[kind].killed).toBe(ends.length)
    expect(kills[kind].open).toBeGreaterThan(0)
  },
)
