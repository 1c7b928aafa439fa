import { expect, test } from 'vitest'

import { openDatabase } from '../../db/database.ts'
import { OCTOBER, openBonusNetwork } from '../../testing/bonus-network.ts'
import type { Core } from '../../core/core.ts'
import { askedMonth } from './asked-period.ts'
import { openDesk } from './bonus-desk.ts'
import { PoolBook } from './pool-book.ts'

test('who shares a pool is counted once for what is known, and is not ready while that takes long', async () => {
  const { core, clock } = await openBonusNetwork(await openDatabase({ directory: null }))
  let counts = 0
  const counted: Core = {
    ...core,
    database: {
      ...core.database,
      snapshot: (work) => {
        counts += 1
        return core.database.snapshot(work)
      },
    },
  }
  const desk = await openDesk(core, askedMonth(OCTOBER, clock.now))
  const book = new PoolBook(counted)
  const both = await Promise.all([book.pools(desk), book.pools(desk)])
  expect(both[0].map(({ achievers }) => achievers)).toEqual([0, 0, 0])
  expect(await book.pools(desk)).toBe(both[0])
  expect(counts).toBe(1)

  const stuck = {
    ...core,
    database: { ...core.database, snapshot: () => new Promise<never>(() => {}) },
  }
  await expect(new PoolBook(stuck).pools(desk)).rejects.toMatchObject({ code: 'data_not_ready' })
  await core.database.close()
})
