import { beforeAll, expect, test } from 'vitest'

import type { Core } from '../core/core.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { closePeriod } from '../business/months/close-period.ts'
import {
  AFTER_MONTH,
  AFTER_NEXT_MONTH,
  IN_MONTH,
  MONTH,
  NEXT_MONTH,
  openClosingNetwork,
} from '../testing/closing-network.ts'
import { asUpload } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { ordersText } from '../testing/network-files.ts'
import { corrupt } from '../testing/small-office.ts'
import { verifyAll } from './verify-all.ts'

type Case = {
  readonly what: string
  readonly done: string
  readonly undone: string
  readonly named: readonly RegExp[]
}

const DIAMOND = `(select id from bonus_records where type = 'DIAMOND')`
const WINNER_DERIVATION = `(closing_id, period, number) = (select closing_id, period, derivation from bonus_records
  where type = 'WINNER' order by id limit 1)`

const CASES: readonly Case[] = [
  {
    what: 'a record of a closed month with another amount',
    done: `update bonus_records set amount = amount + 1 where id = ${DIAMOND}`,
    undone: `update bonus_records set amount = amount - 1 where id = ${DIAMOND}`,
    named: [
      /^seal of 2026-03: it covers \d+ records and 0 corrections, there are \d+ and 0, of other content$/,
      /^bonus record \d+ of partner 1: DIAMOND is 1000.00000001 UPT, its derivation comes to 1000.00000000 UPT$/,
      /^2026-03: - 1,DIAMOND,0,0,UPT,1000.00000001,.*\(last order below 16: fact 20\)$/,
      /^2026-03: \+ 1,DIAMOND,0,0,UPT,1000.00000000,.*\(last order below 16: fact 20\)$/,
    ],
  },
  {
    what: 'a correction with another paying month',
    done: `update bonus_records set paid_at = paid_at + 1 where credited_before is not null and type = 'DIAMOND_POOL'`,
    undone: `update bonus_records set paid_at = paid_at - 1 where credited_before is not null and type = 'DIAMOND_POOL'`,
    named: [
      /^seal of 2026-04: it covers \d+ records and \d+ corrections, .*, of other content$/,
      /^2026-03: \+ 1,DIAMOND_POOL,/,
    ],
  },
  {
    what: 'a seal of other content',
    done: `update period_seals set records_hash = sha256('') where closing_id = 1`,
    undone: `update period_seals set records_hash = (select records_hash from copied_seals) where closing_id = 1`,
    named: [
      /^seal of 2026-03: its hash does not follow from what it says and the seal before$/,
      /^seal of 2026-03: it covers \d+ records .* of other content$/,
    ],
  },
  {
    what: 'a closing based on other facts',
    done: 'update closings set up_to_fact = up_to_fact - 1 where id = 2',
    undone: 'update closings set up_to_fact = up_to_fact + 1 where id = 2',
    named: [/^seal of 2026-04: its hash does not follow from what it says and the seal before$/],
  },
  {
    what: 'a changed derivation',
    done: `update bonus_derivations set document = jsonb_set(document, '{value,coins,num}', '"1n"')
      where ${WINNER_DERIVATION}`,
    undone: `update bonus_derivations set document = jsonb_set(document, '{value,coins,num}', '"600n"')
      where ${WINNER_DERIVATION}`,
    named: [
      /^bonus record \d+ of partner 1: WINNER is 600.000000 WIN, its derivation comes to 1.000000 WIN$/,
    ],
  },
  {
    what: 'a derivation at another quote',
    done: `update bonus_derivations set document = jsonb_set(document, '{rate,id}', '2')
      where document ->> 'type' = 'LIFESTYLE' and period = '2026-03' and closing_id = 1`,
    undone: `update bonus_derivations set document = jsonb_set(document, '{rate,id}', '1')
      where document ->> 'type' = 'LIFESTYLE' and period = '2026-03' and closing_id = 1`,
    named: [
      /^derivation \d+ of closing 1: the quote 2 is not the last one of its pair among those of the closing$/,
    ],
  },
  {
    what: 'an order whose amount was changed after the close',
    done: 'update orders set amount_cents = amount_cents + 100 where id = 13',
    undone: 'update orders set amount_cents = amount_cents - 100 where id = 13',
    named: [/^2026-03: \+ 1,UCHAIN_INFINITY,13,1,UCN,7500.05000000,.*\(order 13: fact 17\)$/],
  },
]

onPostgres('verify, closed months', (newDatabase) => {
  let core: Core
  beforeAll(async () => {
    const opened = await openClosingNetwork(await newDatabase())
    core = opened.core
    await closePeriod(core, MONTH)
    const late = ordersText([
      [21, 6, IN_MONTH + 9, '5000'],
      [22, 5, AFTER_MONTH, '3000'],
    ])
    await importOrders(core, asUpload(late))
    opened.clock.now = AFTER_NEXT_MONTH
    await closePeriod(core, NEXT_MONTH)
    await core.database.asOwner(async (tx) => {
      await tx.schema
        .createTable('copiedSeals')
        .as(tx.selectFrom('periodSeals').selectAll().where('closingId', '=', 1))
        .execute()
    })
  })

  test.each(CASES)('names $what', async ({ done, undone, named }) => {
    await corrupt(core.database, [done])
    const { differences } = await verifyAll(core)
    await corrupt(core.database, [undone])
    for (const name of named) expect(differences).toContainEqual(expect.stringMatching(name))
  })

  test('names the record of a partner who is due nothing, and none of the partners behind', async () => {
    const { id } = await core.database.read
      .selectFrom('bonusRecords')
      .select('id')
      .where('partnerId', '=', 2)
      .where('type', '=', 'WINNER')
      .where('closingId', '=', 1)
      .executeTakeFirstOrThrow()
    const moveTo = (partnerId: number) =>
      corrupt(core.database, [
        `update bonus_records set partner_id = ${partnerId} where id = ${id}`,
      ])
    await moveTo(4)
    const { differences } = await verifyAll(core)
    await moveTo(2)
    const lines = differences.map((line) => /^2026-03: ([-+] \d+,\w+),/.exec(line)?.[1])
    expect(new Set(lines.filter(Boolean))).toEqual(new Set(['+ 2,WINNER', '- 4,WINNER']))
  })

  test('finds nothing once everything is restored', async () => {
    expect((await verifyAll(core)).differences).toEqual([])
  })
})
