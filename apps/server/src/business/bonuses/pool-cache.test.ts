import type { QueryResult, UnknownRow } from 'kysely'
import { expect, test } from 'vitest'

import { OCTOBER, openBonusNetwork } from '../../testing/bonus-network.ts'
import { openEmbedded } from '../../testing/databases.ts'
import { askedMonth } from './asked-period.ts'
import { type BonusContext, openContext } from './bonus-context.ts'
import { PoolCache } from './pool-cache.ts'

type Result = QueryResult<UnknownRow>

/** The context, with a callback for each answer of its database. */
const answering = (
  context: BonusContext,
  answer: (result: Result) => Promise<Result>,
): BonusContext => ({
  ...context,
  db: context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => answer(result),
  }),
})

test('the members of a pool are counted once for each state of the facts, and are not ready while the count takes long', async () => {
  const { core, clock } = await openBonusNetwork(await openEmbedded())
  let counts = 0
  const context = answering(
    await openContext(core, askedMonth(OCTOBER, clock.now)),
    async (result) => {
      counts += 1
      return result
    },
  )
  const cache = new PoolCache()
  const both = await Promise.all([cache.pools(context), cache.pools(context)])
  expect(both[0].map(({ achievers }) => achievers)).toEqual([0, 0, 0])
  expect(await cache.pools(context)).toBe(both[0])
  expect(counts).toBe(1)
  await cache.pools({ ...context, upToFact: context.upToFact - 1 })
  expect(counts).toBe(2)

  const stuck = answering(context, () => new Promise<never>(() => {}))
  await expect(new PoolCache().pools(stuck)).rejects.toMatchObject({ code: 'data_not_ready' })
  await core.database.close()
})
