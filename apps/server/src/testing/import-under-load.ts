import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises'

import { importOrders } from '../business/orders/import/import-orders.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { forLongWork } from '../turns/long-work.ts'
import type { Database } from '../db/database.ts'
import { type Answers, callsAtRate, isAnswered, type Reply, replyOf } from './calls-at-rate.ts'
import { asUpload, IDENTITY, TEST_NOW } from './core.ts'
import { type OrderCells, ordersText, partnersText } from './network-files.ts'
import { PartnersService, PASSWORD } from './partners-service.ts'

const FIRST_PARTNER = 1_000
const FIRST_ORDER = 1_000_000
const FIRST_SINGLE_ORDER = 1_000_000_000
/** Partners of a sponsor: ten levels hold 1,000 partners, so that an order pays many credits. */
const FIRST_LINE = 2
const HOUR_MS = 3_600_000
const CHUNK_BYTES = 64 * 1024
const READS_A_SECOND = 40
const SIGN_INS_A_SECOND = 2
const ORDERS_A_SECOND = 10

/** The calls of some seconds: figures from memory, reads of the database, complete sign-ins, single orders. */
export type Calls = Readonly<Record<'figures' | 'reads' | 'signIns' | 'orders', Answers>>

/** Calls while nothing else runs, and while a file of orders is imported. */
export type UnderImport = {
  readonly quiet: Calls
  readonly busy: Calls
  readonly importMs: number
  /** Single orders that were acknowledged and are not recorded, or the other way round. */
  readonly wrong: number
}

type Wishes = {
  readonly partners: number
  readonly orders: number
  readonly quietMs: number
}

/** Measures calls over HTTP, without the network, before and during an import of orders. */
export async function measureUnderImport(
  database: Database,
  { partners, orders, quietMs }: Wishes,
): Promise<UnderImport> {
  const service = await PartnersService.open(database)
  const { core } = service
  const stop = await core.network.follow(database)
  const ids = Array.from({ length: partners }, (_, at) => FIRST_PARTNER + at)
  const sponsorOf = (at: number) =>
    at === 0 ? 1 : FIRST_PARTNER + Math.floor((at - 1) / FIRST_LINE)
  await importPartners(
    core,
    asUpload(partnersText(ids.map((id, at) => [id, sponsorOf(at)] as const))),
  )
  await changeSettings(core, {
    'rateLimit.user': '0',
    'rateLimit.signInAccount': '0',
    'rateLimit.signInAddress': '0',
  })
  const caller = new Caller(service, await service.signInAccepted(1))
  await caller.callFor(() => wait(quietMs))
  const quiet = await caller.callFor(() => wait(quietMs))
  const file = Buffer.from(ordersText(fileOf(partners, orders)))
  let importMs = 0
  const busy = await caller.callFor(async () => {
    const started = performance.now()
    await importOrders(forLongWork(core), inChunks(file))
    importMs = performance.now() - started
  })
  const wrong = await caller.countWrong()
  await stop()
  return { quiet, busy, importMs, wrong }
}

const fileOf = (partners: number, orders: number): OrderCells[] =>
  Array.from({ length: orders }, (_, at) => [
    FIRST_ORDER + at,
    FIRST_PARTNER + ((at * 7) % partners),
    TEST_NOW - 24 * HOUR_MS + at,
    '100.00',
  ])

/** As a file arrives from the network. */
async function* inChunks(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.length; from += CHUNK_BYTES) {
    await immediate()
    yield file.subarray(from, from + CHUNK_BYTES)
  }
}

/** Sends calls at a constant rate, however slowly they are answered. */
class Caller {
  readonly #service: PartnersService
  readonly #token: string
  readonly #acknowledged: number[] = []
  #lastOrder = FIRST_SINGLE_ORDER

  constructor(service: PartnersService, token: string) {
    this.#service = service
    this.#token = token
  }

  async callFor(work: () => Promise<void>): Promise<Calls> {
    const end = new AbortController()
    const kinds = Promise.all([
      callsAtRate(READS_A_SECOND, end.signal, () => this.#get('/v1/team?sponsorId=1')),
      callsAtRate(READS_A_SECOND, end.signal, () => this.#get('/v1/user')),
      callsAtRate(SIGN_INS_A_SECOND, end.signal, () => this.#signIn()),
      callsAtRate(ORDERS_A_SECOND, end.signal, () => this.#order()),
    ])
    await work()
    end.abort()
    const [figures, reads, signIns, orders] = await kinds
    return { figures, reads, signIns, orders }
  }

  /** Exactly the acknowledged orders are recorded. */
  async countWrong(): Promise<number> {
    const rows = await this.#service.core.database.read
      .selectFrom('orders')
      .select('id')
      .where('id', '>', FIRST_SINGLE_ORDER)
      .execute()
    const recorded = new Set(rows.map(({ id }) => id))
    const lost = this.#acknowledged.filter((id) => !recorded.has(id)).length
    return lost + recorded.size - (this.#acknowledged.length - lost)
  }

  async #get(url: string): Promise<Reply> {
    const headers = { authorization: `Bearer ${this.#token}` }
    return replyOf(await this.#service.office.inject({ url, headers }))
  }

  async #signIn(): Promise<Reply> {
    const payload = {
      email: 'eve@example.com',
      password: PASSWORD,
      application: 'partner',
      backUrl: `${IDENTITY.origins.office}/en/catch`,
      challenge: 'c'.repeat(43),
    }
    return replyOf(
      await this.#service.passport.inject({ method: 'POST', url: '/v1/login', payload }),
    )
  }

  async #order(): Promise<Reply> {
    const orderId = ++this.#lastOrder
    const reply = replyOf(
      await this.#service.operators.inject({
        method: 'POST',
        url: '/internal/v1/orders',
        headers: { 'x-operator-key': 'a-key-of-some-length' },
        payload: { orderId, userId: 2, amount: '10.00', paidAt: TEST_NOW - HOUR_MS },
      }),
    )
    if (isAnswered(reply)) this.#acknowledged.push(orderId)
    return reply
  }
}
