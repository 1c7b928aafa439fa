import { createHash } from 'node:crypto'

import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Tx } from '../../db/database.ts'
import {
  AFTER_MONTH,
  AFTER_NEXT_MONTH,
  IN_MONTH,
  MONTH,
  NEXT_MONTH,
  openClosingNetwork,
} from '../../testing/closing-network.ts'
import { asUpload, textOf } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { ordersText } from '../../testing/network-files.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import type { Core } from '../../core/core.ts'
import { exportRows } from '../exports/export-rows.ts'
import { cancelOrder } from '../orders/intake/cancel-order.ts'
import { importOrders } from '../orders/import/import-orders.ts'
import { blockPartner } from '../partners/block-partner.ts'
import { loadPlan } from '../settings/load-plan.ts'
import { setRates } from '../rates/set-rates.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { closePeriod } from './close-period.ts'
import { previewPeriod } from './preview-period.ts'
import { previewCorrection, recomputePeriod } from './recompute-period.ts'

const FIRST_AFTER_MONTH = Date.UTC(2026, 3, 1)
const FIRST_AFTER_NEXT = Date.UTC(2026, 4, 1)
const HOUR = 3_600_000
/** Begin; derivations and credits of the month; the same of the month that is corrected; seal. */
const TRANSACTIONS_A_CLOSE = 6

/** The lines of an export without its header. */
async function linesOf(core: Core, period?: string): Promise<string[]> {
  const text = await textOf(exportRows(core, 'bonuses', { period }))
  return text.split('\n').slice(1, -1)
}

/** The credits of a month's programmes. */
const periodLines = async (core: Core, period = MONTH): Promise<string[]> =>
  (await linesOf(core, period)).filter((line) => line.endsWith(period))

const setUpt = (core: Core, rate: string) =>
  setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate }])

const sha256 = (lines: readonly string[]): string =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')

const differences = async (core: Core): Promise<string[]> => (await verifyAll(core)).differences

async function countOf(core: Core, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}`.execute(core.database.read)
  return rows[0]!.count
}

onBothDatabases('closing a month', (newDatabase) => {
  test('credits every programme once, sealed by the hash of what it exports, and computes the same again', async () => {
    const { core } = await openClosingNetwork(await newDatabase())
    const preview = await previewPeriod(core, MONTH)
    expect(await countOf(core, 'closings')).toBe(0)

    const closed = await closePeriod(core, MONTH)
    expect(closed).toEqual(preview)
    const lines = await periodLines(core)
    expect(new Set(lines.map((line) => line.split(',')[1]))).toEqual(
      new Set([
        'BSP',
        'CYCLED_TURBO',
        'DIAMOND',
        'DIAMOND_POOL',
        'LIFESTYLE',
        'UCHAIN_INFINITY',
        'WINNER',
      ]),
    )
    expect(closed).toMatchObject({ records: lines.length, sha256: sha256(lines) })

    const balances = await textOf(exportRows(core, 'balances'))
    expect(await closePeriod(core, MONTH)).toEqual(closed)
    expect(await previewPeriod(core, MONTH)).toEqual(closed)
    expect(await textOf(exportRows(core, 'balances'))).toBe(balances)
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
    expect(await differences(core)).toEqual([])
  })

  test('a close that dies before or after any of its transactions reaches the same result', async () => {
    const undisturbed = await openWithLateOrder(await newDatabase())
    await closePeriod(undisturbed, NEXT_MONTH)
    const expected = await everythingOf(undisturbed)
    const core = await openWithLateOrder(await newDatabase())
    for (let transaction = 1; transaction <= TRANSACTIONS_A_CLOSE; transaction += 1) {
      for (const isCommitted of [false, true]) {
        const dying = dyingAt(core, { transaction, isCommitted })
        // The first committed transaction begins the closing, so all later runs have one transaction less.
        if (transaction < TRANSACTIONS_A_CLOSE) {
          await expect(closePeriod(dying, NEXT_MONTH)).rejects.toThrow(DEATH)
        } else await closePeriod(dying, NEXT_MONTH)
      }
    }
    expect(await everythingOf(core)).toEqual(expected)
  })
})

onPostgres('closing a month by its rules', (newDatabase) => {
  test('C11.14 cancelling an order of a closed month reverses its infinity and nothing else', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    await closePeriod(core, MONTH)
    const before = await linesOf(core)
    clock.now = AFTER_MONTH + HOUR
    await cancelOrder(core, 16, 'returned')

    const ofOrder = before.filter((line) => line.split(',')[2] === '16')
    const reversed = ofOrder.map((line) => {
      const [partnerId, type, orderId, level, currency, amount, , period] = line.split(',')
      return [partnerId, type, orderId, level, currency, `-${amount}`, clock.now, period].join()
    })
    expect(ofOrder.filter((line) => line.includes('UCHAIN_INFINITY'))).toHaveLength(2)
    expect((await linesOf(core)).toSorted()).toEqual([...before, ...reversed].toSorted())
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
    expect(await differences(core)).toEqual([])
  })

  test('C11.12 late orders of a closed month are corrected at the next close, and no seal changes', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    const sealed = await closePeriod(core, MONTH)
    const before = await linesOf(core)
    clock.now = AFTER_MONTH + HOUR
    await importOrders(
      core,
      asUpload(
        ordersText([
          [21, 6, IN_MONTH + 9, '5000'],
          [22, 5, AFTER_MONTH, '3000'],
        ]),
      ),
    )
    clock.now = AFTER_NEXT_MONTH
    const preview = await previewPeriod(core, NEXT_MONTH)
    const next = await closePeriod(core, NEXT_MONTH)
    expect(next).toEqual(preview)

    const after = await linesOf(core)
    expect(before.filter((line) => !after.includes(line))).toEqual([])
    const corrections = after.filter((line) => line.endsWith(MONTH) && !before.includes(line))
    expect(corrections).toContain(
      `1,UCHAIN_INFINITY,21,2,UPT,125.00000000,${FIRST_AFTER_NEXT},${MONTH}`,
    )
    // The pool has collected 1 % of 5,000 EUR more: only the difference is credited.
    expect(corrections.filter((line) => line.startsWith('1,DIAMOND_POOL'))).toEqual([
      `1,DIAMOND_POOL,0,0,ULTIMA,0.01000000,${FIRST_AFTER_NEXT},${MONTH}`,
    ])
    expect(corrections).toContain(`3,WINNER,0,0,WIN,350.00000000,${FIRST_AFTER_NEXT},${MONTH}`)
    expect(await closePeriod(core, MONTH)).toEqual(sealed)
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
    expect(await differences(core)).toEqual([])

    // Later closes owe nothing more, and a correction is reversed like any other record.
    const made = await periodLines(core)
    clock.now = Date.UTC(2026, 5, 2)
    await closePeriod(core, '2026-05')
    expect(await periodLines(core)).toEqual(made)
    await cancelOrder(core, 21, 'returned')
    expect(await linesOf(core)).toContain(
      `1,UCHAIN_INFINITY,21,2,UPT,-125.00000000,${clock.now},${MONTH}`,
    )
    expect(await differences(core)).toEqual([])
  })

  test('C11.11 a month that is not over is refused and nothing is changed', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    clock.now = FIRST_AFTER_MONTH - 1
    for (const attempt of [closePeriod(core, MONTH), previewPeriod(core, MONTH)]) {
      await expect(attempt).rejects.toMatchObject({ code: 'validation_error' })
    }
    await expect(closePeriod(core, '2026-13')).rejects.toMatchObject({ code: 'validation_error' })
    expect(await countOf(core, 'closings')).toBe(0)
    clock.now = FIRST_AFTER_MONTH
    expect((await closePeriod(core, MONTH)).records).toBeGreaterThan(0)
  })

  test('C11.1 records are paid at the first instant after the month, whenever it is closed', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    clock.now = AFTER_NEXT_MONTH
    await closePeriod(core, MONTH)
    const instants = (await periodLines(core)).map((line) => line.split(',')[6])
    expect(new Set(instants)).toEqual(new Set([String(FIRST_AFTER_MONTH)]))
  })

  test('C11.4 the rate in force at the close counts, and later ones change nothing', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    clock.now = AFTER_MONTH + HOUR
    await setUpt(core, '3.333333333')
    await closePeriod(core, MONTH)
    // 800 EUR of lifestyle, cut to 8 decimals.
    expect(await periodLines(core)).toContain(
      `1,LIFESTYLE,0,0,UPT,2666.66666640,${FIRST_AFTER_MONTH},${MONTH}`,
    )
    const lines = await periodLines(core)
    await setUpt(core, '7')
    await closePeriod(core, MONTH)
    expect(await periodLines(core)).toEqual(lines)
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
    expect(await differences(core)).toEqual([])
  })

  test('orders of one month follow the plan in force when each was paid', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase(), {
      clock: { now: Date.UTC(2026, 2, 1) },
      orders: [],
    })
    const { infinity } = DEFAULT_PLAN_DOCUMENT.programmes
    const rows = infinity.rows.map((row) => ({ ...row, percent: String(Number(row.percent) * 2) }))
    const programmes = { ...DEFAULT_PLAN_DOCUMENT.programmes, infinity: { ...infinity, rows } }
    await loadPlan(core, { ...DEFAULT_PLAN_DOCUMENT, validFrom: IN_MONTH + HOUR, programmes })
    clock.now = AFTER_MONTH
    const day = 86_400_000
    await importOrders(
      core,
      asUpload(
        ordersText([
          [1, 1, IN_MONTH - day, '60'],
          [2, 2, IN_MONTH - 1, '300000'],
          [3, 3, IN_MONTH - 1, '200000'],
          [4, 4, IN_MONTH, '150000'],
          [5, 4, IN_MONTH + HOUR - 1, '1000'],
          [6, 4, IN_MONTH + HOUR, '1000'],
        ]),
      ),
    )
    await closePeriod(core, MONTH)
    const accruals = (await periodLines(core)).filter((line) =>
      /^1,UCHAIN_INFINITY,[56],/.test(line),
    )
    // 2.5 % before and 5 % after: half of the value in UCN at 4, half in UPT at 2.
    expect(accruals.map((line) => line.split(',').slice(2, 6).join())).toEqual([
      '5,1,UCN,50.00000000',
      '5,1,UPT,25.00000000',
      '6,1,UCN,100.00000000',
      '6,1,UPT,50.00000000',
    ])
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
    expect(await differences(core)).toEqual([])
  })

  test('C11.13 a partner who is blocked at the close gets no infinity, but everything else', async () => {
    const { core } = await openClosingNetwork(await newDatabase())
    await blockPartner(core, 1, true, 'for a test')
    await closePeriod(core, MONTH)
    const types = (await periodLines(core))
      .filter((line) => line.startsWith('1,'))
      .map((line) => line.split(',')[1])
    expect(new Set(types)).toEqual(
      new Set(['BSP', 'CYCLED_TURBO', 'DIAMOND', 'DIAMOND_POOL', 'LIFESTYLE', 'WINNER']),
    )
    await blockPartner(core, 1, false, 'for a test')
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
  })

  test('an order cancelled while its month is being posted is reversed before the seal', async () => {
    const { core } = await openClosingNetwork(await newDatabase())
    await expect(
      closePeriod(dyingAt(core, { transaction: 3, isCommitted: true }), MONTH),
    ).rejects.toThrow(DEATH)
    await cancelOrder(core, 16, 'returned')
    await expect(
      closePeriod(dyingAt(core, { transaction: 1, isCommitted: false }), MONTH),
    ).rejects.toThrow(DEATH)
    await cancelOrder(core, 15, 'returned')
    await closePeriod(core, MONTH)
    const accruals = (await periodLines(core)).filter((line) =>
      /,UCHAIN_INFINITY,1[56],/.test(line),
    )
    expect(accruals).toHaveLength(8)
    expect(accruals.filter((line) => line.includes(',-'))).toHaveLength(4)
    expect(await differences(core)).toEqual([])
  })

  test('C11.23 recompute --now lists what the next close credits for late orders, and changes nothing', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    await expect(textOf(previewCorrection(core, MONTH))).rejects.toMatchObject({
      code: 'not_found',
    })
    await closePeriod(core, MONTH)
    expect(await textOf(previewCorrection(core, MONTH))).toBe('')

    const late = ordersText([[21, 6, IN_MONTH + 9, '5000']])
    await importOrders(core, asUpload(late))
    const before = await everythingOf(core)
    const preview = await textOf(previewCorrection(core, MONTH))
    expect(preview).toContain(
      `+ 1,UCHAIN_INFINITY,21,2,UPT,125.00000000,${FIRST_AFTER_NEXT},${MONTH}  (order 21: fact `,
    )
    expect(await everythingOf(core)).toEqual(before)
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')

    clock.now = AFTER_NEXT_MONTH
    const known = await linesOf(core)
    await closePeriod(core, NEXT_MONTH)
    const credited = (await linesOf(core)).filter((line) => !known.includes(line))
    const listed = preview.trimEnd().split('\n')
    expect(listed.map((line) => line.slice(2, line.indexOf('  (')))).toEqual(
      credited.filter((line) => line.endsWith(MONTH)),
    )
    expect(await textOf(previewCorrection(core, MONTH))).toBe('')
  })

  test('C11.21 a late order has its month computed again, with the blocks of then, even if it was cancelled since', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    await blockPartner(core, 1, true, 'for a test')
    await closePeriod(core, MONTH)
    await blockPartner(core, 1, false, 'for a test')
    const infinity = async () =>
      (await periodLines(core)).filter(
        (line) => line.startsWith('1,UCHAIN_INFINITY') && line.endsWith(MONTH),
      )
    expect(await infinity()).toEqual([])
    await importOrders(core, asUpload(ordersText([[21, 6, IN_MONTH + 9, '5000']])))
    await cancelOrder(core, 21, 'returned')
    clock.now = AFTER_NEXT_MONTH
    await closePeriod(core, NEXT_MONTH)
    const credited = await infinity()
    expect(credited.length).toBeGreaterThan(0)
    expect(credited.filter((line) => line.startsWith('1,UCHAIN_INFINITY,21,'))).toEqual([])
    expect(await differences(core)).toEqual([])
  })

  test('C11.12 nothing is corrected if lateOrderCorrections is off, and nothing is ever taken back', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    await closePeriod(core, MONTH)
    await changeSettings(core, { lateOrderCorrections: 'FALSE' })
    const before = await periodLines(core)
    await importOrders(core, asUpload(ordersText([[21, 6, IN_MONTH + 9, '5000']])))
    clock.now = AFTER_NEXT_MONTH
    await closePeriod(core, NEXT_MONTH)
    expect(await periodLines(core)).toEqual(before)

    // A cancelled order lowers the value that the month would have today.
    await changeSettings(core, { lateOrderCorrections: 'TRUE' })
    await cancelOrder(core, 11, 'returned')
    clock.now = Date.UTC(2026, 5, 2)
    await closePeriod(core, '2026-05')
    const programmes = (await periodLines(core)).filter((line) => !line.includes('UCHAIN_INFINITY'))
    expect(programmes.filter((line) => line.includes(',-'))).toEqual([])
    expect(await differences(core)).toEqual([])
  })

  test('C11.11 the order in which months are closed changes no record', async () => {
    const records: string[][] = []
    for (const months of [
      [MONTH, NEXT_MONTH],
      [NEXT_MONTH, MONTH],
    ]) {
      const { core, clock } = await openClosingNetwork(await newDatabase())
      clock.now = AFTER_NEXT_MONTH
      await importOrders(
        core,
        asUpload(
          ordersText([
            [31, 2, AFTER_MONTH, '50000'],
            [32, 4, AFTER_MONTH, '30000'],
            [33, 3, AFTER_MONTH, '20000'],
          ]),
        ),
      )
      for (const month of months) await closePeriod(core, month)
      records.push(await linesOf(core))
      expect(await differences(core)).toEqual([])
    }
    expect(records[0]).toEqual(records[1])
    expect(records[0]!.filter((line) => line.endsWith(NEXT_MONTH)).length).toBeGreaterThan(5)
  })

  test('a currency without a quote is refused before anything is stored', async () => {
    const { core } = await openClosingNetwork(await newDatabase())
    await core.database.asOwner(async (tx) => {
      await sql`alter table rates disable trigger append_only`.execute(tx)
      await sql`delete from rates where to_currency = 'ULTIMA'`.execute(tx)
    })
    await expect(closePeriod(core, MONTH)).rejects.toMatchObject({
      code: 'not_found',
      params: { rate: 'EUR ULTIMA SELL' },
    })
    expect(await countOf(core, 'closings')).toBe(0)
    await setRates(core, [{ from: 'EUR', to: 'ULTIMA', rateType: 'SELL', rate: '0.0002' }])
    expect((await closePeriod(core, MONTH)).records).toBeGreaterThan(0)
  })

  test('another unfinished close is finished first', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    clock.now = AFTER_NEXT_MONTH
    await expect(
      closePeriod(dyingAt(core, { transaction: 2, isCommitted: true }), MONTH),
    ).rejects.toThrow(DEATH)
    expect(await differences(core)).toEqual([])
    await closePeriod(core, NEXT_MONTH)
    expect(await countOf(core, 'period_seals')).toBe(2)
    expect((await periodLines(core)).length).toBeGreaterThan(10)
    expect(await differences(core)).toEqual([])
  })

  test('recompute names each record with another credit, and the fact behind it', async () => {
    const { core } = await openClosingNetwork(await newDatabase())
    await expect(textOf(recomputePeriod(core, MONTH))).rejects.toMatchObject({ code: 'not_found' })
    await closePeriod(core, MONTH)
    await core.database.asOwner(async (tx) => {
      await sql`alter table bonus_records disable trigger append_only`.execute(tx)
      await sql`update bonus_records set amount = amount + 1 where type = 'WINNER' and partner_id = 3`.execute(
        tx,
      )
      await sql`update bonus_records set level = 9 where type = 'UCHAIN_INFINITY' and order_id = 11 and currency = 'UCN'`.execute(
        tx,
      )
    })
    const tail = `${FIRST_AFTER_MONTH},${MONTH}`
    expect((await textOf(recomputePeriod(core, MONTH))).split('\n')).toEqual([
      `- 1,UCHAIN_INFINITY,11,9,UCN,15000.00000000,${tail}  (order 11: fact 15)`,
      `+ 1,UCHAIN_INFINITY,11,1,UCN,15000.00000000,${tail}  (order 11: fact 15)`,
      `- 3,WINNER,0,0,WIN,250.00000100,${tail}  (last order below 15: fact 19)`,
      `+ 3,WINNER,0,0,WIN,250.00000000,${tail}  (last order below 15: fact 19)`,
      '',
    ])
  })
})

onPostgres('closing a month at once', (newDatabase) => {
  test('from many connections credits it once', async () => {
    const alone = await openWithLateOrder(await newDatabase())
    await closePeriod(alone, NEXT_MONTH)
    const core = await openWithLateOrder(await newDatabase())
    const closed = await Promise.all(Array.from({ length: 8 }, () => closePeriod(core, NEXT_MONTH)))
    expect(new Set(closed.map(({ sha256: hash }) => hash)).size).toBe(1)
    expect(await everythingOf(core)).toEqual(await everythingOf(alone))
    expect(await differences(core)).toEqual([])
  })

  test('two months from many connections are closed one after the other', async () => {
    const { core, clock } = await openClosingNetwork(await newDatabase())
    clock.now = AFTER_NEXT_MONTH
    await Promise.all(
      [MONTH, NEXT_MONTH, MONTH, NEXT_MONTH].map((month) => closePeriod(core, month)),
    )
    expect(await countOf(core, 'period_seals')).toBe(2)
    expect(await textOf(recomputePeriod(core, MONTH))).toBe('')
    expect(await differences(core)).toEqual([])
  })
})

/** A closed month with a late order, ready for the next close. */
async function openWithLateOrder(
  database: Parameters<typeof openClosingNetwork>[0],
): Promise<Core> {
  const { core, clock } = await openClosingNetwork(database)
  await closePeriod(core, MONTH)
  await importOrders(
    core,
    asUpload(
      ordersText([
        [21, 6, IN_MONTH + 9, '5000'],
        [22, 5, AFTER_MONTH, '3000'],
      ]),
    ),
  )
  clock.now = AFTER_NEXT_MONTH
  return core
}

/** All rows that a close writes, without serial numbers, which skip after a rollback. */
async function everythingOf(core: Core): Promise<string[]> {
  const ledger = (await textOf(exportRows(core, 'ledger'))).split('\n')
  const { rows } = await sql<{ seal: string }>`
    select encode(hash, 'hex') as seal from period_seals order by closing_id`.execute(
    core.database.read,
  )
  return [
    await textOf(exportRows(core, 'bonuses')),
    await textOf(exportRows(core, 'balances')),
    ...ledger.map((line) => line.replace(/^\d+,/, '')).toSorted(),
    ...rows.map(({ seal }) => seal),
  ]
}

const DEATH = 'killed for a test'

/** A core whose process dies at the given transaction, counted from 1: before or after its commit. */
function dyingAt(
  core: Core,
  { transaction, isCommitted }: { transaction: number; isCommitted: boolean },
): Core {
  let count = 0
  const dying = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    count += 1
    const isLast = count === transaction
    const answer = await core.database.transaction(async (tx) => {
      const done = await work(tx)
      if (isLast && !isCommitted) throw new Error(DEATH)
      return done
    })
    if (isLast) throw new Error(DEATH)
    return answer
  }
  return { ...core, database: { ...core.database, transaction: dying } }
}
