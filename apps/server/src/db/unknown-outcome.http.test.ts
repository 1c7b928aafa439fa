import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { changeSettings } from '../business/settings/change-settings.ts'
import type { Core } from '../core/core.ts'
import { createPostgresDatabase } from '../testing/databases.ts'
import { type Payer, PayoutDesk } from '../testing/payout-desk.ts'
import { PartnersService } from '../testing/partners-service.ts'
import { type WireHooks, type WireProxy, wireProxyTo } from '../testing/wire-proxy.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { type Database, openDatabase } from './database.ts'

const PATIENCE_MS = 300_000
/** Each is cut before its commit arrives, in its answer's first message, and in the last. */
const ROUNDS = 5

/** Where the next commit is cut: before it arrives, or at a message of its answer: `C` done, `Z` ready. */
type Cut = 'before' | 'C' | 'Z'
const CUTS: readonly Cut[] = ['before', 'C', 'Z']

const CALLS = ROUNDS * CUTS.length

/** Statements that are a commit of their own. */
const COMMITS = /write_turn|write_payout_calls/

/** Cuts the connection of one commit when it is told to. */
class CommitCutter {
  next: Cut | null = null
  cuts = 0
  readonly hooks: WireHooks
  readonly #names = new Set<string>()

  constructor() {
    const cutAt = new WeakMap<object, Cut>()
    this.hooks = {
      toServer: ({ type, bytes }, connection) => {
        if (!this.#isCommit(type, bytes.toString('latin1')) || this.next === null) return bytes
        const cut = this.next
        this.next = null
        if (cut === 'before') return this.#cut()
        cutAt.set(connection, cut)
        return bytes
      },
      toClient: ({ type, bytes }, connection) =>
        cutAt.get(connection) === type ? this.#cut() : bytes,
    }
  }

  #cut(): null {
    this.cuts += 1
    return null
  }

  /** A commit, or the execution of a prepared statement that is one. */
  #isCommit(type: string, text: string): boolean {
    const words = text.slice(5).split('\0')
    if (type === 'P' && words[0] !== '' && COMMITS.test(text)) this.#names.add(words[0]!)
    if (type === 'Q') return words[0] === 'commit'
    return type === 'B' && this.#names.has(words[1]!)
  }
}

describe('CLU-018 a write whose outcome is not known', { timeout: PATIENCE_MS }, () => {
  const cutter = new CommitCutter()
  let drop: () => Promise<void>
  let proxy: WireProxy
  let database: Database
  let desk: PayoutDesk
  beforeAll(async () => {
    const created = await createPostgresDatabase()
    drop = created.drop
    proxy = await wireProxyTo(created.url, cutter.hooks)
    database = await openDatabase({ url: proxy.url })
    desk = await PayoutDesk.open(database)
  })
  afterAll(async () => {
    await database.close()
    await proxy.close()
    await drop()
  })

  const unavailable = { status: 503, code: 'internal_server_error' }
  const cutOnce = async <Answer>(cut: Cut, call: () => Promise<Answer>): Promise<Answer> => {
    const before = cutter.cuts
    cutter.next = cut
    const answer = await call()
    expect([cutter.next, cutter.cuts]).toEqual([null, before + 1])
    return answer
  }
  const countOrders = async (orderId: number): Promise<number> =>
    (await database.read.selectFrom('orders').select('id').where('id', '=', orderId).execute())
      .length

  let nextOrder = 1
  const record = async (service: PartnersService) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const cut of CUTS) {
        const orderId = nextOrder++
        const order = async () => {
          const { statusCode, headers } = await service.operators.inject({
            method: 'POST',
            url: '/internal/v1/orders',
            headers: { 'x-operator-key': 'a-key-of-some-length' },
            payload: { orderId, userId: 2, amount: '1.00', paidAt: service.clock.now },
          })
          return [statusCode, headers['retry-after']]
        }
        expect(await cutOnce(cut, order)).toEqual([503, '2'])
        expect(await countOrders(orderId)).toBe(cut === 'before' ? 0 : 1)
        expect(await order()).toEqual([200, undefined])
        expect(await countOrders(orderId)).toBe(1)
      }
    }
    return nextOrder
  }

  test('CLU-018 an order: it is answered 503, recorded once or not at all, and once when it comes again', async () => {
    expect(await record(desk.service)).toBe(1 + CALLS)
  })

  test('an order at a process that does not lead, which decides it under the lock', async () => {
    const follower: Core = {
      ...desk.core,
      leadership: { isLeader: () => false, epoch: null, isBesideOlder: false, processes: 2 },
    }
    expect(await record(await PartnersService.around(follower, desk.clock))).toBe(1 + 2 * CALLS)
  })

  test('CLU-018 a confirmed payout: the same code in the same session answers what the first has paid, and pays once', async () => {
    await changeSettings(desk.core, { maxPendingPayouts: '1000' })
    const payer = await desk.payer({ balance: 100_000 })
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const cut of CUTS) await confirmCut(payer, cut)
    }
    expect((await payer.history('?size=100')).length).toBe(CALLS)
    expect(await payer.balance()).toBe(`${100_000 - CALLS * 10}.00000000`)
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  const confirmCut = async (payer: Payer, cut: Cut) => {
    desk.nextCode()
    await payer.init({ amount: '10' })
    const code = payer.code()
    expect(await cutOnce(cut, () => payer.confirm(code))).toMatchObject(unavailable)
    const [newest] = await payer.history()
    // Another code confirms nothing that has been paid.
    if (cut !== 'before') {
      expect((await payer.confirm(payer.code(1))).code).toBe('confirmation_code_error')
    }
    const { data } = await payer.confirm(code)
    expect(data).toMatchObject({ status: 'PENDING', amount: '10.00000000' })
    if (cut !== 'before') expect(data.id).toBe(newest!.id)
  }

  test('PAY-078 is answered as often as it is asked for, and only with the code and in the session that paid', async () => {
    const payer = await desk.payer()
    const thief = await payer.inNewSession()
    await payer.init({ amount: '10' })
    const code = payer.code()
    await cutOnce('Z', () => payer.confirm(code))
    for (let again = 0; again < 2; again += 1) {
      expect((await payer.confirm(code)).data).toMatchObject({ amount: '10.00000000' })
    }
    expect((await thief.confirm(code)).code).toBe('confirmation_code_error')
    // A new request takes the place of the old one: the code is used up.
    await payer.init({ amount: '10' })
    expect((await payer.confirm(code)).code).toBe('otp_already_used')
  })

  test('is forgotten when its session expires', async () => {
    const payer = await desk.payer()
    await payer.init({ amount: '10' })
    const code = payer.code()
    await cutOnce('Z', () => payer.confirm(code))
    desk.clock.now += 5 * 60_000 - 1
    expect((await payer.confirm(code)).data).toMatchObject({ amount: '10.00000000' })
    desk.clock.now += 1
    expect((await payer.confirm(code)).code).toBe('confirmation_code_error')
  })

  test('gets the payout from another process, too, which has not answered it', async () => {
    const other = await PartnersService.around(desk.core, desk.clock)
    const payer = await desk.payer()
    await payer.init({ amount: '10' })
    const code = payer.code()
    const { data } = await payer.confirm(code)
    expect((await payer.confirm(code)).code).toBe('confirmation_code_error')
    const { status, body } = await other.call('POST', '/v1/payout/confirm', {
      headers: { authorization: `Bearer ${payer.token}` },
      payload: { code, from: 'UCHAIN_UCN_BONUS' },
    })
    expect([status, body.data]).toEqual([200, data])
  })
})
