import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DAY_MS } from '@partner-office/domain'
import { Client } from 'pg'

import { BONUS_EXPENSE } from '../../apps/server/src/business/ledger/post-transfers.ts'
import { computeClosing } from '../../apps/server/src/business/months/compute-closing.ts'
import { postMonth } from '../../apps/server/src/business/months/post-closing.ts'
import {
  beginClosing,
  prepareClosing,
} from '../../apps/server/src/business/months/prepare-closing.ts'
import { sealClosing } from '../../apps/server/src/business/months/seal-closing.ts'
import { storeDerivations } from '../../apps/server/src/business/months/store-derivations.ts'
import { openDatabase } from '../../apps/server/src/db/database.ts'
import { openTestCore } from '../../apps/server/src/testing/core.ts'
import { delayCommits } from './commits.ts'
import { ACTIVE_AT_TOP, BENCH_MONTH, MONTH_DAYS, MONTH_START } from './month-facts.ts'
import { fillNetwork } from './postgres-network.ts'
import type { BenchCluster } from './report.ts'

const SINGLE_CALLS = 5_000

/** The time of each way, for all records. Units: milliseconds. */
export type MonthPosting = {
  readonly records: number
  readonly computeMs: number
  readonly postMs: number
  readonly sealMs: number
  readonly singleMs: number
  readonly plainMs: number
}

/**
 * Closes a month of a network on PostgreSQL, and writes the same rows in other ways into copies of it.
 *
 * Units: each commit waits `commitWaitUs` microseconds in addition to the disk.
 */
export async function measurePosting(
  cluster: BenchCluster,
  { partners, commitWaitUs }: { partners: number; commitWaitUs: number },
): Promise<MonthPosting> {
  const url = await cluster.newDatabase('close')
  await fillNetwork(url, partners)
  await prepareMonth(url)
  const plain = await copyOf(cluster, url, 'plain')
  const single = await copyOf(cluster, url, 'single')
  for (const each of [url, plain, single]) await delayCommits(each, commitWaitUs)
  const closed = await close(url)
  const plainMs = await writePlainly(url, plain)
  const singleMs = (await postSingly(url, single)) * (closed.records / SINGLE_CALLS)
  return { ...closed, plainMs, singleMs }
}

async function onClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Moves all orders into the month, and makes the top of the network active in it. */
export async function prepareMonth(url: string): Promise<void> {
  const database = await openDatabase({ url })
  await openTestCore(database)
  await database.close()
  await onClient(url, async (client) => {
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `update orders set paid_at = $1::bigint + (id * 7919) % $2::bigint, amount_cents = amount_cents * 4,
         recorded_at = $1`,
      [MONTH_START + ACTIVE_AT_TOP, MONTH_DAYS * DAY_MS - ACTIVE_AT_TOP],
    )
    await client.query(
      `update orders set partner_id = id, paid_at = $1::bigint + id where id <= $2 and id < (select max(id) from partners)`,
      [MONTH_START, ACTIVE_AT_TOP],
    )
    await client.query(`vacuum full analyze orders`)
  })
}

async function copyOf({ url: cluster, newDatabase }: BenchCluster, from: string, name: string) {
  const url = await newDatabase(name)
  const [copy, original] = [url, from].map((each) => new URL(each).pathname.slice(1))
  await onClient(cluster, async (client) => {
    await client.query(`drop database ${copy}`)
    await client.query(`create database ${copy} template ${original}`)
  })
  return url
}

/** Measures the steps of a close: reading the facts and computing, posting, sealing. */
async function close(url: string) {
  const database = await openDatabase({ url })
  const core = await openTestCore(database)
  const closing = await prepareClosing(core, BENCH_MONTH)
  const started = performance.now()
  const { month } = await computeClosing(core, database.read, closing)
  const computeMs = performance.now() - started
  await beginClosing(core, closing)
  const postMs = await timed(async () => {
    await storeDerivations(core, closing, month)
    await postMonth(core, closing, month, () => {})
  })
  const sealMs = await timed(() => sealClosing(core, { closing, month }))
  await database.close()
  return { records: month.size, computeMs, postMs, sealMs }
}

const STAGED = ['closings', 'bonus_derivations', 'accounts', 'transfers', 'bonus_records'] as const

/** Writes the same rows with one statement per table, from tables that already hold them; referenced rows first. */
async function writePlainly(from: string, to: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'partner-office-rows-'))
  // The server process writes the files, as another user.
  chmodSync(directory, 0o777)
  await onClient(from, async (client) => {
    for (const table of STAGED) await client.query(`copy ${table} to '${directory}/${table}'`)
  })
  const ms = await onClient(to, async (client) => {
    for (const table of STAGED) {
      await client.query(`create table staged_${table} (like ${table})`)
      await client.query(`copy staged_${table} from '${directory}/${table}'`)
      await client.query(`analyze staged_${table}`)
    }
    for (const table of ['closings', 'bonus_derivations']) {
      await client.query(`insert into ${table} select * from staged_${table}`)
    }
    await client.query('checkpoint')
    return timed(async () => {
      await client.query('begin')
      for (const statement of PLAIN) await client.query(statement)
      await client.query('commit')
    })
  })
  rmSync(directory, { recursive: true })
  return ms
}

const PLAIN = [
  `insert into accounts overriding system value
     select id, partner_id, name, currency, case when partner_id is not null then 0 end from staged_accounts`,
  `insert into transfers select * from staged_transfers order by id`,
  `insert into bonus_records overriding system value select * from staged_bonus_records order by id`,
  `update accounts a set balance = s.balance, last_hash = s.last_hash from staged_accounts s
     where a.id = s.id and s.partner_id is not null`,
]

/** Posts some of the credits, each with a prepared call. */
async function postSingly(from: string, to: string): Promise<number> {
  const { rows } = await onClient(from, (client) =>
    client.query<Record<string, string>>(
      `select t.idempotency_key, a.partner_id, a.name, t.currency, t.amount, t.kind, t.reference, t.created_at
       from transfers t join accounts a on a.id = t.partner_account_id order by t.id limit ${SINGLE_CALLS}`,
    ),
  )
  return onClient(to, (client) =>
    timed(async () => {
      for (const row of rows) {
        await client.query({
          name: 'post_transfer',
          text: `select post_transfer($1, $2, $3, '${BONUS_EXPENSE}', true, $4, $5, $6, $7, $8)`,
          values: Object.values(row),
        })
      }
    }),
  )
}
