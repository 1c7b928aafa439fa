import { rmSync } from 'node:fs'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPostgresDatabase, emptyDirectory } from '../../testing/databases.ts'
import {
  type ProposalKill,
  proposalKills,
  type ProposalKillSummary,
} from '../../testing/proposal-kills.ts'

/**
 * Before the state changes, between state and act, in the middle of an act, at its end, and after the commit;
 * `soak/proposal-kills.ts` meets every step of every kind.
 */
const KILLS: readonly ProposalKill[] = [
  { kind: 'setting', step: 9 },
  { kind: 'rate', step: 24 },
  { kind: 'adjustment', step: 'insert into adjustments' },
  { kind: 'adjustment', step: 'update console.disputes' },
  { kind: 'erasure', step: 'delete from tickets' },
  { kind: 'erasure', step: 'commit' },
]

const PATIENCE_MS = 300_000

let found: ProposalKillSummary
beforeAll(async () => {
  const directory = emptyDirectory()
  const { url, drop } = await createPostgresDatabase()
  const variables = { DATA_DIR: directory, DATABASE_URL: url }
  found = await proposalKills({ kills: KILLS, variables })
  afterAll(async () => {
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })
}, PATIENCE_MS)

/** What the kills of a kind have left. */
function after(kind: ProposalKill['kind']) {
  expect(found.faults).toEqual([])
  return found.kills[kind]
}

test('APR-015 a kill leaves a proposal open with nothing done, and each act is done exactly once', () => {
  for (const kind of ['setting', 'rate'] as const) {
    expect(after(kind), kind).toMatchObject({ killed: 1, open: 1 })
  }
})

test('DSP-007 a kill leaves the correction unposted and the dispute open', () => {
  expect(after('adjustment')).toMatchObject({ killed: 2, open: 2 })
})

test('APR-015 PTR-013 a kill leaves an erasure undone in every place, or done in all of them', () => {
  expect(after('erasure')).toMatchObject({ killed: 2, open: 1 })
})
