import { DEFAULT_PLAN_DOCUMENT } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../core/core.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { recordOrder } from './record-order.ts'
import { blockPartner } from '../business/partners/block-partner.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { loadPlan } from '../business/settings/load-plan.ts'
import { setRates } from '../business/rates/set-rates.ts'
import type { Database } from '../db/database.ts'
import { asUpload, openTestCore, type TestClock } from './core.ts'
import { sealSettled } from './seal-settled.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1)

/** The instant `days` after the office was opened. */
export const dayOf = (days: number): number => START + days * DAY

/**
 * For tests: an office with every kind of event. Partners 1 to 18 are a chain, 30 to 33 and 40 to
 * 42 are two more legs of partner 1, and 90 is another root. Every kind of fact and stored result exists.
 */
export async function openSmallOffice(database: Database): Promise<Core> {
  const clock: TestClock = { now: dayOf(0) }
  const core = await openTestCore(database, { clock })
  await importPartners(core, asUpload(partnersFile()))
  await blockPartner(core, 15, true, 'for a test')

  await on(clock, 10, () => importOrders(core, asUpload(FIRST_FILE)))
  await blockPartner(core, 15, false, 'for a test')
  await setRate(core, clock, 11, '2.5')
  await on(clock, 12, () => importOrders(core, asUpload(LATE_FILE)))
  await on(clock, 20, () => cancelOrder(core, 104, 'returned'))
  await on(clock, 21, () => cancelOrder(core, 201, 'returned'))

  await setRate(core, clock, 22, '0.000000001')
  await record(core, clock, { day: 23, orderId: 301, partnerId: 18, cents: 1 })
  await setRate(core, clock, 24, '3')
  await blockPartner(core, 14, true, 'for a test')
  await record(core, clock, { day: 25, orderId: 302, partnerId: 18, cents: 12_345 })
  await record(core, clock, { day: 26, orderId: 303, partnerId: 42, cents: 2_000_000 })

  clock.now = dayOf(30)
  await loadPlan(core, secondPlan(dayOf(40)))
  await record(core, clock, { day: 41, orderId: 401, partnerId: 18, cents: 20_000 })
  await record(core, clock, { day: 42, orderId: 402, partnerId: 33, cents: 6_000_000 })
  await record(core, clock, { day: 43, orderId: 403, partnerId: 16, cents: 7_000 })
  await sealSettled(database.read, dayOf(43))
  await record(core, clock, { day: 44, orderId: 404, partnerId: 18, cents: 50_000 })
  await sealSettled(database.read, dayOf(43))
  await record(core, clock, { day: 45, orderId: 405, partnerId: 91, cents: 50_000 })
  return core
}

function partnersFile(): string {
  const chain = Array.from({ length: 17 }, (_, at) => [at + 2, at + 1])
  const legs = [
    [30, 1],
    [31, 30],
    [32, 31],
    [33, 32],
    [40, 1],
    [41, 40],
    [42, 41],
    [91, 90],
  ]
  const rows = [[1, ''], [90, ''], ...chain, ...legs].map(
    ([id, sponsor]) => `${id},${sponsor},p${id}@example.com,First,Last,${dayOf(-1)},DE\n`,
  )
  return `id,sponsorId,email,firstName,lastName,registeredAt,countryId\n${rows.join('')}`
}

/** Orders 101 and 102 have the same instant; 104 makes its buyer active and is cancelled later. */
const FIRST_FILE = ordersFile([
  [101, 17, 1, '50'],
  [102, 18, 1, '1200.50'],
  [103, 16, 2, '49.99'],
  [104, 14, 2, '80'],
  [105, 13, 2, '100'],
  [106, 18, 3, '30000'],
  [107, 33, 4, '20000'],
  [108, 42, 5, '10000'],
  [109, 3, 6, '60'],
  [110, 18, 7, '250'],
])

/** Orders paid before the first import: they change later decisions only. */
const LATE_FILE = ordersFile([
  [201, 16, 3, '75'],
  [202, 18, 4, '310.10'],
  [203, 12, 8, '500'],
])

function ordersFile(rows: readonly (readonly [number, number, number, string])[]): string {
  const lines = rows.map(
    ([id, partner, day, amount]) => `${id},${partner},${dayOf(day)},${amount}\n`,
  )
  return `orderId,partnerId,paidAt,amount\n${lines.join('')}`
}

async function on(clock: TestClock, day: number, work: () => Promise<unknown>): Promise<void> {
  clock.now = dayOf(day)
  await work()
}

async function setRate(core: Core, clock: TestClock, day: number, rate: string): Promise<void> {
  clock.now = dayOf(day)
  await setRates(core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate }])
}

type Paid = { day: number; orderId: number; partnerId: number; cents: number }

async function record(core: Core, clock: TestClock, { day, ...order }: Paid): Promise<void> {
  clock.now = dayOf(day)
  await recordOrder(core, { ...order, paidAt: dayOf(day) })
}

/** Other activity rules, a depth without a percent, and lower rank targets. */
function secondPlan(validFrom: number): object {
  const { unilevel, ranks, ...rest } = DEFAULT_PLAN_DOCUMENT
  return {
    ...rest,
    validFrom,
    activity: { minimumOrder: '70', days: 10 },
    unilevel: unilevel.filter(({ depthFrom }) => depthFrom !== 3),
    ranks: ranks.map((rank) => ({ ...rank, turnover: String(Number(rank.turnover) / 2) })),
  }
}

/** For tests: changes stored rows without triggers, keys and permissions. */
export async function corrupt(database: Database, statements: readonly string[]): Promise<void> {
  await database.asOwner(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
}
