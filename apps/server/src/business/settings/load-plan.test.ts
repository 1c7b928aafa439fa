import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestCore } from '../../testing/core.ts'
import { onPostgres, openEmbedded } from '../../testing/databases.ts'
import type { Core } from '../../core/core.ts'
import { loadPlan } from './load-plan.ts'

const LATER = Date.UTC(2027, 0, 1)

describe('loading a plan', () => {
  let core: Core
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
  })
  afterAll(() => core.database.close())

  test('a new version takes effect from its validFrom, and earlier months keep theirs', async () => {
    const loaded = await loadPlan(core, {
      ...DEFAULT_PLAN_DOCUMENT,
      validFrom: LATER,
      legRule: 'sequential',
    })
    expect(loaded).toEqual({ version: 2, validFrom: LATER })
    const { read } = core.database
    expect((await core.plans.at(read, LATER - 1)).plan.legRule).toBe('ranked')
    expect((await core.plans.at(read, LATER)).plan.legRule).toBe('sequential')
  })

  test('a document that is no plan is refused with every place that is wrong, and changes nothing', async () => {
    const [first, ...others] = DEFAULT_PLAN_DOCUMENT.ranks
    const document = {
      ...DEFAULT_PLAN_DOCUMENT,
      legRule: 'guess',
      ranks: [{ ...first, turnover: '-1' }, ...others],
    }
    await expect(loadPlan(core, document)).rejects.toMatchObject({
      code: 'validation_error',
      problems: [{ place: 'legRule' }, { place: 'ranks[0].turnover' }],
    })
    for (const nothing of [null, [], 'x', 1, {}]) {
      await expect(loadPlan(core, nothing)).rejects.toMatchObject({ code: 'validation_error' })
    }
    expect(await core.plans.latest(core.database.read)).toBe(2)
  })
})

onPostgres('loading plans at once', (newDatabase) => {
  test('gives each a version of its own, without gaps', async () => {
    const core = await openTestCore(await newDatabase())
    const loads = Array.from({ length: 8 }, (_, index) =>
      loadPlan(core, { ...DEFAULT_PLAN_DOCUMENT, validFrom: LATER + index }),
    )
    const versions = (await Promise.all(loads)).map(({ version }) => version)
    expect(versions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })
})
