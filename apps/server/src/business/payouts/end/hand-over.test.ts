import { PAYOUT_BARS, type PayoutBar } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Tx } from '../../../db/database.ts'
import { asUpload } from '../../../testing/core.ts'
import { onPostgres } from '../../../testing/databases.ts'
import {
  newAddress,
  type Payer,
  payerOf,
  PayoutDesk,
  REQUEST,
  txIdOf,
} from '../../../testing/payout-desk.ts'
import { race, RACERS } from '../../../testing/races.ts'
import { verifyAll } from '../../../verify/verify-all.ts'
import { blockPartner } from '../../partners/block-partner.ts'
import { erasePartner } from '../../partners/erase-partner.ts'
import { changeSettings } from '../../settings/change-settings.ts'
import { confirmPayout } from '../confirm/confirm-payout.ts'
import { approvePayout, takePayout } from './end-payout.ts'
import { batchLines, handOverPayouts, settlePayouts } from './hand-over.ts'
import { initPayout } from '../confirm/init-payout.ts'
import { listPayouts } from '../read/list-payouts.ts'

const HOUR = 3_600_000

/** A chain that counts how often each payout was sent. */
class FakeChain {
  readonly sent = new Map<number, number>()

  send(batch: string): string {
    const ids = batch
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]))
    for (const id of ids) this.sent.set(id, (this.sent.get(id) ?? 0) + 1)
    return ['id,txId', ...ids.map((id) => `${id},${txIdOf(id)}`)].join('\n')
  }
}

onPostgres('handing payouts over', (newDatabase) => {
  let desk: PayoutDesk
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
  })

  const handOver = async () => [...batchLines(await handOverPayouts(desk.core))].join('')

  test('C14 each payout is handed over once and settled from the answer of the chain', async () => {
    const chain = new FakeChain()
    const payer = await desk.payer()
    const [first, second] = [await payer.pay(), await payer.pay({ amount: '50.5' })]
    const cancelled = await payer.pay()
    await payer.cancel(cancelled.id)
    const batch = await handOver()
    expect(batch).toBe(
      `id,to,address,currency,receive\n` +
        `${first.id},UCN_XRC10_WHITE,${first.address},UCN,98.00000000\n` +
        `${second.id},UCN_XRC10_WHITE,${second.address},UCN,49.49000000\n`,
    )
    expect((await payer.cancel(first.id)).code).toBe('validation_error')
    const answer = chain.send(batch)
    expect(await handOver()).toBe('id,to,address,currency,receive\n')
    expect(await settlePayouts(desk.core, asUpload(answer))).toEqual({ settled: 2 })
    expect(await settlePayouts(desk.core, asUpload(answer))).toEqual({ settled: 0 })
    expect([...chain.sent.values()]).toEqual([1, 1])
    expect(await payer.get(`/v1/payout/${first.id}`)).toMatchObject({
      status: 'SUCCESS',
      txId: txIdOf(first.id),
    })
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('C11.30 an answer is settled as a spreadsheet saves it, and one with semicolons is named', async () => {
    const { id } = await (await desk.payer()).pay()
    await handOver()
    await expect(
      settlePayouts(desk.core, asUpload(`\uFEFFid;txId\r\n${id};${txIdOf(id)}\r\n`)),
    ).rejects.toMatchObject({
      problems: [{ line: 1, problem: expect.stringContaining('separated by semicolons') }],
    })
    const saved = `\uFEFFid,txId,\r\n${id},${txIdOf(id)},\r\n,,\r\n`
    expect(await settlePayouts(desk.core, asUpload(saved))).toEqual({ settled: 1 })
  })

  test('a file with a bad line settles nothing, and every bad line is named', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay()
    await handOver()
    const other = await payer.pay()
    await payer.cancel(other.id)
    const free = await payer.pay()
    const file = ['id,txId', `${id},0x1`, 'five,0x2', `${id},two words`, '99999,0x4'].join('\n')
    await expect(settlePayouts(desk.core, asUpload(file))).rejects.toMatchObject({ total: 2 })
    const wrong = [
      'id,txId',
      `${id},${txIdOf(id)}`,
      `99999,${txIdOf(4)}`,
      `${other.id},${txIdOf(5)}`,
      `${free.id},${txIdOf(6)}`,
    ]
    await expect(settlePayouts(desk.core, asUpload(wrong.join('\n')))).rejects.toMatchObject({
      problems: [
        { line: 3, problem: 'there is no payout 99999' },
        { line: 4, problem: 'it is not pending' },
        { line: 5, problem: 'it was not taken up' },
      ],
    })
    const misshapen = ['id,txId', `${id},sent`].join('\n')
    await expect(settlePayouts(desk.core, asUpload(misshapen))).rejects.toMatchObject({
      problems: [{ line: 2, problem: expect.stringMatching(/^txId does not look like/) }],
    })
    expect((await payer.get(`/v1/payout/${id}`)).status).toBe('PENDING')
  })

  test('lines of one file may share a transaction; a later file cannot have it again', async () => {
    const payer = await desk.payer()
    const ids = [(await payer.pay()).id, (await payer.pay()).id, (await payer.pay()).id]
    await handOver()
    const shared = txIdOf(ids[0]!)
    const file = (txId: string, ...of: number[]) =>
      asUpload(['id,txId', ...of.map((id) => `${id},${txId}`)].join('\n'))
    expect(await settlePayouts(desk.core, file(shared, ids[0]!, ids[1]!))).toEqual({ settled: 2 })
    const bare = shared.slice(2).toUpperCase()
    expect(await settlePayouts(desk.core, file(bare, ids[0]!, ids[1]!))).toEqual({ settled: 0 })
    await expect(settlePayouts(desk.core, file(bare, ids[1]!, ids[2]!))).rejects.toMatchObject({
      problems: [{ line: 3, problem: 'a payout approved earlier has this transaction' }],
    })
    expect((await payer.get(`/v1/payout/${ids[2]}`)).status).toBe('PENDING')
    expect(await settlePayouts(desk.core, file(txIdOf(0x777777), ids[2]!))).toEqual({ settled: 1 })
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('a payout that an operator took up singly is not given to the sender too', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay()
    await desk.operator('POST', `/payouts/${id}/take`)
    expect(await handOver()).not.toContain(`\n${id},`)
  })

  const setRoute = (enabled: boolean) =>
    desk.core.database.asOwner(async (tx) => {
      await tx
        .updateTable('payoutRoutes')
        .set({ enabled })
        .where('payoutFrom', '=', REQUEST.from)
        .execute()
    })
  const lock = (payer: Payer, locked: boolean) =>
    desk.operator('PUT', `/users/${payer.id}/payout-lock`, { locked })
  const block = (payer: Payer, blocked: boolean) =>
    desk.operator('PUT', `/users/${payer.id}/block`, { blocked })

  /** Each state that bars a payout: how it begins and ends, and how a request is refused and the sending told. */
  const STATES: readonly {
    bar: PayoutBar
    begin: (payer: Payer) => Promise<unknown>
    end: ((payer: Payer) => Promise<unknown>) | null
    says: string
    /** With its token a partner whose account is closed does not come as far as the check. */
    code: string
  }[] = [
    {
      bar: 'user_blocked',
      begin: (payer) => block(payer, true),
      end: (payer) => block(payer, false),
      says: 'its partner is blocked',
      code: 'user_blocked',
    },
    {
      bar: 'account_closed',
      begin: (payer) => erasePartner(desk.core, payer.id),
      end: null,
      says: 'the account of its partner is closed',
      code: 'access_denied',
    },
    {
      bar: 'payouts_off',
      begin: () => changeSettings(desk.core, { permissionsPayout: 'FALSE' }),
      end: () => changeSettings(desk.core, { permissionsPayout: 'TRUE' }),
      says: 'payouts are switched off',
      code: 'access_denied',
    },
    {
      bar: 'route_disabled',
      begin: () => setRoute(false),
      end: () => setRoute(true),
      says: 'its route is disabled',
      code: 'payout_is_disabled',
    },
    {
      bar: 'payouts_locked',
      begin: (payer) => lock(payer, true),
      end: (payer) => lock(payer, false),
      says: 'the payouts of its partner are locked',
      code: 'payout_is_disabled',
    },
    {
      bar: 'user_not_verified',
      begin: (payer) => payer.verify('REJECTED'),
      end: (payer) => payer.verify(),
      says: 'its partner is not verified',
      code: 'user_not_verified',
    },
    {
      bar: '2fa_disabled',
      begin: (payer) => payer.dropAuthenticator(),
      end: (payer) => payer.setUpAuthenticator(),
      says: 'its partner has no authenticator',
      code: '2fa_disabled',
    },
  ]

  test('C11.27 every state that bars a request is tried', () => {
    expect(STATES.map(({ bar }) => bar)).toEqual(PAYOUT_BARS)
  })

  test.each(STATES)(
    'C11.27 while $bar a payout is neither requested, confirmed, taken up nor handed over',
    async ({ bar, begin, end, says, code }) => {
      const payer = await desk.payer()
      const { id } = await payer.pay()
      desk.nextCode()
      await initPayout(desk.core, payerOf(payer.id), REQUEST)
      const at = desk.clock.now
      await begin(payer)
      const refused = { code }
      const asked = initPayout(desk.core, payerOf(payer.id), REQUEST)
      await expect(asked).rejects.toMatchObject(refused)
      const confirmed = confirmPayout(desk.core, payerOf(payer.id), {
        code: payer.code(),
        from: REQUEST.from,
      })
      // Over its budget of codes, a confirmation tells no more than that (D-142).
      const atCode = bar === 'payouts_locked' ? { code: 'confirmation_code_error' } : refused
      await expect(confirmed).rejects.toMatchObject(atCode)
      const take = await desk.operator('POST', `/payouts/${id}/take`)
      expect([take.code, take.error?.errors]).toEqual(['validation_error', [says]])
      expect(await handOver()).not.toContain(`\n${id},`)
      expect(await marksOf(id)).toContain(bar)
      if (end === null) return
      await end(payer)
      expect(desk.clock.now).toBe(at)
      expect(await marksOf(id)).not.toContain(bar)
      expect(await handOver()).toContain(`\n${id},`)
    },
  )

  async function marksOf(id: number): Promise<readonly string[]> {
    for await (const payout of listPayouts(desk.core, 'PENDING')) {
      if (payout.id === id) return payout.risks
    }
    return []
  }

  test('C11.27 ten wrong codes hold what was confirmed before for the hour', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay()
    for (let tries = 0; tries < 10; tries += 1) {
      if (tries % 3 === 0) await payer.init()
      await payer.confirm(payer.wrongCode())
    }
    expect(await marksOf(id)).toContain('payouts_locked')
    desk.clock.now += HOUR
    expect(await marksOf(id)).not.toContain('payouts_locked')
  })

  test('C11.27 a payout of an account below zero is marked, and taken up one by one only', async () => {
    const payer = await desk.payer({ balance: 100 })
    const { id } = await payer.pay()
    const other = await payer.pay({ from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' })
    await desk.core.database.transaction((tx) => payer.takeBack(tx, 0.00000001))
    await payer.credit(0.00000001)
    expect(await marksOf(id)).not.toContain('balance_negative')
    await desk.core.database.transaction((tx) =>
      payer.takeBack(tx, 0.00000001, ['UCHAIN_UCN_BONUS']),
    )
    expect(await marksOf(id)).toContain('balance_negative')
    expect(await marksOf(other.id)).not.toContain('balance_negative')
    const batch = await handOver()
    expect(batch).not.toContain(`\n${id},`)
    expect(batch).toContain(`\n${other.id},`)
    const take = await desk.operator('POST', `/payouts/${id}/take`)
    expect(take.data).toMatchObject({ status: 'PENDING' })
    expect(take.data.risks).toContain('balance_negative')
    expect(await handOver()).not.toContain(`\n${id},`)
    expect((await desk.approve(id)).data.status).toBe('SUCCESS')
  })

  test('all payouts are listed, also more than one query reads', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay()
    await payer.cancel(id)
    const undone = new Error('only for this test')
    const ids: number[] = []
    const tried = desk.core.database.asOwner(async (tx) => {
      await sql`
        insert into payouts overriding system value
        select (jsonb_populate_record(p, jsonb_build_object('id', 1000000 + n))).*
        from payouts p, generate_series(1, 1001) n where p.id = ${id}`.execute(tx)
      const core = { ...desk.core, database: { ...desk.core.database, read: tx } }
      for await (const payout of listPayouts(core, 'REJECTED')) ids.push(payout.id)
      throw undone
    })
    await expect(tried).rejects.toBe(undone)
    expect(ids.slice(-1_002)).toEqual([
      id,
      ...Array.from({ length: 1_001 }, (_, at) => 1_000_001 + at),
    ])
  })

  test('D-143 a held payout waits for its time', async () => {
    await handOver()
    const payer = await desk.payer()
    await changeSettings(desk.core, { payoutNewAddressHoldHours: '2' })
    const { id } = await payer.pay({ address: newAddress() })
    desk.clock.now += 2 * HOUR - 1
    expect(await handOver()).not.toContain(`\n${id},`)
    desk.clock.now += 1
    expect(await handOver()).toContain(`\n${id},`)
    await changeSettings(desk.core, { payoutNewAddressHoldHours: null })
  })
})

onPostgres('payouts taken up while something bars them', (newDatabase) => {
  let desk: PayoutDesk
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
  })

  const holdPayout = (id: number) => (tx: Tx) =>
    sql`select from payouts where id = ${id} for update`.execute(tx)
  const racers = <T>(call: (racer: number) => Promise<T>) =>
    Array.from({ length: RACERS }, (_, racer) => () => call(racer))
  const successes = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length

  test('C11.27 a take-up that waits for its payout sees a block that was made meanwhile', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay()
    const results = await race(
      desk.core.database,
      async (tx) => {
        await holdPayout(id)(tx)
        await blockPartner(desk.core, payer.id, true, 'a test')
      },
      racers(() => takePayout(desk.core, id)),
    )
    expect(successes(results)).toBe(0)
    expect((await stored(id)).takenAt).toBeNull()
  })

  test('C11.27 of a block and many take-ups at once, none that begins after the block goes through', async () => {
    for (let round = 0; round < 10; round += 1) {
      const payer = await desk.payer()
      const { id } = await payer.pay()
      const [taken] = await Promise.allSettled([
        takePayout(desk.core, id),
        blockPartner(desk.core, payer.id, true, 'a test'),
      ])
      const { takenAt } = await stored(id)
      expect(takenAt !== null).toBe(taken.status === 'fulfilled')
      const batch = await handOverPayouts(desk.core)
      expect(batch.map((payout) => payout.id)).not.toContain(id)
      if (takenAt === null) await expect(takePayout(desk.core, id)).rejects.toThrow()
    }
  })

  test('C11.27 a hand-over waits for an order that is being cancelled, and leaves out what it has overdrawn', async () => {
    const payer = await desk.payer({ balance: 100 })
    const other = await desk.payer({ balance: 100 })
    const { id } = await payer.pay()
    const { id: sound } = await other.pay()
    const [batch] = await race(
      desk.core.database,
      async (tx) => {
        await sql`select from accounts where partner_id = ${payer.id} for update`.execute(tx)
        await payer.takeBack(tx, 1)
      },
      [() => handOverPayouts(desk.core)],
    )
    const given = batch!.status === 'fulfilled' ? batch!.value.map((payout) => payout.id) : []
    expect(given).toContain(sound)
    expect(given).not.toContain(id)
    expect((await stored(id)).takenAt).toBeNull()
  })

  test('C11.27 so does a take-up of one payout, which says it', async () => {
    const payer = await desk.payer({ balance: 100 })
    const { id } = await payer.pay()
    const [taken] = await race(
      desk.core.database,
      async (tx) => {
        await sql`select from accounts where partner_id = ${payer.id} for update`.execute(tx)
        await payer.takeBack(tx, 1)
      },
      [() => takePayout(desk.core, id)],
    )
    expect(taken).toMatchObject({
      value: { risks: ['new_address', 'authenticator_changed', 'balance_negative'] },
    })
  })

  test('one transaction approves one of many payouts, however many operators type it at once', async () => {
    const payer = await desk.payer({ balance: 10_000 })
    await changeSettings(desk.core, { maxPendingPayouts: String(RACERS) })
    const ids: number[] = []
    for (let count = 0; count < RACERS; count += 1) ids.push((await payer.pay()).id)
    for (const id of ids) await takePayout(desk.core, id)
    const txId = txIdOf(0xabcdef)
    const results = await race(
      desk.core.database,
      (tx) => sql`lock table payout_transactions in share mode`.execute(tx),
      racers((racer) =>
        approvePayout(desk.core, ids[racer]!, racer % 2 === 0 ? txId : txId.slice(2).toUpperCase()),
      ),
    )
    expect(successes(results)).toBe(1)
    const sent = await payer.history('?status=SUCCESS')
    expect(sent).toHaveLength(1)
    await changeSettings(desk.core, { maxPendingPayouts: null })
  })

  async function stored(id: number) {
    return desk.core.database.read
      .selectFrom('payouts')
      .select('takenAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }
})

onPostgres('handing payouts over at the same time', (newDatabase) => {
  test('C14 many processes give each payout to the chain once', async () => {
    const desk = await PayoutDesk.open(await newDatabase())
    const chain = new FakeChain()
    const paid: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const payer = await desk.payer()
      paid.push((await payer.pay()).id, (await payer.pay()).id)
    }
    const batches = await Promise.all(Array.from({ length: 10 }, () => handOverPayouts(desk.core)))
    for (const batch of batches) chain.send([...batchLines(batch)].join(''))
    expect([...chain.sent].toSorted(([a], [b]) => a - b)).toEqual(paid.map((id) => [id, 1]))
  })
})
