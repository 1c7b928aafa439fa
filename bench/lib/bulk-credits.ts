import { Client } from 'pg'

import type { Transfer } from '../../apps/server/src/business/ledger/post-transfers.ts'
import type { Database } from '../../apps/server/src/db/database.ts'
import { SeededRandom } from '../../apps/server/src/demo/random.ts'
import { credit, LEDGER_SIZE, postAll } from './ledger-content.ts'

const CREDITS = 100_000
const SINGLE_CALLS = 5_000

/** The time of 100,000 credits in one transaction, and in single calls. */
export type BulkRound = { readonly bulkMs: number; readonly singleMs: number }

function credits(name: string, count: number): Transfer[] {
  const random = new SeededRandom(7)
  return Array.from({ length: count }, (_, at) =>
    credit({ key: `${name}:${at}`, partnerId: random.integer(1, LEDGER_SIZE.partners) }),
  )
}

export async function measureBulk(
  database: Database,
  url: string,
  rounds: number,
): Promise<BulkRound[]> {
  const client = new Client({ connectionString: url, options: '-c role=partner_office_app' })
  await client.connect()
  const measured: BulkRound[] = []
  for (let round = 0; round < rounds; round += 1) {
    const single = credits(`single ${round}`, SINGLE_CALLS)
    const singleMs = (await timed(() => callOneByOne(client, single))) * (CREDITS / SINGLE_CALLS)
    const many = credits(`bulk ${round}`, CREDITS)
    measured.push({ singleMs, bulkMs: await timed(() => postAll(database, many)) })
  }
  await client.end()
  return measured
}

/** Posts the credits of the first round again. */
export async function postAgain(database: Database): Promise<{ posted: number; ms: number }> {
  let posted = -1
  const ms = await timed(async () => (posted = await postAll(database, credits('bulk 0', CREDITS))))
  return { posted, ms }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Single calls at their fastest: one prepared statement, without a transaction around it. */
async function callOneByOne(client: Client, transfers: readonly Transfer[]): Promise<void> {
  for (const each of transfers) {
    await client.query({
      name: 'post_transfer',
      text: `select post_transfer($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        each.key,
        each.partnerId,
        each.account,
        each.counter,
        each.toPartner,
        each.currency,
        each.amount,
        each.kind,
        each.reference,
        each.createdAt,
      ],
    })
  }
}
