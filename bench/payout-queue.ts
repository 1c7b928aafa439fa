/**
 * Fills a database with pending payouts, and reads the first page of the console's queue with each filter and sort.
 *
 * Figure: every filter and sort answers in at most 200 ms (p95) with 100,000 pending payouts. The first read by a risk mark waits
 * until the marks of all pending payouts are known: its time is shown, and is none of the rounds. Source: requirements PQU-016.
 *
 * Usage: node bench/payout-queue.ts [--pending 100000] [--rounds 40]
 */
import { parseArgs } from 'node:util'

import { getQueue, RISK_MARKS } from '@partner-office/contracts'
import { Client } from 'pg'

import { Queue } from '../apps/server/src/console/payouts/queue.ts'
import type { Core } from '../apps/server/src/core/core.ts'
import { openDatabase } from '../apps/server/src/db/database.ts'
import { fillNetwork } from './lib/postgres-network.ts'
import { finish, withCluster } from './lib/report.ts'

const { values } = parseArgs({
  options: {
    pending: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
  },
})
const pending = Number(values.pending)
const rounds = Number(values.rounds)
const MOST_MS = 200
const NOW = Date.UTC(2026, 10, 27)
const DAY = 86_400_000

/**
 * Two payouts that were sent for each pending one, of as many partners as pending ones; every partner is verified and has an authenticator
 * but for one of a hundred, each hundredth is blocked, stopped, or has a balance below zero.
 */
const FILL = `
  insert into rates (from_currency, to_currency, rate_type, rate, set_at)
    values ('EUR', 'UCN', 'SELL', 0.5, ${NOW}), ('EUR', 'UPT', 'SELL', 0.4, ${NOW});
  insert into accounts (partner_id, name, currency, balance)
    select n, a.name, a.currency, case when n % 100 = a.rest then -5 else 1000000000000 end
    from generate_series(1, ${pending}) n,
      (values ('UCHAIN_UCN_BONUS', 'UCN', 1), ('UCHAIN_UPT_BONUS', 'UPT', 2)) a(name, currency, rest);
  insert into payout_guards (partner_id, locked_at, stop_reason)
    select n, case when n % 100 = 3 then ${NOW} end, case when n % 100 = 3 then 'asked by the police' end
    from generate_series(1, ${pending}) n;
  insert into partner_blocks (fact, partner_id, blocked, reason, changed_at)
    select 1000000000 + n, n, true, 'x', ${NOW} from generate_series(4, ${pending}, 100) n;
  insert into passport.verifications (user_id, document_type, status, fields, updated_at)
    select n, 'PASSPORT', case when n % 100 = 5 then 'REJECTED' else 'APPROVED' end, '{}', ${NOW} from generate_series(1, ${pending}) n;
  insert into passport.authenticators (user_id, sealed_secret, confirmed_at)
    select n, '', ${NOW} from generate_series(1, ${pending}) n where n % 100 <> 6;
  insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, status, tx_id, taken_at,
      ended_at, requested_at, created_at)
    select n % ${pending} + 1, r.source, r.wallet, r.currency, 'address ' || n % 90000, (n % 9000 + 10) * 100000000::numeric, 0,
      (n % 9000 + 10) * 100000000::numeric, '{}', 'SUCCESS', n::text, at, at, at, at
    from generate_series(1, ${2 * pending}) n cross join lateral (select ${NOW} - 40 * ${DAY}::bigint - n * 1000 as at) t
      cross join lateral (select * from (values ('UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN'), ('UCHAIN_UPT_BONUS', 'UPT_XRC10_WHITE', 'UPT'))
        as v(source, wallet, currency) offset n % 2 limit 1) r;
  insert into payouts (partner_id, payout_from, payout_to, currency, address, amount, fee, receive, risks, taken_at, taken_by,
      requested_at, created_at)
    select n, r.source, r.wallet, r.currency, 'address ' || n, (n * 7919 % 9000 + 10) * 100000000::numeric, 0,
      (n * 7919 % 9000 + 10) * 100000000::numeric, case when n % 7 = 0 then array['new_address', 'similar_address'] else '{}' end,
      case when n % 10 = 0 then ${NOW} end, case when n % 10 = 0 then 1 end, ${NOW} - n * 1000, ${NOW} - n * 1000
    from generate_series(1, ${pending}) n
      cross join lateral (select * from (values ('UCHAIN_UCN_BONUS', 'UCN_XRC10_WHITE', 'UCN'), ('UCHAIN_UPT_BONUS', 'UPT_XRC10_WHITE', 'UPT'))
        as v(source, wallet, currency) offset n % 2 limit 1) r;
  insert into console.operators (email, added_at) values ('fin@example.com', ${NOW});
  insert into payout_batches (handed_at, payouts, sha256) values (${NOW}, 1000, repeat('0', 64));
  insert into payout_hand_overs (payout_id, handed_at, batch_id)
    select id, ${NOW}, 1 from payouts where status = 'PENDING' and taken_at is not null order by id limit 1000;
  vacuum analyze`

async function fill(url: string): Promise<void> {
  await fillNetwork(url, pending)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('set session_replication_role = replica; set synchronous_commit = off')
  for (const statement of FILL.split(';\n')) await client.query(statement)
  await client.end()
}

const FILTERS: Readonly<Record<string, Record<string, string>>> = {
  none: {},
  waiting: { state: 'waiting' },
  taken: { state: 'taken' },
  sent: { state: 'sent' },
  partner: { partner: '77' },
  source: { from: 'UCHAIN_UPT_BONUS' },
  age: { waits: '20' },
  amount: { eurFrom: '1000', eurTo: '1010' },
  'a rare amount': { eurFrom: '999999' },
  country: { country: 'DE' },
  'no such country': { country: 'XX' },
  operator: { operator: 'fin@example.com' },
  batch: { batch: '1' },
  ...Object.fromEntries(RISK_MARKS.map((risk) => [`mark ${risk}`, { risk }])),
}

const SORTS: Readonly<Record<string, Record<string, string>>> = {
  oldest: {},
  newest: { order: 'descending' },
  'smallest value': { sort: 'eur' },
  'largest value': { sort: 'eur', order: 'descending' },
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

await withCluster(async (cluster) => {
  const url = await cluster.newDatabase('payout_queue')
  await fill(url)
  const database = await openDatabase({ url })
  const queue = new Queue({ database, clock: () => NOW } as Core)
  const read = async (query: object): Promise<number> => {
    const started = performance.now()
    await queue.read(getQueue.query.parse(query))
    return performance.now() - started
  }
  const first = await read({ risk: 'large' })
  const measured: [string, number][] = []
  for (const [filterName, filter] of Object.entries(FILTERS)) {
    for (const [sortName, sort] of Object.entries(SORTS)) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await read({ ...filter, ...sort }))
      measured.push([`${filterName}, ${sortName}`, p95(times)])
    }
  }
  await database.close()
  const slowest = measured.toSorted(([, a], [, b]) => b - a)
  finish({
    name: 'payout-queue',
    lines: [
      `${pending} pending payouts, first page of 50, p95 of ${rounds} rounds (at most ${MOST_MS} ms)`,
      `the marks of all pending payouts, once: ${first.toFixed(0)} ms`,
      ...slowest.slice(0, 12).map(([name, ms]) => `${name}: ${ms.toFixed(1)} ms`),
      `median of all: ${slowest[Math.floor(slowest.length / 2)]![1].toFixed(1)} ms`,
    ],
    on: cluster.version,
    passed: slowest[0]![1] <= MOST_MS,
  })
})
