import { Client } from 'pg'

import { openDatabase } from '../../apps/server/src/db/database.ts'
import { PEOPLES } from '../../apps/server/src/demo/demo-names.ts'
import { SeededRandom } from '../../apps/server/src/demo/random.ts'

const FIRST_REGISTRATION = Date.UTC(2023, 0, 1)
const LAST_ORDER = Date.UTC(2026, 9, 1)
/** A network of any size joins within three years. */
const JOINING_MS = Date.UTC(2026, 0, 1) - FIRST_REGISTRATION
const ROWS_A_WRITE = 100_000
const MEDIAN_CENTS = 8_000

/** Indexes in random order, dropped while filling. The others grow in the order of the rows. */
const SLOW_INDEXES = {
  partners_sponsor: 'on partners (sponsor_id)',
  orders_partner: 'on orders (partner_id, paid_at)',
  orders_paid_at: 'on orders (paid_at)',
} as const

export const FIRST_NAMES = PEOPLES.flatMap(({ first }) => first)
export const LAST_NAMES = PEOPLES.flatMap(({ last }) => last)

/**
 * Fills an empty PostgreSQL database with a seeded network: partners with accounts without passwords, and orders, half as many
 * unless another number is given. Writes facts only, like imports, and no credits.
 *
 * 45 % of the sponsors are drawn in proportion to their first lines, 35 % among recent partners, 20 % among all.
 *
 * Memory: 8 bytes per partner, and the rows of one write.
 */
export async function fillNetwork(
  url: string,
  partners: number,
  orders = Math.floor(partners / 2),
): Promise<void> {
  await (await openDatabase({ url })).close()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    for (const index of Object.keys(SLOW_INDEXES)) await client.query(`drop index ${index}`)
    await writePartners(client, partners)
    await writeOrders(client, partners, orders)
    await client.query(`set maintenance_work_mem = '256MB'`)
    for (const [index, on] of Object.entries(SLOW_INDEXES)) {
      await client.query(`create index ${index} ${on}`)
    }
    for (const table of ['partners', 'orders', 'passport.accounts']) {
      await client.query(`vacuum analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

async function writePartners(client: Client, partners: number): Promise<void> {
  const random = new SeededRandom(1)
  const sponsors = new Int32Array(partners + 1)
  const depths = new Int32Array(partners + 1)
  for (let first = 1; first <= partners; first += ROWS_A_WRITE) {
    const last = Math.min(partners, first + ROWS_A_WRITE - 1)
    for (let id = Math.max(2, first); id <= last; id += 1) {
      sponsors[id] = drawSponsor(random, sponsors, id)
      depths[id] = depths[sponsors[id]!]! + 1
    }
    await client.query(PARTNERS, [
      arrayText(sponsors.subarray(first, last + 1)),
      arrayText(depths.subarray(first, last + 1)),
      first - 1,
      FIRST_REGISTRATION,
      Math.floor(JOINING_MS / partners),
      FIRST_NAMES,
      LAST_NAMES,
    ])
    await client.query(
      `insert into passport.accounts (user_id, email, email_confirmed, created_at)
       select id, email, true, registered_at from partners where id between $1 and $2 order by id`,
      [first, last],
    )
  }
}

/** Names computed from the id, so that the same network always has the same names. */
const PARTNERS = `
  insert into partners (id, sponsor_id, depth, email, first_name, last_name, country_id, registered_at, invite_code, fact)
  select n.id, nullif(n.sponsor, 0), n.depth, 'p' || lpad(n.id::text, 9, '0') || '@example.com',
    ($6::text[])[1 + (n.id * 7919) % cardinality($6::text[])],
    ($7::text[])[1 + (n.id * 104729 / 13) % cardinality($7::text[])],
    'DE', $4::bigint + n.id * $5::bigint, 'i' || lpad(to_hex(n.id), 15, '0'), n.id
  from (select $3::bigint + at as id, sponsor, depth
    from unnest($1::bigint[], $2::integer[]) with ordinality as u(sponsor, depth, at)) n
  order by n.id`

function drawSponsor(random: SeededRandom, sponsors: Int32Array, id: number): number {
  const draw = random.next()
  // The sponsor of a random partner: sponsors are drawn in proportion to their first lines.
  if (draw < 0.45) return sponsors[random.integer(1, id - 1)] || 1
  if (draw < 0.8) return random.integer(Math.max(1, Math.floor(id * 0.98)), id - 1)
  return random.integer(1, id - 1)
}

async function writeOrders(client: Client, partners: number, orders: number): Promise<void> {
  const random = new SeededRandom(2)
  for (let first = 1; first <= orders; first += ROWS_A_WRITE) {
    const count = Math.min(ROWS_A_WRITE, orders - first + 1)
    const buyers = new Float64Array(count)
    const instants = new Float64Array(count)
    const cents = new Float64Array(count)
    for (let at = 0; at < count; at += 1) {
      const buyer = random.integer(1, partners)
      const registered = FIRST_REGISTRATION + buyer * Math.floor(JOINING_MS / partners)
      buyers[at] = buyer
      instants[at] = random.integer(registered, LAST_ORDER)
      cents[at] = Math.max(1, Math.round(MEDIAN_CENTS * Math.exp(gaussian(random))))
    }
    await client.query(
      `insert into orders (id, partner_id, paid_at, amount_cents, recorded_at, intake, fact)
       select $4::bigint + at, buyer, paid_at, cents, paid_at, $5, $5::bigint + at - 1
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality as u(buyer, paid_at, cents, at)
       order by at`,
      [arrayText(buyers), arrayText(instants), arrayText(cents), first - 1, partners + first],
    )
  }
  await client.query(`update fact_log set last_fact = $1`, [partners + orders])
}

const gaussian = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

const arrayText = (numbers: ArrayLike<number>): string =>
  `{${Array.prototype.join.call(numbers, ',')}}`
