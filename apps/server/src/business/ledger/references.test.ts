import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Tx } from '../../db/database.ts'
import { enforcedReferences } from '../../db/enforced-references.ts'
import { asUpload, openTestCore, TEST_NOW } from '../../testing/core.ts'
import { onBothDatabases } from '../../testing/databases.ts'
import { ordersText, partnersText } from '../../testing/network-files.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { importPartners } from '../partners/import-partners.ts'

/** What makes a copy of a row that nothing else refuses. */
const OTHERWISE_NEW: Readonly<Record<string, object>> = {
  bonus_records: { id: 900, level: 9, transfer_id: 2 },
  order_decisions: { order_id: 2 },
  orders: { id: 900, fact: 900 },
  rank_reaches: { rank_id: 99, bonus_record_id: null },
  transfers: { id: 900, idempotency_key: 'another' },
}

const insertCopy = (tx: Tx, table: string, changed: object = {}) =>
  sql`
    insert into ${sql.table(table)}
    select copy.* from (select * from ${sql.table(table)} limit 1) t, jsonb_populate_record(null::${sql.table(table)},
      to_jsonb(t) || ${JSON.stringify({ ...OTHERWISE_NEW[table], ...changed })}::jsonb) copy`.execute(
    tx,
  )

onBothDatabases('what records refer to', (newDatabase) => {
  test('a row that names no order, transfer, plan, rate, partner, record or account is refused; the same row with all of them is not', async () => {
    const database = await newDatabase()
    const core = await openTestCore(database)
    const partners = [
      [1, null],
      [2, 1],
      [3, 1],
    ] as const
    await importPartners(core, asUpload(partnersText(partners)))
    const paidAt = TEST_NOW - 1_000
    const orders = partners.map(([id]) => [id, id, paidAt, '9000.00'] as const)
    await importOrders(core, asUpload(ordersText(orders)))
    // A transfer and an order that no record names yet.
    await database.asOwner(async (tx) => {
      for (const [table, column] of [
        ['bonus_records', 'transfer_id'],
        ['order_decisions', 'order_id'],
      ]) {
        await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
        await sql.raw(`delete from ${table} where ${column} = 2`).execute(tx)
        await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
      }
    })
    const references = await enforcedReferences(database.read)
    for (const { place, placeColumn } of references) {
      // An account of a transfer is one of its two sides.
      const side = place === 'transfers' ? { credit_account_id: 777_777 } : {}
      const wrong = database.transaction((tx) =>
        insertCopy(tx, place, { [placeColumn]: 777_777, ...side }),
      )
      await expect(wrong).rejects.toMatchObject({
        code: '23503',
        message: expect.stringContaining(`${place}.${placeColumn} names no row of`),
      })
    }
    const places = new Set(references.map(({ place }) => place))
    expect([...places].toSorted()).toEqual(Object.keys(OTHERWISE_NEW))
    for (const place of places) await database.transaction((tx) => insertCopy(tx, place))
  })
})
