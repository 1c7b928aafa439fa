import type { Core } from '../core/core.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import type { Database } from '../db/database.ts'
import { asUpload, openTestCore, type TestClock } from './core.ts'
import { type OrderCells, ordersText, partnersText } from './network-files.ts'

/** The month that tests close, and the first instants of the next two months. */
export const MONTH = '2026-03'
export const IN_MONTH = Date.UTC(2026, 2, 10)
export const AFTER_MONTH = Date.UTC(2026, 3, 2)
export const NEXT_MONTH = '2026-04'
export const AFTER_NEXT_MONTH = Date.UTC(2026, 4, 2)

/** Partner 1 on top of three legs, with two lines below each: turnovers for every programme. */
const TREE: readonly (readonly [number, number | null])[] = [
  [1, null],
  [2, 1],
  [3, 1],
  [4, 1],
  [5, 2],
  [6, 3],
  [7, 5],
]

/** The orders of the month; every partner is active from an earlier day on. */
export const MONTH_ORDERS: readonly OrderCells[] = [
  ...TREE.map(([id]) => [id, id, IN_MONTH - 8 * 86_400_000, '60'] as const),
  [11, 2, IN_MONTH, '300000'],
  [12, 3, IN_MONTH + 1, '200000.01'],
  [13, 4, IN_MONTH + 2, '150000'],
  [14, 5, IN_MONTH + 3, '4000.33'],
  [15, 6, IN_MONTH + 4, '7000'],
  [16, 7, IN_MONTH + 5, '12000.50'],
]

/** Opens a network with a month's orders; the clock is on the first days after that month. */
export async function openClosingNetwork(
  database: Database,
  {
    orders = MONTH_ORDERS,
    clock = { now: AFTER_MONTH } as TestClock,
    plan = undefined as unknown,
  } = {},
): Promise<{ core: Core; clock: TestClock }> {
  const core = await openTestCore(database, { clock, ...(plan !== undefined && { plan }) })
  await importPartners(core, asUpload(partnersText(TREE)))
  await importOrders(core, asUpload(ordersText(orders)))
  return { core, clock }
}
