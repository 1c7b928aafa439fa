import { importOrders } from '../business/orders/import/import-orders.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import type { Database } from '../db/database.ts'
import { asUpload, openTestCore, type TestClock } from './core.ts'
import { type OrderCells, ordersText } from './network-files.ts'
import { PartnersService } from './partners-service.ts'

/** The tested month, the day of it on which tests run, and a day after it. */
export const OCTOBER = Date.UTC(2026, 9)
export const IN_OCTOBER = Date.UTC(2026, 9, 25)
export const AFTER_OCTOBER = Date.UTC(2026, 10, 3)

/** Ada (1) below Zoe (10), with the legs Bea (2, above Fay 6 and Gus 8), Cy (3) and Dee (4); Dan (7) beside her. */
const PARTNERS = `id,sponsorId,email,firstName,lastName,registeredAt,countryId
10,,zoe@example.com,Zoe,Above,1700000000000,DE
1,10,ada@example.com,Ada,Own,1700000001000,DE
7,10,dan@example.com,Dan,Beside,1700000002000,IT
2,1,bea@example.com,Bea,Leg,1700000003000,FR
3,1,cy@example.com,Cy,Leg,1700000004000,IT
4,1,dee@example.com,Dee,Leg,1700000005000,IT
6,2,fay@example.com,Fay,Below,1700000006000,ES
8,6,gus@example.com,Gus,Below,1700000007000,ES
`

/**
 * September makes Ada DIAMOND. October is example 1 of the diamond programme (decisions C5): legs of 40,000 (Bea 25,000,
 * Fay 10,000, Gus 5,000), 20,000 and 9,000 EUR.
 */
export const BONUS_ORDERS: readonly OrderCells[] = [
  [1, 2, Date.UTC(2026, 8, 10), '250000'],
  [2, 3, Date.UTC(2026, 8, 11), '150000'],
  [3, 4, Date.UTC(2026, 8, 12), '100000'],
  [10, 1, Date.UTC(2026, 9, 1), '100'],
  [11, 2, Date.UTC(2026, 9, 2), '25000'],
  [12, 6, Date.UTC(2026, 9, 3), '10000'],
  [13, 8, Date.UTC(2026, 9, 4), '5000'],
  [14, 3, Date.UTC(2026, 9, 5), '20000'],
  [15, 4, Date.UTC(2026, 9, 6), '9000'],
]

/** The services of that network, on a day of October. */
export async function openBonusNetwork(database: Database): Promise<PartnersService> {
  const clock: TestClock = { now: IN_OCTOBER }
  const core = await openTestCore(database, { clock })
  await importPartners(core, asUpload(PARTNERS))
  await importOrders(core, asUpload(ordersText(BONUS_ORDERS)))
  return PartnersService.around(core, clock)
}
