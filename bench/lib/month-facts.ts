import { DAY_MS, depthFirst, type MonthFacts } from '@partner-office/domain'

import { SeededRandom } from '../../apps/server/src/demo/random.ts'

/** The month that measurements close. */
export const BENCH_MONTH = '2026-03'
export const MONTH_START = Date.UTC(2026, 2, 1)
export const MONTH_DAYS = 31
const MEDIAN_CENTS = 8_000
/** This many partners at the top buy on the first day, so that the others have active ancestors. */
export const ACTIVE_AT_TOP = 2_000

/**
 * A seeded network in memory with half an order per partner, all in one month.
 *
 * 45 % of the sponsors are drawn in proportion to their first lines, 35 % among recent partners, 20 % among all.
 */
export function benchFacts(size: number): MonthFacts {
  const random = new SeededRandom(1)
  const ids = Float64Array.from({ length: size }, (_, row) => row + 1)
  const registeredAt = new Float64Array(size).fill(MONTH_START - 400 * DAY_MS)
  const parent = new Int32Array(size).fill(-1)
  for (let row = 1; row < size; row += 1) parent[row] = drawSponsor(random, parent, row)
  const blocked = new Uint8Array(size)
  const { partners, rowOf } = depthFirst({ size, ids, parent, registeredAt, blocked })
  return { partners, orders: benchOrders(random, rowOf) }
}

function benchOrders(random: SeededRandom, rowOf: Int32Array): MonthFacts['orders'] {
  const partners = rowOf.length
  const size = Math.floor(partners / 2)
  const top = Math.min(ACTIVE_AT_TOP, size)
  const all = Array.from({ length: size }, (_, at) => at)
  return {
    size,
    ids: Float64Array.from(all, (at) => at + 1),
    buyer: Int32Array.from(all, (at) => rowOf[at < top ? at : random.integer(0, partners - 1)]!),
    paidAt: Float64Array.from(all, (at) => {
      return MONTH_START + (at < top ? at : random.integer(0, MONTH_DAYS * DAY_MS - 1))
    }),
    cents: Float64Array.from(all, () => Math.round(MEDIAN_CENTS * Math.exp(gaussian(random)))),
    fact: Float64Array.from(all, (at) => partners + at + 1),
    cancelledBy: new Float64Array(size),
  }
}

function drawSponsor(random: SeededRandom, parent: Int32Array, row: number): number {
  const draw = random.next()
  // The sponsor of a random partner: sponsors are drawn in proportion to their first lines.
  if (draw < 0.45) return Math.max(0, parent[random.integer(0, row - 1)]!)
  if (draw < 0.8) return random.integer(Math.floor(row * 0.98), row - 1)
  return random.integer(0, row - 1)
}

const gaussian = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** The same facts in another order: orders and first lines shuffled. */
export function shuffled({ partners, orders }: MonthFacts, seed: number): MonthFacts {
  const random = new SeededRandom(seed)
  const rows = shuffledByDepth(partners.parent, random)
  const listedAt = new Int32Array(partners.size)
  for (const [to, from] of rows.entries()) listedAt[from] = to
  const listed = {
    size: partners.size,
    ids: Float64Array.from(rows, (row) => partners.ids[row]!),
    parent: Int32Array.from(rows, (row) => listedAt[partners.parent[row]!] ?? -1),
    registeredAt: Float64Array.from(rows, (row) => partners.registeredAt[row]!),
    blocked: Uint8Array.from(rows, (row) => partners.blocked[row]!),
  }
  const { partners: inOrder, rowOf } = depthFirst(listed)
  const order = Uint32Array.from({ length: orders.size }, (_, at) => at)
  shuffle(order, random)
  return {
    partners: inOrder,
    orders: {
      size: orders.size,
      ids: Float64Array.from(order, (at) => orders.ids[at]!),
      buyer: Int32Array.from(order, (at) => rowOf[listedAt[orders.buyer[at]!]!]!),
      paidAt: Float64Array.from(order, (at) => orders.paidAt[at]!),
      cents: Float64Array.from(order, (at) => orders.cents[at]!),
      fact: Float64Array.from(order, (at) => orders.fact[at]!),
      cancelledBy: Float64Array.from(order, (at) => orders.cancelledBy[at]!),
    },
  }
}

/** Concatenates first lines, each shuffled. */
function shuffledByDepth(parent: Int32Array, random: SeededRandom): Uint32Array {
  const depth = new Uint32Array(parent.length)
  for (const [row, above] of parent.entries()) if (above >= 0) depth[row] = depth[above]! + 1
  const rows = Uint32Array.from(parent, (_, row) => row)
  shuffle(rows, random)
  return rows.sort((a, b) => depth[a]! - depth[b]!)
}

function shuffle(values: Uint32Array, random: SeededRandom): void {
  for (let at = values.length - 1; at > 0; at -= 1) {
    const other = random.integer(0, at)
    ;[values[at], values[other]] = [values[other]!, values[at]!]
  }
}
