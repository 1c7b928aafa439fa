// Stops, sums, routes and what is looked up on a chain.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { newAddress, type Payer, PayoutDesk, REQUEST, txIdOf } from '../testing/payout-desk.ts'
import { sealSettled } from '../testing/seal-settled.ts'
import { verifyAll } from '../verify/verify-all.ts'
import type { ChainAdapter } from './payouts/chain.ts'
import { findPayoutClearing } from './today/conditions-of-payouts.ts'
import { keepSums } from './today/keep-sums.ts'

const MINUTE = 60_000
const REASON = 'the police has asked for it'
const SOURCE = { payoutFrom: REQUEST.from, payoutTo: REQUEST.to }
const ROUTE = `${REQUEST.from}/${REQUEST.to}`

onPostgres('the payout desk of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let payers: PayoutDesk
  let fin: Browser
  let bob: Browser
  /** What the chain answers; the adapter of the second desk. */
  let chain: { outputs: Awaited<ReturnType<ChainAdapter['transaction']>> } | 'down' = {
    outputs: null,
  }
  const outputsOf = async () => {
    if (chain === 'down') throw new Error('connection to secret-node refused')
    return chain.outputs
  }
  let withChain: OperatorsDesk
  beforeAll(async () => {
    const database = await newDatabase()
    payers = await PayoutDesk.open(database)
    const shared = { clock: payers.clock, seal: payers.core.passwords }
    desk = await OperatorsDesk.open(database, shared)
    withChain = await OperatorsDesk.open(database, {
      ...shared,
      chain: {
        transaction: outputsOf,
        balance: async (currency) => {
          await outputsOf()
          return currency === 'UPT' ? '12.5' : null
        },
      },
    })
    fin = await desk.operator('fin@example.com', 'finance')
    bob = await desk.operator('bob@example.com', 'finance', 'admin')
  })
  beforeEach(async () => {
    desk.clock.now += 24 * 3_600_000
    await signIn()
  })
  const signIn = async () => {
    fin = await desk.signIn(fin)
    bob = await desk.signIn(bob)
  }
  const pay = async (payer: Payer, changes: Partial<typeof REQUEST> = {}): Promise<number> =>
    (await payer.pay({ address: newAddress(), ...changes })).id
  const pending = async (changes: Partial<typeof REQUEST> = {}) =>
    pay(await payers.payer(), changes)
  const one = async (id: number) => (await desk.as(fin, 'GET', `payouts/${id}`)).data

  describe('stops', () => {
    const stop = (partner: number, until: number | null, by = fin) =>
      desk.as(by, 'PUT', `partners/${partner}/payout-stop`, { reason: REASON, until })

    test('PQU-012 a stop bars requests and sending, and shows its reason to operators, not to the partner', async () => {
      const payer = await payers.payer()
      const id = await pay(payer)
      expect((await stop(payer.id, null)).data.stop).toMatchObject({
        reason: REASON,
        until: null,
        by: { email: 'fin@example.com' },
      })
      expect((await payer.init()).code).toBe('payout_is_disabled')
      const standing = await payer.get('/v1/payout/standing')
      expect(standing).toMatchObject({ isLocked: true, isStopped: true })
      expect(JSON.stringify(standing)).not.toContain(REASON)
      const taken = await desk.as(fin, 'POST', `payouts/${id}/take`, { version: 1 })
      expect(taken.code).toBe('validation_error')
      const { marks, stop: shown } = await one(id)
      expect(marks).toContainEqual({ name: 'stopped', values: { reason: REASON } })
      expect(shown).toMatchObject({ reason: REASON })
      expect(
        (await desk.as(fin, 'DELETE', `partners/${payer.id}/payout-stop`)).data.stop,
      ).toBeNull()
      expect((await payer.init()).code).toBeUndefined()
      expect(await payer.get('/v1/payout/standing')).toMatchObject({ isStopped: false })
    })

    test('PQU-012 a stop ends at its instant, and an end that is over is refused', async () => {
      const payer = await payers.payer()
      const now = desk.clock.now
      expect((await stop(payer.id, now)).code).toBe('validation_error')
      expect((await stop(payer.id, now + MINUTE)).code).toBeUndefined()
      desk.clock.now = now + MINUTE - 1
      expect((await payer.init()).code).toBe('payout_is_disabled')
      desk.clock.now = now + MINUTE
      expect((await payer.init()).code).toBeUndefined()
      expect((await desk.as(fin, 'GET', `partners/${payer.id}/payout-stop`)).data.stop).toBeNull()
    })

    test('PQU-012 after the end of a stop, wrong codes lock without its reason or end', async () => {
      const payer = await payers.payer()
      await stop(payer.id, desk.clock.now + MINUTE)
      desk.clock.now += MINUTE
      await desk.core.database.read
        .updateTable('payoutGuards')
        .set({ wrongStreak: 99 })
        .where('partnerId', '=', payer.id)
        .execute()
      await payer.init()
      await payer.confirm(payer.wrongCode())
      expect(await payer.get('/v1/payout/standing')).toMatchObject({
        isLocked: true,
        isStopped: false,
      })
      const read = async () => (await desk.as(fin, 'GET', `partners/${payer.id}/payout-stop`)).data
      expect((await read()).stop).toMatchObject({ reason: null, until: null, by: null })
      desk.clock.now += 10 * MINUTE
      expect((await payer.init()).code).toBe('payout_is_disabled')
    })

    test('PQU-012 only finance stops, with a reason, and an unknown partner is not found', async () => {
      const viewer = await desk.operator('only@example.com', 'viewer')
      expect((await stop(1, null, viewer)).status).toBe(403)
      expect((await stop(999_999, null)).code).toBe('not_found')
      const short = { reason: 'short', until: null }
      const refused = await desk.as(fin, 'PUT', 'partners/1/payout-stop', short)
      expect(refused.code).toBe('validation_error')
    })
  })

  describe('sums', () => {
    const totals = async () => (await desk.as(fin, 'GET', 'payout-totals')).data

    test('PQU-015 sums equal the payouts and the ledger, before and after sealing', async () => {
      const [a, b, c] = [await pending(), await pending({ amount: '50' }), await pending()]
      await payers.approve(a!)
      await payers.operator('POST', `/payouts/${c}/reject`, { reason: 'x' })
      await payers.operator('POST', `/payouts/${b}/take`)
      await signIn()
      const before = await totals()
      const { read } = desk.core.database
      const { rows } = await sql<{ units: string }>`
        select sum(case when t.credit_account_id = a.id then t.amount else -t.amount end)::text as units
        from transfers t join accounts a on a.partner_id is null and a.name = 'payout_clearing' and a.currency = 'UCN'
        where a.id in (t.credit_account_id, t.debit_account_id)`.execute(read)
      const [ucn] = before.clearing
      expect(BigInt(ucn.balance.replace('.', ''))).toBe(BigInt(rows[0]!.units))
      expect(ucn.difference).toBe('0.00000000')
      const all = await read
        .selectFrom('payouts')
        .selectAll()
        .where('currency', '=', 'UCN')
        .execute()
      const sumOf = (status: string, name: 'amount' | 'receive' | 'fee') =>
        all
          .filter((payout) => payout.status === status)
          .reduce((sum, payout) => sum + BigInt(payout[name]), 0n)
      const units = (text: string) => BigInt(text.replace('.', ''))
      expect(units(ucn.sent)).toBe(sumOf('SUCCESS', 'receive'))
      expect(units(ucn.pending)).toBe(sumOf('PENDING', 'receive'))
      const open = before.pending.filter(({ currency }: { currency: string }) => currency === 'UCN')
      expect(
        open.reduce((sum: bigint, { amount }: { amount: string }) => sum + units(amount), 0n),
      ).toBe(sumOf('PENDING', 'amount'))
      const sent = before.months.filter(
        ({ state, currency }: Record<string, string>) => state === 'sent' && currency === 'UCN',
      )
      expect(sent.reduce((sum: bigint, { fee }: { fee: string }) => sum + units(fee), 0n)).toBe(
        sumOf('SUCCESS', 'fee'),
      )
      await sealSettled(read, desk.clock.now)
      while (await keepSums(desk.core));
      expect((await totals()).clearing).toEqual(before.clearing)
      await pending({ amount: '20' })
      await signIn()
      expect((await totals()).clearing[0].difference).toBe('0.00000000')
    })

    test('PQU-015 a difference between payout_clearing and the pending payouts is an alert', async () => {
      const id = await pending()
      desk.clock.now += MINUTE
      expect(await findPayoutClearing(desk.core)).toEqual([])
      await desk.core.database.asOwner(async (db) => {
        await sql`alter table payouts disable trigger user`.execute(db)
        await sql`update payouts set amount = amount + 5, receive = receive + 5 where id = ${id}`.execute(
          db,
        )
      })
      desk.clock.now += MINUTE - 1
      expect(await findPayoutClearing(desk.core)).toEqual([])
      desk.clock.now += 1
      expect(await findPayoutClearing(desk.core)).toMatchObject([
        { object: 'UCN', parameters: { difference: '-0.00000005 UCN' } },
      ])
      await desk.core.database.asOwner(async (db) => {
        await sql`update payouts set amount = amount - 5, receive = receive - 5 where id = ${id}`.execute(
          db,
        )
        await sql`alter table payouts enable trigger user`.execute(db)
      })
      desk.clock.now += MINUTE
      expect(await findPayoutClearing(desk.core)).toEqual([])
    })
  })

  describe('routes', () => {
    const routes = async () => (await desk.as(bob, 'GET', 'payout-routes')).data.content
    const own = async () =>
      (await routes()).find(({ payoutFrom }: typeof SOURCE) => payoutFrom === REQUEST.from)
    const propose = (values: object, by = fin) =>
      desk.as(by, 'POST', 'proposals', { kind: 'routes', object: ROUTE, values, reason: REASON })

    test('PQU-013 CNF-003 another operator approves new terms; the preview has the fee of five amounts', async () => {
      const { enabled, limits } = await own()
      const made = await propose({ enabled, limits: { ...limits, fee: '3' } })
      expect(made.data.state).toBe('OPEN')
      expect(made.data.preview).toContainEqual({
        name: 'fee',
        before: '2',
        after: '3',
        difference: '1',
      })
      expect(made.data.preview).toContainEqual({
        name: 'received of 1000.00000000 UCN',
        before: '980.00000000',
        after: '970.00000000',
        difference: '-10.00000000',
      })
      expect((await own()).limits.fee).toBe('2')
      await desk.as(bob, 'POST', `proposals/${made.data.id}/approve`, { version: 1 })
      expect((await own()).limits).toEqual({ ...limits, fee: '3' })
      const back = (await propose({ enabled, limits })).data
      await desk.as(bob, 'POST', `proposals/${back.id}/approve`, { version: 1 })
      expect(await own()).toMatchObject({ enabled, limits })
    })

    test('PQU-013 terms that the payout settings refuse are refused, naming what is wrong', async () => {
      const { enabled, limits } = await own()
      const refused = await propose({ enabled, limits: { ...limits, fee: '100' } })
      expect(refused.code).toBe('validation_error')
      expect((await propose({ enabled, limits }, fin)).data.state).toBe('OPEN')
      const unknown = { kind: 'routes', object: 'A/B', values: { enabled, limits }, reason: REASON }
      expect((await desk.as(fin, 'POST', 'proposals', unknown)).code).toBe('not_found')
    })

    test('PQU-013 APR-007 terms that another has changed meanwhile outdate a proposal', async () => {
      const { enabled, limits } = await own()
      const made = (await propose({ enabled, limits: { ...limits, badge: 'New' } })).data
      await payers.operator('PUT', '/payout-settings', [
        { ...SOURCE, enabled, limits: { ...limits, minAmount: '11' } },
      ])
      const refused = await desk.as(bob, 'POST', `proposals/${made.id}/approve`, { version: 1 })
      expect([refused.code, refused.body.errors[0].errors]).toEqual([
        'proposal_outdated',
        ['minAmount: was 10, is 11'],
      ])
      await payers.operator('PUT', '/payout-settings', [{ ...SOURCE, enabled, limits }])
    })

    test('PQU-014 a pattern is tried on addresses, wallets and pending payouts', async () => {
      const id = await pending()
      const { address } = await one(id)
      const { read } = desk.core.database
      const wallets = ['A'.repeat(30), 'B'.repeat(30), address]
      for (const [at, wallet] of wallets.entries()) {
        await read
          .insertInto('wallets')
          .values({
            partnerId: 1 + (at >> 1),
            walletType: at % 2 === 0 ? 'MAIN' : 'FARM',
            address: wallet,
            assignedAt: 1,
            moderatorApproved: true,
          })
          .execute()
      }
      const tried = async (addressPattern: string, addresses: string[] = []) =>
        desk.as(fin, 'POST', 'payout-routes/addresses', { ...SOURCE, addressPattern, addresses })
      const pendingNow = await read
        .selectFrom('payouts')
        .select('id')
        .where('status', '=', 'PENDING')
        .where('payoutFrom', '=', REQUEST.from)
        .execute()
      expect((await tried('^ucn1[0-9a-f]+$', [address, `${address} `, 'x'])).data).toEqual({
        addresses: [
          { address, isAccepted: true },
          { address: `${address} `, isAccepted: false },
          { address: 'x', isAccepted: false },
        ],
        wallets: 2,
        pending: 0,
      })
      expect((await tried('^A+$')).data).toMatchObject({ wallets: 2, pending: pendingNow.length })
      expect((await tried('ucn1')).code).toBe('validation_error')
      const slow = await tried('^(a+)+$', [`${'a'.repeat(60)}!`])
      expect([slow.code, slow.body.errors[0].fieldName]).toEqual([
        'validation_error',
        'addressPattern',
      ])
      expect(
        (
          await tried(
            '^a$',
            Array.from({ length: 21 }, () => 'a'),
          )
        ).code,
      ).toBe('validation_error')
    })
  })

  describe('the chain', () => {
    const approve = (on: OperatorsDesk, id: number) =>
      on.as(fin, 'POST', `payouts/${id}/approve`, { version: 2, txId: txIdOf(id) })
    const taken = async () => {
      const id = await pending()
      await desk.as(fin, 'POST', `payouts/${id}/take`, { version: 1 })
      const { address, receive, currency } = await one(id)
      return { id, right: { address, currency, amount: receive } }
    }

    test('PQU-017 without an adapter nothing of a chain is known', async () => {
      const { id } = await taken()
      expect((await approve(desk, id)).code).toBeUndefined()
      expect((await one(id)).chain).toBeNull()
      expect((await desk.as(fin, 'GET', 'payout-totals')).data.wallets).toBeNull()
    })

    test('PQU-017 an adapter that fails says so, approves nothing, and the page of a sent payout is shown', async () => {
      const { id } = await taken()
      chain = 'down'
      const refused = await approve(withChain, id)
      expect(refused.code).toBe('not_match')
      expect(refused.body.errors[0].errors).toEqual(['the chain could not be asked'])
      expect((await approve(desk, id)).code).toBeUndefined()
      const shown = await withChain.as(fin, 'GET', `payouts/${id}`)
      expect(shown.data.chain).toEqual({
        isFound: false,
        differences: ['the chain could not be asked'],
      })
      expect(JSON.stringify(shown.body)).not.toContain('secret')
      const { wallets } = (await withChain.as(fin, 'GET', 'payout-totals')).data
      expect(wallets).toEqual([])
    })

    test('PQU-017 D-185 with one, a transaction that pays something else is refused with what differs', async () => {
      const { id, right } = await taken()
      const refusedFor = async (outputs: Awaited<ReturnType<ChainAdapter['transaction']>>) => {
        chain = { outputs }
        const { code, body } = await approve(withChain, id)
        expect(code).toBe('not_match')
        return body.errors[0].errors
      }
      expect(await refusedFor(null)).toEqual(['the chain does not know this transaction'])
      expect(await refusedFor([])).toEqual(['the transaction pays nothing'])
      expect(await refusedFor([{ ...right, amount: '98.00000001' }])).toEqual([
        'amount: the chain has 98.00000001, the payout 98.00000000',
      ])
      expect(await refusedFor([{ ...right, currency: 'UPT', address: 'x' }])).toHaveLength(2)
      const csv = `id,txId\n${id},${txIdOf(id)}\n`
      const settle = { csv, isPreview: false }
      const settled = await withChain.as(fin, 'POST', 'batches/settle', settle)
      expect(settled.data).toMatchObject({ settled: null, counts: { otherOnChain: 1 } })
      expect((await one(id)).state).toBe('taken')
      chain = {
        outputs: [
          { ...right, address: 'other' },
          { ...right, amount: '98' },
        ],
      }
      expect((await approve(withChain, id)).code).toBeUndefined()
      const shown = (await withChain.as(fin, 'GET', `payouts/${id}`)).data
      expect(shown.chain).toEqual({ isFound: true, differences: [] })
      const { wallets } = (await withChain.as(fin, 'GET', 'payout-totals')).data
      expect(wallets).toEqual([{ currency: 'UPT', balance: '12.5' }])
    })
  })

  test('verify finds nothing wrong afterwards', async () => {
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
