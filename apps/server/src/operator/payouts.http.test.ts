import { beforeAll, expect, test } from 'vitest'

import { readAuditLog } from '../business/audit/audit-log.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { onPostgres } from '../testing/databases.ts'
import { newAddress, type Payer, PayoutDesk, REQUEST, txIdOf } from '../testing/payout-desk.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { parseCommand } from './parse-command.ts'
import { runCommand } from './run-command.ts'

const HOUR = 3_600_000

onPostgres('operators of payouts', (newDatabase) => {
  let desk: PayoutDesk
  let payer: Payer
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
    payer = await desk.payer({ balance: 100_000 })
  })

  async function office(...words: string[]) {
    const request = parseCommand(words)
    if (request.kind !== 'run') throw new Error('Not a command')
    const said = { out: '', notes: [] as string[] }
    const exit = await runCommand(
      desk.core,
      { command: request.command, actor: 'ann' },
      {
        input: null,
        out: async (chunk) => void (said.out += String(chunk)),
        note: (text) => said.notes.push(text),
        progress: () => {},
      },
    )
    return { exit, ...said }
  }

  const statusOf = async (id: number) => {
    const payout = await payer.get(`/v1/payout/${id}`)
    return [payout.status, payout.cancellable]
  }

  const lastEntry = async () => {
    let last: object = {}
    for await (const entry of readAuditLog(desk.core.database.read)) last = entry
    return last
  }

  test('PAY-075 PAY-080 a payout that was taken up cannot be cancelled; approved once, it is sent', async () => {
    const { id } = await payer.pay()
    expect(await statusOf(id)).toEqual(['PENDING', true])
    const taken = { id, status: 'PENDING', risks: ['new_address', 'authenticator_changed'] }
    expect((await desk.operator('POST', `/payouts/${id}/take`)).data).toEqual(taken)
    expect((await desk.operator('POST', `/payouts/${id}/take`)).data).toEqual(taken)
    expect(await statusOf(id)).toEqual(['PENDING', false])
    expect((await payer.cancel(id)).code).toBe('validation_error')
    expect((await payer.get(`/v1/payout/${id}`)).endedAt).toBeNull()

    const before = await payer.balance()
    const approve = () => desk.operator('POST', `/payouts/${id}/approve`, { txId: txIdOf(id) })
    expect((await approve()).data).toMatchObject({ id, status: 'SUCCESS' })
    expect(await lastEntry()).toMatchObject({
      command: 'payouts approve',
      details: { id, txId: txIdOf(id) },
    })
    expect(await payer.get(`/v1/payout/${id}`)).toMatchObject({
      status: 'SUCCESS',
      txId: txIdOf(id),
      endedAt: desk.clock.now,
    })
    expect(await payer.balance()).toBe(before)
    for (const again of [
      await approve(),
      await desk.operator('POST', `/payouts/${id}/take`),
      await desk.operator('POST', `/payouts/${id}/reject`, { reason: 'late' }),
      await payer.cancel(id),
    ]) {
      expect(again.code).toBe('validation_error')
    }
  })

  test('C11.26 a payout that nobody has taken up is not approved, and its owner can still cancel it', async () => {
    const { id } = await payer.pay()
    const { code, error } = await desk.operator('POST', `/payouts/${id}/approve`, {
      txId: txIdOf(id),
    })
    expect([code, error.errors]).toEqual(['validation_error', ['it was not taken up']])
    expect(await office('payouts', 'approve', String(id), '--tx', txIdOf(id))).toEqual({
      exit: 1,
      out: '',
      notes: ['it was not taken up'],
    })
    expect(await statusOf(id)).toEqual(['PENDING', true])
    expect((await payer.get(`/v1/payout/${id}`)).takenAt).toBeNull()
    expect((await payer.cancel(id)).code).toBeUndefined()
  })

  test('what does not look like a transaction of the route approves nothing', async () => {
    const { id } = await payer.pay()
    await desk.operator('POST', `/payouts/${id}/take`)
    const digits = txIdOf(id).slice(2)
    for (const txId of ['yes', digits.slice(1), `${digits}0`, `0x${digits}g`, `tx:${digits}`]) {
      const { code, error } = await desk.operator('POST', `/payouts/${id}/approve`, { txId })
      expect([code, error.fieldName]).toEqual(['validation_error', 'txId'])
    }
    const wrong = await office('payouts', 'approve', String(id), '--tx', 'yes')
    expect(wrong.exit).toBe(1)
    expect(wrong.notes[0]).toMatch(/^txId does not look like a transaction of its route/)
    expect(await statusOf(id)).toEqual(['PENDING', false])
    expect((await desk.approve(id, digits.toUpperCase())).data.status).toBe('SUCCESS')
  })

  test('a transaction approves once, however its id is written', async () => {
    const [first, second] = [await payer.pay(), await payer.pay()]
    const digits = `ab${txIdOf(first.id).slice(4)}`
    await desk.approve(first.id, `0x${digits}`)
    for (const txId of [`0x${digits}`, digits, `0x${digits.toUpperCase()}`]) {
      const { code, error } = await desk.approve(second.id, txId)
      expect([code, error.fieldName, error.errors]).toEqual([
        'validation_error',
        'txId',
        ['a payout approved earlier has this transaction'],
      ])
    }
    expect(await statusOf(second.id)).toEqual(['PENDING', false])
    expect((await desk.approve(second.id)).code).toBeUndefined()
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('C11.27 a payout of a partner who was blocked is marked and not taken up until the block ends', async () => {
    const { id } = await payer.pay()
    const block = (blocked: boolean) =>
      desk.operator('PUT', `/users/${payer.id}/block`, { blocked })
    await block(true)
    const list = await office('payouts', 'list', '--status', 'PENDING')
    expect(list.out).toMatch(new RegExp(`^${id}\\t.*, user_blocked$`, 'm'))
    const { code, error } = await desk.operator('POST', `/payouts/${id}/take`)
    expect([code, error.errors]).toEqual(['validation_error', ['its partner is blocked']])
    expect(await office('payouts', 'take', String(id))).toEqual({
      exit: 1,
      out: '',
      notes: ['its partner is blocked'],
    })
    await block(false)
    expect((await desk.operator('POST', `/payouts/${id}/take`)).data.risks).not.toContain(
      'user_blocked',
    )
    // What was taken up before a block is marked, and can be approved: it may have been sent.
    await block(true)
    expect((await desk.operator('POST', `/payouts/${id}/take`)).data.risks).toContain(
      'user_blocked',
    )
    expect((await desk.approve(id)).data.status).toBe('SUCCESS')
    expect((await office('payouts', 'list', '--status', 'SUCCESS')).out).not.toContain(
      'user_blocked',
    )
    await block(false)
  })

  test.each([false, true])(
    'PAY-076 a rejected payout gives its amount back (taken up before: %s)',
    async (isTaken) => {
      const before = await payer.balance()
      const { id } = await payer.pay()
      expect(await payer.balance()).not.toBe(before)
      if (isTaken) await desk.operator('POST', `/payouts/${id}/take`)
      const { data } = await desk.operator('POST', `/payouts/${id}/reject`, { reason: 'no wallet' })
      expect(data).toMatchObject({ id, status: 'REJECTED' })
      expect(await payer.balance()).toBe(before)
      expect(await payer.get(`/v1/payout/${id}`)).toMatchObject({
        status: 'REJECTED',
        reason: 'no wallet',
        txId: null,
      })
      expect((await verifyAll(desk.core)).differences).toEqual([])
    },
  )

  test('unknown payouts and bad input are refused, and nothing changes', async () => {
    const { id } = await payer.pay()
    for (const call of ['take', 'approve', 'reject']) {
      const body = call === 'take' ? undefined : { txId: '0x1', reason: 'why' }
      expect((await desk.operator('POST', `/payouts/999999/${call}`, body)).code).toBe('not_found')
    }
    for (const txId of ['', ' ', 'two words', 5, null, 'x'.repeat(257)]) {
      expect((await desk.operator('POST', `/payouts/${id}/approve`, { txId })).code).toBe(
        'validation_error',
      )
    }
    for (const reason of ['', '  ', null]) {
      expect((await desk.operator('POST', `/payouts/${id}/reject`, { reason })).code).toBe(
        'validation_error',
      )
    }
    expect(await statusOf(id)).toEqual(['PENDING', true])
    await payer.cancel(id)
  })

  test('D-143 a new address is held as long as the operators decide', async () => {
    const { id } = await payer.pay({ address: newAddress() })
    await changeSettings(desk.core, { payoutNewAddressHoldHours: '24' })
    const take = () => desk.operator('POST', `/payouts/${id}/take`)
    desk.clock.now += 24 * HOUR - 1
    expect((await take()).error.errors[0]).toMatch(/^its new address is held until 20/)
    desk.clock.now += 1
    expect((await take()).code).toBeUndefined()
    await desk.approve(id)
    const known = await payer.pay()
    const { data } = await desk.operator('POST', `/payouts/${known.id}/take`)
    expect(data.risks).not.toContain('new_address')
    await changeSettings(desk.core, { payoutNewAddressHoldHours: null })
    await desk.approve(known.id)
  })

  test('the list begins with what waits, oldest first, and goes on with what ended', async () => {
    const [sent, first, second] = [await payer.pay(), await payer.pay(), await payer.pay()]
    await desk.operator('POST', `/payouts/${sent.id}/take`)
    await desk.approve(sent.id)
    const { out } = await office('payouts', 'list')
    const rows = out.trimEnd().split('\n').slice(1)
    const listed = rows.map((row) => {
      const cells = row.split('\t')
      return { id: Number(cells[0]), isWaiting: cells[9] === 'PENDING' }
    })
    const idsOf = (isWaiting: boolean) =>
      listed.filter((row) => row.isWaiting === isWaiting).map(({ id }) => id)
    const [waiting, ended] = [idsOf(true), idsOf(false)]
    expect(listed.map(({ id }) => id)).toEqual([...waiting, ...ended])
    for (const ids of [waiting, ended]) expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(waiting).toEqual(expect.arrayContaining([first.id, second.id]))
    expect(ended).toContain(sent.id)
    for (const { id } of [first, second]) await payer.cancel(id)
  })

  test('the command line lists, takes, approves, rejects and exports', async () => {
    const { id, address } = await payer.pay({ amount: '250.5' })
    const created = new Date(desk.clock.now).toISOString()
    const list = await office('payouts', 'list', '--status', 'PENDING')
    expect(list.out.split('\n')[0]).toMatch(/^id\tpartner\tcreated\tfrom\tto\taddress\tamount/)
    expect(list.out).toContain(
      `${id}\t${payer.id}\t${created}\t${REQUEST.from}\t${REQUEST.to}\t${address}\t250.50000000\t5.01000000\t245.49000000\tPENDING\t\t\t`,
    )
    expect(await office('payouts', 'take', String(id))).toMatchObject({ exit: 0 })
    expect(await office('payouts', 'approve', String(id), '--tx', txIdOf(id))).toMatchObject({
      exit: 0,
      out: `payout ${id} was sent\n`,
    })
    expect(await office('payouts', 'reject', String(id), '--reason', 'late')).toEqual({
      exit: 1,
      out: '',
      notes: ['it is not pending'],
    })
    expect(await office('payouts', 'take', '77777')).toMatchObject({
      exit: 1,
      notes: ['there is no payout 77777'],
    })
    const { out } = await office('export', 'payouts')
    expect(out.split('\n')[0]).toBe(
      'id,partnerId,createdAt,from,to,address,amount,fee,receive,status,txId',
    )
    expect(out).toContain(
      `${id},${payer.id},${desk.clock.now},${REQUEST.from},${REQUEST.to},${address},250.50000000,5.01000000,245.49000000,SUCCESS,${txIdOf(id)}\n`,
    )
    const month = created.slice(0, 7)
    expect((await office('export', 'payouts', '--period', month)).out).toContain(`\n${id},`)
    expect((await office('export', 'payouts', '--period', '2025-01')).out.split('\n')).toHaveLength(
      2,
    )
  })

  test('D-142 a lock is set and lifted by port and by command', async () => {
    const url = `/users/${payer.id}/payout-lock`
    expect((await desk.operator('PUT', url, { locked: true })).data).toEqual({
      id: payer.id,
      locked: true,
    })
    expect((await payer.init()).code).toBe('payout_is_disabled')
    expect((await payer.get('/v1/payout/standing')).isLocked).toBe(true)
    expect(await office('payouts', 'unlock', String(payer.id))).toMatchObject({ exit: 0 })
    expect((await payer.init()).code).toBeUndefined()
    expect((await desk.operator('PUT', '/users/4711/payout-lock', { locked: false })).code).toBe(
      'not_found',
    )
  })

  test('routes and limits are set together or not at all', async () => {
    const limits = {
      minAmount: 20,
      requestLimit: '1000.5',
      fee: '1.5',
      minFee: '0.5',
      badge: 'Fast',
    }
    const route = { payoutFrom: REQUEST.from, payoutTo: REQUEST.to, enabled: true, limits }
    const set = (...routes: object[]) => desk.operator('PUT', '/payout-settings', routes)
    const others = () =>
      desk.core.database.read
        .selectFrom('payoutRoutes')
        .selectAll()
        .where('payoutTo', '<>', REQUEST.to)
        .orderBy('payoutFrom')
        .orderBy('payoutTo')
        .execute()
    const before = await others()
    expect((await set(route)).data).toEqual({ routes: 1 })
    expect(await others()).toEqual(before)
    expect(await payer.get('/v1/payout/limits?from=UCHAIN_UCN_BONUS')).toMatchObject([
      {
        minAmount: '20.00000000',
        requestLimit: '1000.50000000',
        dailyLimit: null,
        fee: '1.5',
        minFee: '0.50000000',
        maxFee: null,
        verificationRequired: true,
      },
    ])
    for (const [change, field] of [
      [{ minAmount: '0' }, 'limits.minAmount'],
      [{ minAmount: '1e5' }, 'limits.minAmount'],
      [{ requestLimit: '-1' }, 'limits.requestLimit'],
      [{ dailyLimitPercent: '100.00000001' }, 'limits.dailyLimitPercent'],
      [{ dailyLimitPercent: '-1' }, 'limits.dailyLimitPercent'],
      [{ fee: '-1' }, 'limits.fee'],
      [{ fee: '101' }, 'limits.fee'],
      [{ fee: '100' }, 'limits.fee'],
      [{ minFee: '20' }, 'limits.fee'],
      [{ maxFee: '0.4' }, 'limits.maxFee'],
      [{ addressPattern: '[a' }, 'limits.addressPattern'],
      [{ txPattern: '^[a$' }, 'limits.txPattern'],
      [{ txPattern: '[0-9]+' }, 'limits.txPattern'],
    ] as const) {
      const wrong = { ...route, limits: { ...limits, ...change } }
      const { code, error } = await set({ ...route, enabled: false }, wrong)
      expect([code, error.fieldName]).toEqual(['validation_error', `[1].${field}`])
    }
    const whole = {
      ...route,
      limits: { ...limits, dailyLimitPercent: '100', txPattern: '^[1-9]{5}$' },
    }
    expect((await set(whole)).data).toEqual({ routes: 1 })
    const { id } = await payer.pay()
    expect((await desk.approve(id, txIdOf(id))).error.fieldName).toBe('txId')
    expect((await desk.approve(id, '12345')).code).toBeUndefined()
    expect((await set({ ...route, payoutTo: 'ELSEWHERE' })).code).toBe('validation_error')
    expect((await payer.init()).code).toBeUndefined()
  })

  test('API-014 a wallet is assigned, approved and answered', async () => {
    const wallet = { walletType: 'MAIN', address: newAddress(), moderatorApproved: false }
    const url = `/wallets/${payer.id}`
    await desk.operator('PUT', url, wallet)
    desk.clock.now += 1
    await desk.operator('PUT', url, { ...wallet, moderatorApproved: true })
    expect(await payer.get('/v1/wallet/active')).toEqual([
      { ...wallet, moderatorApproved: true, assignedAt: desk.clock.now },
    ])
    // Each kind is stored alone: an older page of one overwrites no other.
    await desk.operator('PUT', url, { ...wallet, walletType: 'FARM' })
    await desk.operator('PUT', url, { ...wallet, moderatorApproved: true })
    const stored = await desk.core.database.read
      .selectFrom('wallets')
      .select(['walletType', 'moderatorApproved'])
      .where('partnerId', '=', payer.id)
      .execute()
    expect(new Map(stored.map((one) => [one.walletType, one.moderatorApproved]))).toEqual(
      new Map([
        ['MAIN', true],
        ['FARM', false],
      ]),
    )
    expect((await desk.operator('PUT', url, { ...wallet, address: 'no address' })).code).toBe(
      'invalid_wallet_address',
    )
    expect((await desk.operator('PUT', '/wallets/4711', wallet)).code).toBe('not_found')
  })
})
