import { DAY_MS, Refusal } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { DatabaseBusy } from '../../../db/bounded-pool.ts'
import { unnesting } from '../../../db/column.ts'
import type { Db } from '../../../db/database.ts'
import { PREPARED } from '../../../db/prepared.ts'
import { NO_ROW } from '../../../network/columns.ts'
import type { AuditEntry } from '../../audit/audit-log.ts'
import { storedSettings } from '../../settings/read-settings.ts'
import {
  decideOrders,
  type NewOrder,
  type OrderBasis,
  type OrderDecision,
} from './decide-orders.ts'
import { requireExactTurnover } from '../intake/order-basis.ts'

/** A paid order from the shop. Units: EUR cents, epoch milliseconds. */
export type PaidOrder = {
  readonly orderId: number
  readonly partnerId: number
  readonly paidAt: number
  readonly cents: number
}

/** An order with its entry in the audit log. */
export type AuditedOrder = { readonly order: PaidOrder; readonly entry: AuditEntry }

/** Why an order was refused, or has to come again; null: it is recorded, now or before. */
export type OrderAnswer = Refusal | DatabaseBusy | null

/** What the database knows about some orders and their buyers. */
export type Known = {
  readonly orders: Map<number, PaidOrder>
  /** Orders of an accepted file that are not recorded yet. */
  readonly staged: ReadonlySet<number>
  /** The turnover of all orders that are accepted and not facts yet. */
  readonly openCents: number
  readonly countries: ReadonlyMap<number, string>
  readonly paymentsEnabled: boolean
  readonly restrictedCountries: readonly string[]
}

const ORDER_SETTINGS = ['paymentsEnabled', 'purchaseRestrictedCountries'] as const

/** An order that came, with the country of its buyer, and the order recorded under its id; null where there is none. */
type KnownRow = {
  readonly orderId: number
  readonly recordedFor: number | null
  readonly paidAt: number
  readonly cents: number
  readonly buyer: number
  readonly countryId: string | null
  readonly isStaged: boolean
  readonly stagedCents: number
  readonly stored: Readonly<Record<string, string>>
}

/** Subqueries with `offset 0` look each row up in an index, also where the plan that is kept was made on small tables. */
export async function readKnown(db: Db, orders: readonly AuditedOrder[]): Promise<Known> {
  const { rows } = await sql<KnownRow>`${PREPARED}
    select c.order_id, o.partner_id as recorded_for, o.paid_at, o.amount_cents as cents, c.buyer, p.country_id,
      s.order_id is not null as is_staged, coalesce((select open_cents from accepted_import), 0) as staged_cents,
      (select coalesce(jsonb_object_agg(name, value), '{}') from settings
        where name in (${sql.join(ORDER_SETTINGS.map((name) => sql.lit(name)))})) as stored
    from ${unnesting(orders, [
      ['bigint', ({ order }) => order.orderId],
      ['bigint', ({ order }) => order.partnerId],
    ])} as c(order_id, buyer)
    left join lateral (select * from orders o where o.id = c.order_id offset 0) o on true
    left join lateral (select country_id from partners p where p.id = c.buyer offset 0) p on true
    left join lateral (
      select s.order_id from staged_orders s, accepted_import a
      where s.order_id = c.order_id and s.paid_at > a.recorded_until offset 0) s on true`.execute(
    db,
  )
  const settings = storedSettings(ORDER_SETTINGS, rows[0]!.stored)
  return {
    orders: new Map(rows.flatMap(recordedOrder)),
    staged: new Set(rows.flatMap(({ orderId, isStaged }) => (isStaged ? [orderId] : []))),
    openCents: rows[0]!.stagedCents,
    countries: new Map(
      rows.flatMap(({ buyer, countryId }) => (countryId === null ? [] : [[buyer, countryId]])),
    ),
    paymentsEnabled: settings.paymentsEnabled !== 'FALSE',
    restrictedCountries: settings.purchaseRestrictedCountries.split(','),
  }
}

const recordedOrder = ({ orderId, recordedFor, paidAt, cents }: KnownRow): [number, PaidOrder][] =>
  recordedFor === null ? [] : [[orderId, { orderId, partnerId: recordedFor, paidAt, cents }]]

/** Decides orders that share a turn, one after the other. */
export class Turn {
  readonly decisions: OrderDecision[] = []
  /** A decision that was refused half-way has left traces in the figures, which must not decide about the next order. */
  isSpoiled = false

  readonly #core: Core
  readonly #known: Known
  readonly #basis: OrderBasis
  #turnover: bigint

  constructor(core: Core, known: Known, basis: OrderBasis) {
    this.#core = core
    this.#known = known
    this.#basis = basis
    // An accepted file is recorded for good, so there must be room for the rest of it.
    this.#turnover = BigInt(basis.engine.turnover) + BigInt(known.openCents)
  }

  /** Answers an order, decided now or recorded before. */
  answer(order: PaidOrder): OrderAnswer {
    try {
      this.#take(order)
      return null
    } catch (error) {
      if (error instanceof Refusal || error instanceof DatabaseBusy) return error
      throw error
    }
  }

  #take(order: PaidOrder): void {
    if (this.#isRecorded(order)) return
    if (this.#known.staged.has(order.orderId)) {
      throw new DatabaseBusy('a file with this order is being recorded')
    }
    const found = this.#requireAcceptable(order)
    try {
      this.decisions.push(...decideOrders(this.#basis, [found]))
    } catch (error) {
      this.isSpoiled = true
      throw error
    }
    this.#turnover += BigInt(order.cents)
    this.#known.orders.set(order.orderId, order)
  }

  #isRecorded({ orderId, partnerId, paidAt, cents }: PaidOrder): boolean {
    const recorded = this.#known.orders.get(orderId)
    if (recorded === undefined) return false
    const isSame =
      recorded.partnerId === partnerId && recorded.paidAt === paidAt && recorded.cents === cents
    if (!isSame) throw new Refusal('not_unique', { field: 'orderId' })
    return true
  }

  #requireAcceptable({ orderId, partnerId, paidAt, cents }: PaidOrder): NewOrder {
    const { engine } = this.#basis
    const row = engine.rowOf(partnerId)
    if (row === NO_ROW) throw new Refusal('not_found', { field: 'userId' })
    const reason = paidAtProblem(paidAt, engine.registeredAt[row]!, this.#core.clock())
    if (reason !== null) throw new Refusal('validation_error', { field: 'paidAt', reason })
    this.#requireOpenForPayments(partnerId)
    requireExactTurnover(this.#turnover + BigInt(cents))
    return { orderId, row, paidAt, cents }
  }

  /** Checks before the shop takes money; orders of a file have been paid already. */
  #requireOpenForPayments(partnerId: number): void {
    const { paymentsEnabled, restrictedCountries, countries } = this.#known
    if (!paymentsEnabled) throw new Refusal('payments_disabled')
    if (restrictedCountries.includes(countries.get(partnerId)!)) {
      throw new Refusal('purchase_restricted_by_country')
    }
  }
}

function paidAtProblem(paidAt: number, registeredAt: number, now: number): string | null {
  if (paidAt < registeredAt) return 'before the registration of the partner'
  return paidAt > now + DAY_MS ? 'more than a day in the future' : null
}
