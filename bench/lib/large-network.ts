import { SeededRandom } from '../../apps/server/src/demo/random.ts'

export const SHAPE_NOTE =
  'network: 45 % of partners join strong sponsors, 35 % recent ones, 20 % any partner; seed 1'

const FIRST_REGISTRATION = Date.UTC(2023, 0, 1)
const FIRST_ORDER = Date.UTC(2024, 2, 1)
const LAST_ORDER = Date.UTC(2026, 9, 1)
const BYTES_A_CHUNK = 256 * 1024

/** A partners file of any size, generated while it is read. */
export async function* partnerFile(partners: number): AsyncGenerator<Uint8Array> {
  yield* chunks(partnerLines(partners))
}

/** An orders file of any size, for a network of `partnerFile`. */
export async function* orderFile(partners: number, orders: number): AsyncGenerator<Uint8Array> {
  yield* chunks(orderLines(partners, orders))
}

function* partnerLines(partners: number): Generator<string> {
  const random = new SeededRandom(1)
  const sponsors = new Int32Array(partners + 1)
  yield 'id,sponsorId,email,firstName,lastName,registeredAt,countryId\n'
  for (let id = 1; id <= partners; id += 1) {
    const sponsor = id === 1 ? 0 : drawSponsor(random, sponsors, id)
    sponsors[id] = sponsor
    yield `${id},${sponsor || ''},p${id}@example.com,First${id % 977},Last${id % 1409},${FIRST_REGISTRATION + id},DE\n`
  }
}

function drawSponsor(random: SeededRandom, sponsors: Int32Array, id: number): number {
  const draw = random.next()
  // The sponsor of a random partner: sponsors are drawn in proportion to their first lines.
  if (draw < 0.45) return sponsors[random.integer(1, id - 1)] || 1
  if (draw < 0.8) return random.integer(Math.max(1, Math.floor(id * 0.98)), id - 1)
  return random.integer(1, id - 1)
}

function* orderLines(partners: number, orders: number): Generator<string> {
  const random = new SeededRandom(2)
  yield 'orderId,partnerId,paidAt,amount\n'
  for (let orderId = 1; orderId <= orders; orderId += 1) {
    const cents = Math.round(8_000 * Math.exp(gaussian(random)))
    const paidAt = random.integer(FIRST_ORDER, LAST_ORDER)
    yield `${orderId},${random.integer(1, partners)},${paidAt},${(cents / 100).toFixed(2)}\n`
  }
}

const gaussian = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

async function* chunks(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < BYTES_A_CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
