import {
  bonusMonths,
  formatUnits,
  monthEnd,
  monthText,
  STARTING_RATES,
} from '@partner-office/domain'

import { csvLine } from '../business/exports/csv.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importOrders } from '../business/orders/import/import-orders.ts'
import { closePeriod } from '../business/months/close-period.ts'
import { type NewRate, setRates } from '../business/rates/set-rates.ts'
import type { Core, Progress } from '../core/core.ts'
import { asBytes } from './as-bytes.ts'
import type { DemoOrder } from './demo-network.ts'

/** The coins' rates to EUR, each from a part of the demo's time on; in the end the starting rates hold. */
const CHANGES: readonly {
  readonly part: number
  readonly rates: Partial<Record<string, string>>
}[] = [
  { part: 0, rates: { UPT: '1.8', UCN: '3.5', ULTIMA: '0.00018' } },
  { part: 0.35, rates: { UPT: '1.92', UCN: '3.8', ULTIMA: '0.00019' } },
  { part: 0.6, rates: { UPT: '2.08', UCN: '4.3', ULTIMA: '0.00021' } },
  { part: 0.85, rates: {} },
  // Quotes the rates again when the demo is made, so that screens show rates of that day.
  { part: 1, rates: {} },
]

const CANCELLED_ORDERS = 10

/** The orders of the demo. Units: epoch milliseconds; there is no order before `begin`. */
type History = { readonly orders: readonly DemoOrder[]; readonly begin: number }

/** The time between two changes of the rates. Units: epoch milliseconds, both included. */
type Chapter = {
  readonly rates: readonly NewRate[]
  readonly from: number
  readonly until: number
}

/**
 * Records the orders at the rates of their time, cancels some of them, and closes the months that are over.
 *
 * Returns the closed months, oldest first.
 */
export async function makeDemoHistory(
  core: Core,
  { orders, begin }: History,
  progress: Progress,
): Promise<readonly string[]> {
  const cancelled = new Set(everyNth(orders, CANCELLED_ORDERS))
  const months = monthsOver(orders, core.clock())
  let recorded = 0
  for (const { rates, from, until } of chaptersOf(begin, core.clock())) {
    await setRates(at(core, from), rates)
    const then = at(core, until)
    const paid = orders.filter(({ paidAt }) => paidAt >= from && paidAt <= until)
    const done = recorded
    await importOrders(then, asBytes(orderLines(paid)), (some) =>
      progress(done + some, orders.length),
    )
    recorded += paid.length
    for (const order of paid.filter((one) => cancelled.has(one))) {
      await cancelOrder(then, order.orderId, 'returned within the withdrawal period')
    }
    for (const { period, end } of months) {
      if (end >= from && end <= until) await closePeriod(then, period)
    }
  }
  return months.map(({ period }) => period)
}

function chaptersOf(begin: number, now: number): Chapter[] {
  const startOf = ({ part }: { part: number }) => begin + Math.floor((now - begin) * part)
  return CHANGES.map((change, index) => {
    const next = CHANGES[index + 1]
    return {
      rates: STARTING_RATES.map((rate) => ({ ...rate, rate: change.rates[rate.to] ?? rate.rate })),
      from: startOf(change),
      until: next === undefined ? now : startOf(next) - 1,
    }
  })
}

/** The months with orders that are over, oldest first. */
function monthsOver(orders: readonly DemoOrder[], now: number) {
  const [, ...over] = bonusMonths(now)
  const first = monthText(orders.reduce((least, { paidAt }) => Math.min(least, paidAt), now))
  return over
    .map((start) => ({ period: monthText(start), end: monthEnd(start) }))
    .filter(({ period }) => period >= first)
    .toReversed()
}

/** The core at an instant of the past. */
const at = (core: Core, instant: number): Core => ({ ...core, clock: () => instant })

function* orderLines(orders: readonly DemoOrder[]): Generator<string> {
  yield csvLine(['orderId', 'partnerId', 'paidAt', 'amount'])
  for (const { orderId, partnerId, paidAt, cents } of orders) {
    yield csvLine([orderId, partnerId, paidAt, formatUnits(BigInt(cents), 2)])
  }
}

function everyNth<T>(values: readonly T[], count: number): T[] {
  const step = Math.floor(values.length / count)
  return step === 0 ? [] : values.filter((_, index) => index % step === step - 1).slice(0, count)
}
