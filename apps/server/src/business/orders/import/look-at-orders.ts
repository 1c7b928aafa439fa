import { monthText } from '@partner-office/domain'
import { sql } from 'kysely'

import type { Core } from '../../../core/core.ts'
import { Pauses } from '../../../network/in-slices.ts'
import type { ProblemList } from '../../imports/import-refused.ts'
import { currentRates } from '../../rates/current-rates.ts'
import { type Credit, decideOrders, type NewOrders, sumOf } from '../decide/decide-orders.ts'
import { orderBasis } from '../intake/order-basis.ts'
import { checkOrders } from './import-orders.ts'

/** Units: cents; units of each currency; `late`: orders whose month of payment is closed. */
type Outlook = {
  readonly rows: number
  readonly cents: bigint
  readonly months: readonly {
    readonly month: string
    readonly orders: number
    readonly cents: bigint
    readonly isClosed: boolean
  }[]
  readonly ranks: number
  readonly rankBonuses: ReadonlyMap<Credit['currency'], { count: number; units: bigint }>
}

/**
 * What a file of orders would do now. Nothing is recorded, and nobody waits for it; orders that others record meanwhile can change
 * ranks.
 *
 * Names every bad line; of a file with one, all else is left out.
 * Source: requirements ORC-010.
 */
export async function lookAtOrders(
  core: Core,
  input: AsyncIterable<Uint8Array>,
  problems: ProblemList,
): Promise<Outlook> {
  const { orders } = await checkOrders(core, input, problems)
  const rankBonuses = new Map<Credit['currency'], { count: number; units: bigint }>()
  if (problems.total > 0) {
    return { rows: orders.length, cents: 0n, months: [], ranks: 0, rankBonuses }
  }
  const ranks = await decide(core, orders, rankBonuses)
  const months = await monthsOf(core, orders)
  return { rows: orders.length, cents: sumOf(orders), months, ranks, rankBonuses }
}

/** Returns how many ranks the orders reach, and adds up the bonuses for them. */
async function decide(
  core: Core,
  orders: NewOrders,
  rankBonuses: Map<Credit['currency'], { count: number; units: bigint }>,
): Promise<number> {
  // What is decided speaks of rows.
  const release = core.network.hold()
  try {
    let ranks = 0
    const pauses = new Pauses()
    for (const { reaches, credits } of decideOrders(
      orderBasis(core, await currentRates(core.database.read)),
      orders,
    )) {
      ranks += reaches.filter(({ ladder }) => ladder === 'ordinary').length
      for (const { type, currency, units } of credits) {
        if (type !== 'TURNOVER') continue
        const sum = rankBonuses.get(currency) ?? { count: 0, units: 0n }
        rankBonuses.set(currency, { count: sum.count + 1, units: sum.units + units })
      }
      if (pauses.isDue) await pauses.rest()
    }
    return ranks
  } finally {
    release()
  }
}

async function monthsOf(
  { database: { read } }: Core,
  orders: NewOrders,
): Promise<Outlook['months']> {
  const { rows } = await sql<{ period: string }>`select distinct period from closings`.execute(read)
  const closed = new Set(rows.map(({ period }) => period))
  const months = new Map<string, { orders: number; cents: bigint }>()
  for (const { paidAt, cents } of orders) {
    const month = monthText(paidAt)
    const sum = months.get(month) ?? { orders: 0, cents: 0n }
    months.set(month, { orders: sum.orders + 1, cents: sum.cents + BigInt(cents) })
  }
  return [...months].map(([month, sum]) => ({ month, ...sum, isClosed: closed.has(month) }))
}
