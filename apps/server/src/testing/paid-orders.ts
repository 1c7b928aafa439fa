import type { OrderRow } from '../../../../oracle/network.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import type { AuditedOrder, PaidOrder } from '../business/orders/decide/decide-turn.ts'
import type { Core } from '../core/core.ts'
import { asUpload, openTestCore } from './core.ts'
import type { NewDatabase } from './databases.ts'
import { chainText } from './network-files.ts'

export const PAID_AT = Date.UTC(2026, 9, 1)

/** An order of 100 EUR. */
export const orderOf = (
  orderId: number,
  partnerId: number,
  changes: Partial<PaidOrder> = {},
): PaidOrder => ({ orderId, partnerId, paidAt: PAID_AT, cents: 10_000, ...changes })

/** A row of a file as an order that comes alone. */
export const paidOrder = ({ amount, ...row }: OrderRow): PaidOrder => ({
  ...row,
  cents: Math.round(Number(amount) * 100),
})

export const audited = (order: PaidOrder): AuditedOrder => ({
  order,
  entry: { actor: 'test', command: 'order', details: () => order },
})

/** A chain of partners from 1 down. */
export async function openChain(newDatabase: NewDatabase, length: number): Promise<Core> {
  const core = await openTestCore(await newDatabase())
  await importPartners(core, asUpload(chainText(length)))
  return core
}
