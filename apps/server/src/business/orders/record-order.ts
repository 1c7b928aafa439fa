import { DAY_MS, Refusal } from '@partner-office/domain'

import type { Tx } from '../../db/database.ts'
import { NO_ROW } from '../../network/columns.ts'
import type { Core } from '../../core/core.ts'
import { withFactLog } from '../facts/with-fact-log.ts'
import { readSetting } from '../settings/read-settings.ts'
import { recordOrders } from './record-orders.ts'

/** A paid order from the shop. Units: EUR cents, epoch milliseconds. */
export type PaidOrder = {
  readonly orderId: number
  readonly partnerId: number
  readonly paidAt: number
  readonly cents: number
}

/**
 * Record a paid order and everything that follows from it, in one transaction; recording it again does nothing.
 *
 * Refuses: `not_unique` (the same id with other content), `not_found` (no such partner), `validation_error` (paid
 * before the registration or more than a day ahead), `purchase_restricted_by_country`, `payments_disabled`.
 * Source: api.md section 7; operations.md section 5.
 */
export async function recordOrder(core: Core, order: PaidOrder): Promise<void> {
  await withFactLog(core, async (tx, log) => {
    if (await isRecorded(tx, order)) return
    const row = core.network.engine.rowOf(order.partnerId)
    if (row === NO_ROW) throw new Refusal('not_found', { field: 'userId' })
    requirePaymentTime(order.paidAt, core.network.engine.registeredAt[row]!, core.clock())
    await requireOpenForPayments(tx, order.partnerId)
    const { orderId, paidAt, cents } = order
    await recordOrders(core, tx, log, [{ orderId, row, paidAt, cents }])
  })
}

async function isRecorded(tx: Tx, order: PaidOrder): Promise<boolean> {
  const stored = await tx
    .selectFrom('orders')
    .select(['partnerId', 'paidAt', 'amountCents'])
    .where('id', '=', order.orderId)
    .executeTakeFirst()
  if (stored === undefined) return false
  const isSame =
    stored.partnerId === order.partnerId &&
    stored.paidAt === order.paidAt &&
    stored.amountCents === order.cents
  if (!isSame) throw new Refusal('not_unique', { field: 'orderId' })
  return true
}

function requirePaymentTime(paidAt: number, registeredAt: number, now: number): void {
  if (paidAt < registeredAt || paidAt > now + DAY_MS) {
    throw new Refusal('validation_error', { field: 'paidAt' })
  }
}

/** Checks before the shop takes money; orders of a file have been paid already. */
async function requireOpenForPayments(tx: Tx, partnerId: number): Promise<void> {
  if ((await readSetting(tx, 'paymentsEnabled')) === 'FALSE') throw new Refusal('payments_disabled')
  const restricted = (await readSetting(tx, 'purchaseRestrictedCountries')).split(',')
  const { countryId } = await tx
    .selectFrom('partners')
    .select('countryId')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  if (restricted.includes(countryId)) throw new Refusal('purchase_restricted_by_country')
}
