import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { onPostgres } from '../../../testing/databases.ts'
import { RACERS } from '../../../testing/races.ts'
import { openOrderRaces } from '../../../testing/order-races.ts'

const ROUNDS = 5

onPostgres('order races', (newDatabase) => {
  test(`${RACERS} calls with the same order at the same time record it once`, async () => {
    const races = await openOrderRaces(await newDatabase())
    for (let round = 1; round <= ROUNDS; round += 1) await races.sameOrder(round)
    const { rows } = await sql`select count(*) as orders from orders`.execute(races.database.read)
    expect(rows).toEqual([{ orders: ROUNDS }])
  })

  test(`${RACERS} orders at the same time that each reach the same rank credit it once`, async () => {
    const races = await openOrderRaces(await newDatabase())
    for (let round = 1; round <= ROUNDS; round += 1) await races.sameRank(round)
    const { rows } = await sql`
      select count(*) as credits, count(distinct partner_id) as partners from bonus_records where type = 'TURNOVER'`.execute(
      races.database.read,
    )
    expect(rows).toEqual([{ credits: ROUNDS, partners: ROUNDS }])
  })
})
