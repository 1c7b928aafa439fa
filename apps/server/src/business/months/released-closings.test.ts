import { rmSync } from 'node:fs'

import { verifyStatement } from '@partner-office/statement-check'
import { expect, test } from 'vitest'

import { openDatabase } from '../../db/database.ts'
import { BASELINE } from '../../db/migrations/index.ts'
import { openTestCore, textOf } from '../../testing/core.ts'
import { chainDirectory, restoreReleased } from '../../testing/released.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import { makeStatements } from '../statements/make-statements.ts'
import type { SignedStatement } from '../statements/statement.ts'
import { readStatementKeys } from '../statements/statement-keys.ts'
import { closePeriod } from './close-period.ts'
import { recomputePeriod } from './recompute-period.ts'

/** Three months closed by version 0.1.0, with late orders after each, and orders cancelled since. */
const BACKUP = `${BASELINE}.closed-months.backup`
/** The seals that version 0.1.0 printed. */
const SHA256 = {
  '2025-08': 'f2833ee9ae967db8e373d26a0bfc8124cd5dbd0b2c2d70d7e22f5af1754e4a04',
  '2025-09': 'fc4e594cbd92e679e2b888988a73ebb25bdc879316ef05369e0926a449d0791c',
  '2025-10': '37f3b4cff1d4e028cc7f3088f3eff102cfedc6fd065546ac6ca840f6dea27807',
} as const

test('months closed by an earlier version keep their seals, recompute to the same result and get statements', async () => {
  const directory = await chainDirectory()
  await restoreReleased(directory, BACKUP)
  const database = await openDatabase({ directory })
  const core = await openTestCore(database)
  for (const [month, sha256] of Object.entries(SHA256)) {
    expect((await closePeriod(core, month)).sha256).toBe(sha256)
    expect(await textOf(recomputePeriod(core, month))).toBe('')
    await makeStatements(core, month)
  }
  expect((await verifyAll(core)).differences).toEqual([])

  const stored = await database.read
    .selectFrom('statements')
    .select('content')
    .where('content', 'is not', null)
    .execute()
  expect(stored.length).toBeGreaterThan(10)
  const keys = await readStatementKeys(database.read)
  for (const { content } of stored) {
    expect((await verifyStatement(Buffer.from(content!), keys)).findings).toEqual([])
    // The seals of that version could not prove single records.
    expect((JSON.parse(content!) as SignedStatement).statement.seal.trees).toBeNull()
  }
  await database.close()
  rmSync(directory, { recursive: true, force: true })
})
