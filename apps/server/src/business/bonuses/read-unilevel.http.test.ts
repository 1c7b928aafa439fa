import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PartnersService } from '../../testing/partners-service.ts'
import { loadPlan } from '../settings/load-plan.ts'

const SWITCH = 1_760_313_600_000

onPostgres('the unilevel tables', (newDatabase) => {
  test('the tables of the plan in force, the oldest first; another plan has others', async () => {
    const service = await PartnersService.open(await newDatabase())
    const token = await service.signInAccepted(1)
    const tables = () => service.get(token, '/v1/bonus/unilevel')
    expect(await tables()).toEqual(DEFAULT_PLAN_DOCUMENT.unilevel)
    expect((await tables()).slice(5, 7)).toEqual([
      {
        validFrom: SWITCH,
        depthFrom: 1,
        depthTo: 1,
        kind: 'DIRECT',
        percent: '40',
        label: 'direct (level 1)',
      },
      {
        validFrom: SWITCH,
        depthFrom: 2,
        depthTo: 2,
        kind: 'TEAM',
        percent: '7',
        label: 'level 2',
      },
    ])
    const [direct, ...others] = DEFAULT_PLAN_DOCUMENT.unilevel
    const unilevel = [...others, { ...direct, percent: '37.5' }]
    await loadPlan(service.core, { ...DEFAULT_PLAN_DOCUMENT, unilevel })
    expect((await tables())[0]).toEqual({ ...direct, percent: '37.5' })
  })
})
