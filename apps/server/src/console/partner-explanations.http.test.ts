// Explanations on the page of a partner, compared with those that the partner gets.
import { beforeAll, expect, test } from 'vitest'

import { randomScenario } from '../../../../oracle/random-network.ts'
import { readAllRecords } from '../testing/all-records.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { PartnersService } from '../testing/partners-service.ts'

const RECORDS = 1_000
const AT_ONCE = 10

onPostgres('explanations on the page of a partner', (newDatabase) => {
  let desk: OperatorsDesk
  let service: PartnersService
  let viewer: Browser
  beforeAll(async () => {
    const scenario = randomScenario({ seed: 38, partners: 120, shape: 'preferential', orders: 600 })
    ;({ service } = await PartnersService.ofScenario(await newDatabase(), scenario))
    desk = await OperatorsDesk.open(service.core.database, { clock: service.clock })
    viewer = await desk.operator('vi@example.com', 'viewer')
  }, 120_000)

  test('PTR-005 the explanations of 1,000 random records are those of the partners, to the byte', async () => {
    const records = await readAllRecords(desk.core.database.read)
    expect(records.length).toBeGreaterThan(RECORDS)
    // Records that lie evenly among all: each type and each part of the time is met.
    const step = records.length / RECORDS
    const chosen = Array.from({ length: RECORDS }, (_, at) => records[Math.floor(at * step)]!)
    const tokens = new Map<number, string>()
    const kinds = new Set<string>()
    const { cookie } = viewer
    const compare = async ({ id, partnerId, type }: (typeof chosen)[number]) => {
      const [shown, own] = await Promise.all([
        desk.app.inject({
          url: `/console/v1/partners/${partnerId}/explain?recordId=${id}`,
          headers: { host: 'localhost:3002', cookie },
        }),
        service.office.inject({
          url: `/v1/bonus/explain?recordId=${id}`,
          headers: { authorization: `Bearer ${tokens.get(partnerId)}` },
        }),
      ])
      expect([id, shown.statusCode, shown.body]).toEqual([id, 200, own.body])
      kinds.add(type)
    }
    for (const { partnerId } of chosen) {
      if (!tokens.has(partnerId)) tokens.set(partnerId, await service.signIn(partnerId))
    }
    for (let from = 0; from < RECORDS; from += AT_ONCE) {
      await Promise.all(chosen.slice(from, from + AT_ONCE).map(compare))
    }
    expect(kinds.size).toBeGreaterThan(1)
    expect(tokens.size).toBeGreaterThan(20)
  }, 300_000)
})
