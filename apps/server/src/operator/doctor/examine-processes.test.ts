import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { openChain } from '../../testing/paid-orders.ts'
import { onPostgres } from '../../testing/databases.ts'
import { examineProcesses } from './examine-processes.ts'

const GIB = 2 ** 30
const NEEDED = 0.3 * GIB + 2 * 140

onPostgres('OBS-009 the processes', (newDatabase) => {
  let core: Core
  const NOW = 1_000_000_000_000
  beforeAll(async () => {
    core = await openChain(newDatabase, 2)
  })
  const found = (memory = 8 * GIB) => examineProcesses(core.database.read, { now: NOW, memory })
  const seen = (name: string, version: string, seenAt: number) =>
    sql`insert into console.processes
      (id, name, version, started_at, seen_at, fact, figures_age, drift, memory, clock_difference, is_leader, failures)
      values (gen_random_uuid(), ${name}, ${version}, ${seenAt}, ${seenAt}, 0, 0, 0, 0, 0, false, '{}')`.execute(
      core.database.read,
    )

  test('OBS-009 of one version are well; one of another version is named while it lives', async () => {
    await seen('app1', '0.3.0', NOW)
    await seen('app2', '0.3.0', NOW)
    await seen('gone', '0.2.0', NOW - 15_000)
    expect(await found()).toEqual([])
    await seen('app3', '0.2.0', NOW - 14_999)
    expect(await found()).toMatchObject([
      {
        code: 'versions_mixed',
        problem: 'Processes of different versions run: app1 0.3.0, app2 0.3.0, app3 0.2.0.',
        remedy: expect.stringContaining('office upgrade finish'),
      },
    ])
    await sql`delete from console.processes`.execute(core.database.read)
  })

  test('OBS-009 need memory for all partners', async () => {
    expect(await found(NEEDED)).toEqual([])
    expect(await found(NEEDED - 1)).toMatchObject([
      { code: 'memory_low', problem: expect.stringMatching(/; 2 partners need 0\.30 GiB\.$/) },
    ])
  })
})
