import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'

import { changeSettings } from '../business/settings/change-settings.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type Answers, callsAtRate, isAnswered, type Reply, replyOf } from './calls-at-rate.ts'
import { proxyTo } from './cut-off.ts'
import { PartnersService } from './partners-service.ts'

const CALLS_A_SECOND = 40
const ENDED_EVERY_MS = 50
const POLL_MS = 20
const FIRST_ORDER = 1_000

/** Calls during an outage of the database, and while its connections are ended. */
export type Outage = {
  readonly figures: Answers
  /** Calls that need the database: reads and writes. */
  readonly others: Answers
  /** Time from the end of the outage until all calls are answered again. */
  readonly backMs: number
  readonly ended: Answers
}

type Wishes = { readonly outageMs: number; readonly ended: number }

/** Measures calls of a service whose PostgreSQL is away for a time, and then ends connections. */
export async function measureOutage(url: string, { outageMs, ended }: Wishes): Promise<Outage> {
  const proxy = await proxyTo(url)
  const [database, direct] = [await openDatabase({ url: proxy.url }), await openDatabase({ url })]
  const service = await PartnersService.open(database)
  await changeSettings(service.core, { 'rateLimit.user': '0' })
  const stop = await service.core.network.follow(database)
  const { team, balances, order } = callsOf(service, await service.signInAccepted(1))
  const allAnswered = async () => {
    while (!(await Promise.all([team(), balances(), order()])).every(isAnswered)) {
      await wait(POLL_MS)
    }
  }
  // A new connection of the listener drops what was read before it.
  while (!service.core.network.isFresh()) await wait(POLL_MS)
  await allAnswered()
  const [figures, reads, orders] = await callDuring([team, balances, order], async () => {
    // Orders are in flight by now.
    await wait(POLL_MS)
    proxy.cut()
    await wait(outageMs)
  })
  const restored = performance.now()
  proxy.restore()
  await allAnswered()
  const backMs = performance.now() - restored

  const [whileEnding] = await callDuring([balances], async () => {
    for (let count = 0; count < ended; count += 1) {
      await endAnyConnection(direct)
      await wait(ENDED_EVERY_MS)
    }
  })
  await stop()
  await Promise.all([database.close(), direct.close()])
  await proxy.close()
  return { figures: figures!, others: both(reads!, orders!), backMs, ended: whileEnding! }
}

type Call = () => Promise<Reply>

/** Figures from memory, a read and a write of the database. */
function callsOf(service: PartnersService, token: string) {
  const get = (url: string): Call => {
    const headers = { authorization: `Bearer ${token}` }
    return async () => replyOf(await service.office.inject({ url, headers }))
  }
  let orderId = FIRST_ORDER
  return {
    team: get('/v1/team?sponsorId=1'),
    balances: get('/v1/balances?balances=UCHAIN_UCN_BONUS'),
    order: async () =>
      replyOf(
        await service.operators.inject({
          method: 'POST',
          url: '/internal/v1/orders',
          headers: { 'x-operator-key': 'a-key-of-some-length' },
          payload: { orderId: orderId++, userId: 2, amount: '10.00', paidAt: service.clock.now },
        }),
      ),
  }
}

async function callDuring(
  calls: readonly Call[],
  work: () => Promise<void>,
): Promise<readonly Answers[]> {
  const end = new AbortController()
  const running = Promise.all(calls.map((call) => callsAtRate(CALLS_A_SECOND, end.signal, call)))
  await work()
  end.abort()
  return running
}

const endAnyConnection = ({ asOwner }: Database) =>
  asOwner((owner) =>
    sql`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      order by random() limit 1) one`.execute(owner),
  )

const both = (one: Answers, other: Answers): Answers => ({
  times: [...one.times, ...other.times],
  p99: Math.max(one.p99, other.p99),
  busy: one.busy + other.busy,
  failed: [...one.failed, ...other.failed],
})
