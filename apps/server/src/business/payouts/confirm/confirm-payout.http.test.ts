import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { onPostgres } from '../../../testing/databases.ts'
import {
  codeFor,
  newAddress,
  type Payer,
  PayoutDesk,
  REQUEST,
} from '../../../testing/payout-desk.ts'
import { verifyAll } from '../../../verify/verify-all.ts'
import { blockPartner } from '../../partners/block-partner.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const UPT = { from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' }

onPostgres('confirming payouts', (newDatabase) => {
  let desk: PayoutDesk
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
  })

  /** Uses up wrong codes; each session allows three. */
  async function guessWrong(payer: Payer, times: number): Promise<string[]> {
    const codes: string[] = []
    for (let guess = 0; guess < times; guess += 1) {
      if (guess % 3 === 0) await payer.init()
      codes.push((await payer.confirm(payer.wrongCode())).code!)
    }
    return codes
  }

  test('API-034 PAY-053 PAY-074 PAY-082 ENT-014 a right code debits the amount and shows what it pays', async () => {
    const payer = await desk.payer()
    await payer.init({ amount: '100.5' })
    const { data } = await payer.confirm(payer.code())
    const { id } = data
    const paid = { id, status: 'PENDING', amount: '100.50000000', address: REQUEST.address }
    expect(data).toEqual({ ...paid, fee: '2.01000000', receive: '98.49000000' })
    expect(await payer.balance()).toBe('899.50000000')
    const row = {
      ...paid,
      createdAt: desk.clock.now,
      txId: null,
      from: REQUEST.from,
      to: REQUEST.to,
      cancellable: true,
      cancelled: false,
    }
    expect(await payer.history()).toEqual([row])
    expect(await payer.get(`/v1/payout/${id}`)).toEqual({
      ...row,
      fee: '2.01000000',
      receive: '98.49000000',
      requestedAt: desk.clock.now,
      takenAt: null,
      endedAt: null,
      reason: null,
    })
    expect((await payer.confirm(payer.code(1))).code).toBe('confirmation_code_error')
  })

  test('PAY-077 PAY-044 PAY-045 three wrong codes end a session, and the right one comes too late', async () => {
    const payer = await desk.payer()
    await payer.init()
    const { error } = await payer.confirm(payer.wrongCode())
    expect(error).toEqual({
      code: 'invalid_confirmation_code',
      fieldName: null,
      errors: ['2'],
    })
    expect((await payer.confirm('12345')).error.errors).toEqual(['1'])
    expect((await payer.confirm(payer.wrongCode())).code).toBe('confirmation_code_error')
    expect((await payer.confirm(payer.code())).code).toBe('confirmation_code_error')
    expect(await payer.history()).toEqual([])
    expect(await payer.balance()).toBe('1000.00000000')
  })

  test.each([
    [5 * MINUTE - 1, undefined],
    [5 * MINUTE, 'confirmation_code_error'],
  ])('PAY-077 after %i ms a right code gives %s', async (later, code) => {
    const payer = await desk.payer()
    await payer.init()
    desk.clock.now += later
    expect((await payer.confirm(payer.code())).code).toBe(code)
  })

  test.each([
    '',
    '12345',
    '1234567',
    'abcdef',
    ' 12345',
    '\u0661\u0662\u0663\u0664\u0665\u0666',
    null,
    123_456,
  ])('the code %j is wrong', async (code) => {
    const payer = await desk.payer()
    await payer.init()
    const answer = await desk.post(payer.token, '/v1/payout/confirm', { code, from: REQUEST.from })
    expect(answer.code).toBe('invalid_confirmation_code')
  })

  test('without an open session of the source there is nothing to confirm', async () => {
    const payer = await desk.payer()
    expect((await payer.confirm(payer.code())).code).toBe('confirmation_code_error')
    await payer.init()
    for (const from of [UPT.from, 'CASH', '']) {
      expect((await payer.confirm(payer.code(), from)).code).toBe('confirmation_code_error')
    }
    expect((await payer.confirm(payer.code())).code).toBeUndefined()
  })

  describe('a request belongs to the session that opened it', () => {
    const THIEF = { address: newAddress(), amount: '500' }

    test('D-142 what another session asks for later neither replaces it nor is confirmed in its place', async () => {
      const owner = await desk.payer()
      const thief = await owner.inNewSession()
      await owner.init()
      expect((await thief.init(THIEF)).code).toBeUndefined()
      const { data } = await owner.confirm(owner.code())
      expect(data).toMatchObject({ amount: '100.00000000', address: REQUEST.address })
      desk.nextCode()
      expect((await owner.confirm(owner.code())).code).toBe('confirmation_code_error')
      expect(await owner.history()).toHaveLength(1)
      expect(await owner.balance()).toBe('900.00000000')
    })

    test('D-142 without a request of its own, a session confirms nothing, and its code stays unused', async () => {
      const owner = await desk.payer()
      const thief = await owner.inNewSession()
      await thief.init(THIEF)
      expect((await owner.confirm(owner.code())).code).toBe('confirmation_code_error')
      expect(await owner.history()).toEqual([])
      await owner.init()
      expect((await owner.confirm(owner.code())).data).toMatchObject({ address: REQUEST.address })
    })

    test('D-090 each session has one request of a source; both can be confirmed, each as it was asked for', async () => {
      const phone = await desk.payer()
      const desktop = await phone.inNewSession()
      await phone.init({ amount: '10' })
      await desktop.init({ amount: '20' })
      await phone.init({ amount: '30' })
      desk.nextCode()
      expect((await desktop.confirm(phone.code())).data).toMatchObject({ amount: '20.00000000' })
      desk.nextCode()
      expect((await phone.confirm(phone.code())).data).toMatchObject({ amount: '30.00000000' })
      expect((await phone.history()).map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
    })

    test('PAY-073 two requests with money for one: the confirmation decides, and refuses the second', async () => {
      const phone = await desk.payer({ balance: 150 })
      const desktop = await phone.inNewSession()
      await phone.init()
      await desktop.init()
      expect((await phone.confirm(phone.code())).code).toBeUndefined()
      desk.nextCode()
      expect((await desktop.confirm(phone.code())).code).toBe('not_enough_funds')
      expect(await phone.balance()).toBe('50.00000000')
    })

    test('PAY-077 PAY-081 wrong codes of another session cost it its attempts, and the account its budget', async () => {
      const owner = await desk.payer()
      const thief = await owner.inNewSession()
      await owner.init()
      await thief.init(THIEF)
      for (let wrong = 0; wrong < 3; wrong += 1) await thief.confirm(thief.wrongCode())
      expect((await thief.confirm(thief.code())).code).toBe('confirmation_code_error')
      const { error } = await owner.confirm(owner.wrongCode())
      expect(error).toMatchObject({ code: 'invalid_confirmation_code', errors: ['2'] })
      const { rows } = await sql<{ wrong: number }>`
        select cardinality(wrong_at) as wrong from payout_guards where partner_id = ${owner.id}`.execute(
        desk.core.database.read,
      )
      expect(rows).toEqual([{ wrong: 4 }])
      expect((await owner.confirm(owner.code())).code).toBeUndefined()
    })

    test('a request that was moved to another session in the database is not paid', async () => {
      const owner = await desk.payer()
      const thief = await owner.inNewSession()
      await thief.init(THIEF)
      const sessionsOf = async () => {
        const { rows } = await sql<{ key: string }>`
          select s.key from payout_guards g, jsonb_each(g.sessions) s where g.partner_id = ${owner.id}`.execute(
          desk.core.database.read,
        )
        return rows.map(({ key }) => key)
      }
      const [ofThief] = await sessionsOf()
      await owner.init()
      const ofOwner = (await sessionsOf()).find((key) => key !== ofThief)!
      await sql`update payout_guards set sessions = jsonb_build_object(${ofOwner}::text, sessions -> ${ofThief})
        where partner_id = ${owner.id}`.execute(desk.core.database.read)
      expect((await owner.confirm(owner.code())).code).toBe('confirmation_code_error')
      expect(await owner.history()).toEqual([])
      // A new request takes its place, so that nothing forged is left.
      await owner.init()
    })

    test('expired requests of all sessions are forgotten with the next request', async () => {
      const owner = await desk.payer()
      await (await owner.inNewSession()).init()
      desk.clock.now += 5 * MINUTE
      await owner.init()
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from payout_guards g, jsonb_each(g.sessions) where g.partner_id = ${owner.id}`.execute(
        desk.core.database.read,
      )
      expect(rows).toEqual([{ open: 1 }])
    })
  })

  describe('codes', () => {
    test('PAY-078 D-091 a code counts once, also for another source, and costs no attempt', async () => {
      const payer = await desk.payer()
      await payer.init()
      await payer.init(UPT)
      const code = payer.code()
      expect((await payer.confirm(code)).code).toBeUndefined()
      for (let again = 0; again < 5; again += 1) {
        expect((await payer.confirm(code, UPT.from)).code).toBe('otp_already_used')
      }
      expect((await payer.confirm(payer.code(-1), UPT.from)).code).toBe('otp_already_used')
      expect((await payer.confirm(payer.code(1), UPT.from)).code).toBeUndefined()
      expect(await payer.history()).toHaveLength(2)
    })

    test.each([
      [-2, 'invalid_confirmation_code'],
      [-1, undefined],
      [0, undefined],
      [1, undefined],
      [2, 'invalid_confirmation_code'],
    ])('the code of the time step %i gives %s', async (steps, expected) => {
      const payer = await desk.payer()
      desk.nextCode()
      await payer.init()
      expect((await payer.confirm(payer.code(steps))).code).toBe(expected)
    })

    test('a code counts once across sign-in, payout and settings, whichever is first', async () => {
      const payer = await desk.payer({ hasAuthenticator: false })
      const setUp = await payer.askPassport('POST', '/v1/two-fa/google')
      const { secret } = setUp.data
      const newCode = () => {
        desk.nextCode()
        return codeFor(secret, desk.clock.now)
      }
      const signIn = async (code: string) => (await payer.signIn(code)).errors
      const remove = async (code: string) =>
        (await payer.askPassport('DELETE', '/v1/two-fa/google', { code })).errors
      const payOut = async (code: string) => {
        await payer.init()
        return (await payer.confirm(code)).code
      }
      const refused = { code: 'incorrect_otp' }

      const ofSettings = newCode()
      const setUpDone = await payer.askPassport('POST', '/v1/two-fa/google/confirm', {
        code: ofSettings,
      })
      expect(setUpDone.state).toBe('success')
      expect(await signIn(ofSettings)).toEqual(refused)
      expect(await payOut(ofSettings)).toBe('otp_already_used')
      expect(await remove(ofSettings)).toEqual(refused)

      const ofSignIn = newCode()
      expect(await signIn(ofSignIn)).toEqual([])
      expect(await payOut(ofSignIn)).toBe('otp_already_used')
      expect(await remove(ofSignIn)).toEqual(refused)
      expect(await signIn(ofSignIn)).toEqual(refused)

      const ofPayout = newCode()
      expect(await payOut(ofPayout)).toBeUndefined()
      expect(await signIn(ofPayout)).toEqual(refused)
      expect(await remove(ofPayout)).toEqual(refused)
      expect(await remove(newCode())).toEqual([])
      const other = await payer.askPassport('POST', '/v1/two-fa/google')
      const code = codeFor(other.data.secret, desk.clock.now)
      expect(
        (await payer.askPassport('POST', '/v1/two-fa/google/confirm', { code })).errors,
      ).toEqual(refused)
    })

    test('a code that was used to remove the authenticator confirms nothing', async () => {
      const payer = await desk.payer()
      await payer.init()
      const code = payer.code()
      const answer = await payer.askPassport('DELETE', '/v1/two-fa/google', { code })
      expect(answer.state).toBe('success')
      expect((await payer.confirm(code)).code).toBe('2fa_disabled')
    })

    test('B7 an authenticator that was set up after the request confirms nothing', async () => {
      const payer = await desk.payer()
      await payer.init()
      desk.nextCode()
      await payer.setUpAuthenticator()
      expect((await payer.confirm(payer.code())).code).toBe('confirmation_code_error')
      await payer.init()
      expect((await payer.confirm(payer.code())).code).toBeUndefined()
    })
  })

  describe('the budget of wrong codes', () => {
    test('PAY-081 ten wrong codes an hour are allowed over all sessions and sources', async () => {
      const payer = await desk.payer()
      const codes = await guessWrong(payer, 9)
      expect(codes.filter((code) => code === 'confirmation_code_error')).toHaveLength(3)
      await payer.init()
      await payer.init(UPT)
      expect((await payer.confirm(payer.wrongCode())).code).toBe('confirmation_code_error')
      expect((await payer.confirm(payer.code())).code).toBe('confirmation_code_error')
      expect((await payer.confirm(payer.code(), UPT.from)).code).toBe('confirmation_code_error')
      expect((await payer.init()).code).toBe('payout_is_disabled')
      expect(await payer.get('/v1/payout/standing')).toMatchObject({
        isLocked: false,
        waitsUntil: desk.clock.now + HOUR,
      })

      desk.clock.now += HOUR - 1
      expect((await payer.init()).code).toBe('payout_is_disabled')
      desk.clock.now += 1
      await payer.init()
      expect((await payer.confirm(payer.code())).code).toBeUndefined()
    })

    test('D-142 a clock that is set back gives no more codes', async () => {
      const payer = await desk.payer()
      await guessWrong(payer, 10)
      desk.clock.now -= 2 * HOUR
      expect((await payer.init()).code).toBe('payout_is_disabled')
      desk.clock.now += 2 * HOUR
    })

    test('D-142 the hundredth wrong code in a row locks payouts until operators unlock them', async () => {
      const payer = await desk.payer()
      for (let hour = 0; hour < 10; hour += 1) {
        await guessWrong(payer, 9)
        await payer.init()
        await payer.confirm(payer.wrongCode())
        desk.clock.now += HOUR
      }
      expect(await payer.get('/v1/payout/standing')).toMatchObject({ isLocked: true })
      expect((await payer.init()).code).toBe('payout_is_disabled')
      await desk.operator('PUT', `/users/${payer.id}/payout-lock`, { locked: false })
      await payer.init()
      expect((await payer.confirm(payer.code())).code).toBeUndefined()
    })

    test('D-142 a right code ends the row of wrong ones', async () => {
      const payer = await desk.payer()
      for (let hour = 0; hour < 11; hour += 1) {
        await guessWrong(payer, 9)
        if (hour % 5 === 4) await payer.pay({ amount: '10' })
        desk.clock.now += HOUR
      }
      expect(await payer.get('/v1/payout/standing')).toMatchObject({ isLocked: false, pending: 2 })
    })
  })

  describe('what changed since the request', () => {
    test('D-142 a later request takes the place of an earlier one: the code pays what it shows', async () => {
      const payer = await desk.payer()
      const mine = newAddress()
      await payer.init({ address: newAddress(), amount: '900' })
      await payer.init({ address: mine, amount: '50' })
      const { data } = await payer.confirm(payer.code())
      expect(data).toMatchObject({ address: mine, amount: '50.00000000' })
      expect((await payer.confirm(payer.code(1))).code).toBe('confirmation_code_error')
    })

    test.each([
      ['not_enough_funds', (payer: Payer) => payer.credit(-901)],
      ['user_not_verified', (payer: Payer) => payer.verify('REJECTED')],
      ['user_blocked', (payer: Payer) => blockPartner(desk.core, payer.id, true, 'test')],
    ])('C24 %s: everything is checked again', async (code, change) => {
      const payer = await desk.payer()
      await payer.init()
      await change(payer)
      expect((await payer.confirm(payer.code())).code).toBe(code)
      expect(
        await desk.core.database.read
          .selectFrom('payouts')
          .select('id')
          .where('partnerId', '=', payer.id)
          .execute(),
      ).toEqual([])
    })

    test('C11.15 a fourth payout waits until one has ended', async () => {
      const payer = await desk.payer()
      await payer.init(UPT)
      const first = await payer.pay()
      await payer.pay()
      await payer.init(UPT)
      await payer.pay()
      desk.nextCode()
      expect((await payer.confirm(payer.code(), UPT.from)).code).toBe('pending_count_limit')
      expect((await payer.init()).code).toBe('pending_count_limit')
      await payer.cancel(first.id)
      expect((await payer.confirm(payer.code(), UPT.from)).code).toBeUndefined()
    })
  })

  describe('cancelling', () => {
    test('PAY-079 PAY-076 an own pending payout is rejected and its amount comes back', async () => {
      const payer = await desk.payer()
      const { id } = await payer.pay()
      expect((await payer.cancel(id)).data).toEqual({ id, status: 'REJECTED' })
      expect(await payer.balance()).toBe('1000.00000000')
      expect(await payer.get(`/v1/payout/${id}`)).toMatchObject({
        status: 'REJECTED',
        reason: 'cancelled',
        cancellable: false,
        cancelled: true,
        endedAt: desk.clock.now,
      })
      expect((await payer.cancel(id)).error).toMatchObject({ code: 'validation_error' })
      expect(await payer.balance()).toBe('1000.00000000')
    })

    test('A1 the payout of another partner is refused like a payout that does not exist', async () => {
      const [payer, other] = [await desk.payer(), await desk.payer()]
      const { id } = await payer.pay()
      const asked = async (path: number) => [
        await other.cancel(path),
        (await desk.service.as(other.token, 'GET', `/v1/payout/${path}`)).body,
      ]
      expect(await asked(id)).toEqual(await asked(999_999))
      expect((await payer.get(`/v1/payout/${id}`)).status).toBe('PENDING')
    })
  })

  describe('the history', () => {
    let payer: Payer
    const ids: number[] = []
    beforeAll(async () => {
      payer = await desk.payer({ balance: 10_000 })
      desk.clock.now += 24 * HOUR - (desk.clock.now % (24 * HOUR))
      for (const [amount, route] of [
        ['10', {}],
        ['20', UPT],
        ['30', {}],
      ] as const) {
        ids.push((await payer.pay({ amount, ...route })).id)
        desk.clock.now += 24 * HOUR
      }
      await payer.cancel(ids[0]!)
      await desk.approve(ids[1]!)
    })

    const day = (daysAgo: number) =>
      new Date(desk.clock.now - daysAgo * 24 * HOUR).toISOString().slice(0, 10)
    const listed = async (query: string) =>
      (await payer.history(query)).map(({ id }) => ids.indexOf(id))

    test('API-031 TRX-036 TRX-037 TRX-038 TRX-020 TRX-021 is filtered, sorted and paged', async () => {
      expect(await listed('')).toEqual([2, 1, 0])
      expect(await listed('?sort=createdAt|asc')).toEqual([0, 1, 2])
      expect(await listed('?size=2')).toEqual([2, 1])
      expect(await listed('?size=2&page=1')).toEqual([0])
      expect(await payer.get('/v1/payout/history?size=2&page=1')).toMatchObject({
        number: 1,
        totalPages: 2,
      })
      expect(await listed('?status=PENDING')).toEqual([2])
      expect(await listed('?status=SUCCESS')).toEqual([1])
      expect(await listed('?status=REJECTED')).toEqual([0])
      expect(await listed(`?from=${UPT.from}`)).toEqual([1])
      expect(await listed(`?from=${UPT.from},${REQUEST.from}`)).toEqual([2, 1, 0])
      expect(await listed('?from=CASH')).toEqual([])
      expect(await listed(`?dateFrom=${day(2)}`)).toEqual([2, 1])
      expect(await listed(`?dateTo=${day(2)}`)).toEqual([1, 0])
      expect(await listed(`?dateFrom=${day(2)}&dateTo=${day(2)}`)).toEqual([1])
      for (const wrong of ['sort=amount|asc', 'status=DONE', 'dateFrom=1.2.2026', 'size=101']) {
        const { body } = await desk.service.as(payer.token, 'GET', `/v1/payout/history?${wrong}`)
        expect(body.errors[0]).toMatchObject({
          code: 'validation_error',
          fieldName: wrong.split('=')[0],
        })
      }
    })

    test('is exported as CSV with the same filters', async () => {
      const response = await desk.service.office.inject({
        url: '/v1/payout/history/export?status=SUCCESS',
        headers: { authorization: `Bearer ${payer.token}` },
      })
      expect(response.headers['content-disposition']).toBe('attachment; filename="payouts.csv"')
      expect(response.headers['x-lines']).toBe('2')
      const [head, line, end] = response.body.split('\n')
      expect(head).toBe(
        '\uFEFFid,createdAt,from,to,address,amount,fee,receive,currency,status,txId',
      )
      expect(line).toMatch(
        /^\d+,20\d\d-\d\d-\d\dT[\d:.]+Z,UCHAIN_UPT_BONUS,UPT_XRC10_WHITE,ucn1\w+,20\.00000000,1\.00000000,19\.00000000,UPT,SUCCESS,0x[0-9a-f]{64}$/,
      )
      expect(end).toBe('')
    })
  })

  test('D-143 the standing names addresses, recent changes and what is pending', async () => {
    const payer = await desk.payer()
    const at = desk.clock.now
    const address = newAddress()
    await payer.pay({ address })
    expect(await payer.get('/v1/payout/standing')).toEqual({
      pending: 1,
      maxPending: 3,
      isLocked: false,
      isStopped: false,
      waitsUntil: null,
      addresses: [{ to: REQUEST.to, address }],
      passwordChangedAt: null,
      authenticatorChangedAt: at,
      holdHours: 0,
      held: [],
      waiting: [],
      checkedAt: desk.clock.now,
    })
    desk.clock.now = at + 72 * HOUR
    expect(await payer.get('/v1/payout/standing')).toMatchObject({ authenticatorChangedAt: null })
  })

  test('all of it leaves every currency at zero and every balance the sum of its transfers', async () => {
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
