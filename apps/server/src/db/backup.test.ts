import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'

import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { beforeAll, expect, test } from 'vitest'

import { randomScenario } from '../../../../oracle/random-network.ts'
import type { Core } from '../core/core.ts'
import { exportRows } from '../business/exports/export-rows.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { PlanBook } from '../plans/plan-book.ts'
import { Network } from '../network/network.ts'
import { adjust } from '../testing/adjust.ts'
import { asUpload, openTestCore, textOf } from '../testing/core.ts'
import { onBothProductDatabases } from '../testing/databases.ts'
import { playScenario } from '../testing/scenario.ts'
import { storeDispute } from '../testing/store-dispute.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { restoreBackup, writeBackup } from './backup.ts'
import type { Database } from './database.ts'
import { enforcedReferences } from './enforced-references.ts'
import { MIGRATIONS } from './migrations/index.ts'

const SCENARIO = randomScenario({ seed: 3, partners: 30, shape: 'preferential' })

/** A later step of the tables, which changes rows that are there. */
const notesFilled: Migration = {
  up: async (db) => {
    await sql`alter table orders add column note text default 'of its time'`.execute(db)
    await sql`alter table orders alter column note drop default`.execute(db)
  },
}

async function* bytes(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data
}

/** The content of every table, as text. */
async function contentOf(database: Database): Promise<string[]> {
  const tables = [
    'partners',
    'orders',
    'transfers',
    'accounts',
    'bonus_records',
    'rank_reaches',
    'rates',
    'plans',
    'passport.accounts',
  ]
  const contents = tables.map(async (table) => {
    const { rows } = await sql<{ text: string }>`
      select string_agg(r::text, ';' order by r::text) as text from ${sql.raw(table)} r`.execute(
      database.read,
    )
    return `${table} ${rows[0]!.text}`
  })
  return Promise.all(contents)
}

/** Credits a partner for a dispute that is about an earlier adjustment; returns the dispute. */
async function adjustTwice(core: Core): Promise<number> {
  const { id: partnerId } = await core.database.read
    .selectFrom('partners')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const credit = {
    partnerId,
    account: 'CASH',
    direction: 'credit',
    amount: '30.00',
    kind: 'goodwill',
    reason: 'for a test',
  } as const
  await adjust(core, [credit])
  const disputeId = await storeDispute(core, partnerId)
  await core.database.asOwner((tx) =>
    sql`update console.disputes set adjustment_id = (select max(id) from adjustments)`.execute(tx),
  )
  await adjust(core, [{ ...credit, kind: 'dispute', disputeId }])
  return disputeId
}

onBothProductDatabases('backup', (newDatabase) => {
  let core: Core
  let disputeId: number
  let backup: Buffer
  let content: string[]
  let empty: Database
  let restored: Database
  beforeAll(async () => {
    core = await playScenario(await newDatabase(), SCENARIO)
    disputeId = await adjustTwice(core)
    backup = await buffer(writeBackup(core.database))
    content = await contentOf(core.database)
    ;[empty, restored] = [await newDatabase(), await newDatabase()]
    await restoreBackup(restored, bytes(backup))
  })

  test('a database in use, a damaged file and another file are refused, and nothing is changed', async () => {
    await expect(restoreBackup(core.database, bytes(backup))).rejects.toMatchObject({
      code: 'validation_error',
    })
    expect(await contentOf(core.database)).toEqual(content)

    const nothing = await contentOf(empty)
    const flipped = Buffer.from(backup)
    flipped[flipped.length >> 1]! ^= 1
    for (const bad of [
      flipped,
      backup.subarray(0, backup.length - 40),
      randomBytes(500),
      Buffer.from(''),
    ]) {
      await expect(restoreBackup(empty, bytes(bad))).rejects.toMatchObject({
        code: 'validation_error',
      })
    }
    expect(await contentOf(empty)).toEqual(nothing)
  })

  test('a row that refers to a row that the file does not hold is refused, and nothing is changed', async () => {
    const lines = gunzipSync(backup).toString('utf8').split('\n')
    const nothing = await contentOf(empty)
    const all = await enforcedReferences(empty.read)
    const walked = empty.kind === 'embedded' ? [all[0]!, all.at(-1)!] : all
    for (const { place: table, placeColumn: column } of walked) {
      const forged = withReference(lines, table, column)
      await expect(restoreBackup(empty, bytes(forged))).rejects.toMatchObject({
        code: 'validation_error',
        params: { reason: expect.stringContaining(`${table}.${column} names 7777777`) },
      })
    }
    expect(await contentOf(empty)).toEqual(nothing)
  })

  test('a backup of an earlier schema is brought into that schema, and migrated', async () => {
    const newer = gzipSync(
      gunzipSync(backup).toString('utf8').replace('"migrations":[', '"migrations":["9999-notes",'),
    )
    await expect(restoreBackup(empty, bytes(newer))).rejects.toMatchObject({
      params: { reason: expect.stringMatching(/^the backup was made with the schema /u) },
    })

    const target = empty
    await target.asOwner(async (tx) => {
      await notesFilled.up(tx)
      await sql`insert into kysely_migration values ('9999-notes', '')`.execute(tx)
      await sql`insert into settings values ('secret.example', 'kept', 0)`.execute(tx)
    })
    const known = { ...MIGRATIONS, '9999-notes': notesFilled }
    await restoreBackup(target, bytes(backup), undefined, known)

    const { rows: notes } = await sql`select distinct note from orders`.execute(target.read)
    expect(notes).toEqual([{ note: 'of its time' }])
    const secrets = target.read.selectFrom('settings').select('value')
    expect(await secrets.where('name', '=', 'secret.example').execute()).toEqual([
      { value: 'kept' },
    ])
    await target.asOwner(async (tx) => {
      await sql`delete from settings where name = 'secret.example'`.execute(tx)
      await sql`alter table orders drop column note`.execute(tx)
      await sql`delete from kysely_migration where name = '9999-notes'`.execute(tx)
    })
    expect(await contentOf(target)).toEqual(content)
    const opened = await openTestCore(target, { clock: { now: SCENARIO.now } })
    expect((await verifyAll(opened)).differences).toEqual([])
  })

  test('an adjustment for a dispute that is about another adjustment is restored', async () => {
    const { rows } = await sql`
      select d.id as about, a.dispute_id as for from console.disputes d join adjustments a on a.id <> d.adjustment_id`.execute(
      restored.read,
    )
    expect(rows).toEqual([{ about: disputeId, for: disputeId }])
  })

  test('a restored database equals the original, and accepts further work', async () => {
    expect(await contentOf(restored)).toEqual(content)
    const plans = new PlanBook()
    const other = {
      ...core,
      database: restored,
      plans,
      network: await Network.load(restored.read, plans.rulesSource()),
    }
    const more = `orderId,partnerId,paidAt,amount\n999999,${core.network.engine.ids[0]},${SCENARIO.now},70\n`
    await importOrders(core, asUpload(more))
    await importOrders(other, asUpload(more))
    for (const kind of ['figures', 'bonuses', 'ledger'] as const) {
      expect(await textOf(exportRows(other, kind))).toBe(await textOf(exportRows(core, kind)))
    }
  })
})

/** A whole backup in which the first row of a table that has a value in a column has one that names nothing. */
function withReference(lines: readonly string[], table: string, column: string): Uint8Array {
  // An account of a transfer is one of its two sides.
  const columns = column === 'partner_account_id' ? `credit_account_id|${column}` : column
  const cells = new RegExp(`"(${columns})":\\d+`, 'g')
  const start = lines.indexOf(`{"table":"${table}"}`)
  const at = lines.findIndex((line, index) => index > start && line.search(cells) >= 0)
  const changed = lines.with(at, lines[at]!.replace(cells, '"$1":7777777')).slice(0, -2)
  const text = `${changed.join('\n')}\n`
  const sha256 = createHash('sha256').update(text).digest('hex')
  return gzipSync(`${text}${JSON.stringify({ sha256 })}\n`)
}
