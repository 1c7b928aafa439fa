import { SeededRandom } from '../../apps/server/src/demo/random.ts'
import type { Fact } from '../../apps/server/src/network/facts.ts'
import { NO_ROW } from '../../apps/server/src/network/columns.ts'
import { FiguresEngine, type FiguresRules } from '../../apps/server/src/network/figures-engine.ts'
import { reindexed } from '../../apps/server/src/network/reindex.ts'

export const SHAPE_NOTE =
  'network: 45 % of partners join strong sponsors, 35 % recent ones, 20 % any partner; half an order each; seed 1'

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2023, 0, 1)
const LAST_DAY = Date.UTC(2026, 10, 1)
/** The current instant of searches by activity. */
export const ASKED_AT = LAST_DAY - 20 * DAY_MS

export const BENCH_RULES: FiguresRules = {
  activityDays: (cents) => (cents >= 5_000 ? 30 : 0),
  turnoverStarts: [Number.NEGATIVE_INFINITY],
  legsKept: 2,
}

/** The sponsor of each partner, counted from 0; -1 for the root. */
function sponsorsOf(partners: number): Int32Array {
  const random = new SeededRandom(1)
  const sponsors = new Int32Array(partners).fill(NO_ROW)
  for (let partner = 1; partner < partners; partner += 1) {
    const draw = random.next()
    // The sponsor of a random partner: sponsors are drawn in proportion to their first lines.
    if (draw < 0.45) sponsors[partner] = Math.max(0, sponsors[random.integer(0, partner - 1)]!)
    else if (draw < 0.8) {
      sponsors[partner] = random.integer(Math.floor(partner * 0.98), partner - 1)
    } else sponsors[partner] = random.integer(0, partner - 1)
  }
  return sponsors
}

/** Cents of one order: lognormal, median 80.00. */
const orderCents = (random: SeededRandom): number =>
  Math.max(1, Math.round(8_000 * Math.exp(gaussian(random))))

const gaussian = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** The instant of a payment; later ones are more frequent, as the network grows. */
const paidAt = (random: SeededRandom): number =>
  FIRST_DAY + Math.floor(Math.sqrt(random.next()) * (LAST_DAY - FIRST_DAY))

/** A network of any size with orders and names, in preorder. */
export function networkEngine(partners: number): FiguresEngine {
  const engine = new FiguresEngine(BENCH_RULES, partners)
  const sponsors = sponsorsOf(partners)
  const random = new SeededRandom(2)
  const names = vocabularies(engine, partners)
  for (let partner = 0; partner < partners; partner += 1) {
    const registeredAt = FIRST_DAY + Math.floor((partner / partners) * (LAST_DAY - FIRST_DAY))
    const row = engine.appendRow(partner + 1, sponsors[partner]!, registeredAt)
    engine.firstName[row] = pickName(random, names.first)
    engine.lastName[row] = pickName(random, names.last)
  }
  for (let order = 0; order < partners / 2; order += 1) {
    engine.addOwnOnly(random.integer(0, partners - 1), paidAt(random), orderCents(random))
  }
  return reindexed(engine)
}

/** Tree and orders as columns: rows in preorder, orders in order of arrival. */
export function networkOrders(partners: number) {
  const engine = new FiguresEngine(BENCH_RULES, partners)
  const sponsors = sponsorsOf(partners)
  for (let partner = 0; partner < partners; partner += 1) {
    engine.appendRow(partner + 1, sponsors[partner]!, 0)
  }
  const { parent, size } = reindexed(engine)
  const random = new SeededRandom(2)
  const rows = Int32Array.from({ length: partners / 2 }, () => random.integer(0, size - 1))
  const cents = Float64Array.from(rows, () => orderCents(random))
  return { parent: parent.slice(0, size), rows, cents }
}

/** The normalized names of a row. */
export function namesOf(
  { names, firstName, lastName }: FiguresEngine,
  row: number,
): [first: string, last: string] {
  const text = (entry: number) =>
    Buffer.from(names.text.subarray(names.startOf(entry), names.startOf(entry + 1) - 1)).toString()
  return [text(firstName[row]!), text(lastName[row]!)]
}

/** Few names are common and many are rare: 30,000 first names, and a last name for every fifteenth partner. */
function vocabularies({ names }: FiguresEngine, partners: number) {
  const random = new SeededRandom(3)
  const wordsOf = (count: number, syllables: readonly [number, number]) =>
    Int32Array.from({ length: count }, () => names.add(word(random, ...syllables)))
  return {
    first: wordsOf(Math.min(30_000, Math.ceil(partners / 20)), [2, 3]),
    last: wordsOf(Math.ceil(partners / 15), [2, 4]),
  }
}

const pickName = (random: SeededRandom, names: Int32Array): number =>
  names[Math.floor(names.length * random.next() ** 3)]!

const SYLLABLES = (
  'an ma ri el la jo na le mar sa ka vi to ni ro da li chen son ber go ez ski ov ev fer her man ' +
  'schu mül ler kow al ba ca de er fi gra hu is ju ki lo mo nu ol pe qui ra su ta ul va wil xi ya zo'
).split(' ')

function word(random: SeededRandom, fewest: number, most: number): string {
  const length = random.integer(fewest, most)
  return Array.from({ length }, () => random.pick(SYLLABLES)).join('')
}

/** Random facts: orders, one in fifty cancelled, and one new partner per hundred orders. */
export function randomFacts(
  engine: FiguresEngine,
  count: number,
  random = new SeededRandom(4),
): Fact[] {
  const orders: { partnerId: number; paidAt: number; cents: number }[] = []
  let newest = engine.size
  return Array.from({ length: count }, (_, at): Fact => {
    const fact = engine.asOf + 1 + at
    if (at % 100 === 99 && newest - engine.indexed < MOST_JOINED) {
      const sponsorId = random.integer(1, newest)
      newest += 1
      return { kind: 'partner', fact, id: newest, sponsorId, registeredAt: LAST_DAY }
    }
    if (at % 50 === 25) return { kind: 'cancellation', fact, ...orders.pop()! }
    const order = {
      partnerId: random.integer(1, newest),
      paidAt: paidAt(random),
      cents: orderCents(random),
    }
    orders.push(order)
    return { kind: 'order', fact, ...order }
  })
}

/** The network is indexed anew before more partners have joined. */
const MOST_JOINED = 10_000
