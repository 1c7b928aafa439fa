import { DAY_MS } from '@partner-office/domain'
import { sql, type Updateable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Schema } from '../../db/schema.ts'
import { onPostgres } from '../../testing/databases.ts'
import { type Payer, PayoutDesk, REQUEST } from '../../testing/payout-desk.ts'
import { changeSettings } from '../settings/change-settings.ts'

const MINUTE = 60_000
const { address: ADDRESS } = REQUEST

onPostgres('payouts', (newDatabase) => {
  let desk: PayoutDesk
  /** For requests that no rule refuses for lack of money. */
  let rich: Payer
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
    rich = await desk.payer({ balance: 1_000_000 })
  })

  /** Changes terms of the UCN route while a test runs. */
  async function withTerms<T>(
    terms: Partial<Updateable<Schema['payoutRoutes']>>,
    work: () => Promise<T>,
  ): Promise<T> {
    const { read } = desk.core.database
    const route = read.selectFrom('payoutRoutes').selectAll().where('payoutFrom', '=', REQUEST.from)
    const change = (to: Partial<Updateable<Schema['payoutRoutes']>>) =>
      read.updateTable('payoutRoutes').set(to).where('payoutFrom', '=', REQUEST.from).execute()
    const before = await route.executeTakeFirstOrThrow()
    await change(terms)
    return work().finally(() => change(before))
  }

  describe('reading', () => {
    test('PAY-010 PAY-012 API-035 the settings name the two routes and whether they are enabled', async () => {
      const payer = await desk.payer()
      const url = '/v1/payout/settings?from=UCHAIN_UCN_BONUS,UCHAIN_UPT_BONUS'
      const both = [
        { payoutFrom: 'UCHAIN_UCN_BONUS', payoutTo: 'UCN_XRC10_WHITE', enabled: true },
        { payoutFrom: 'UCHAIN_UPT_BONUS', payoutTo: 'UPT_XRC10_WHITE', enabled: true },
      ]
      expect(await payer.get(url)).toEqual(both)
      expect(await payer.get('/v1/payout/settings')).toEqual(both)
      expect(await payer.get('/v1/payout/settings?from=CASH,%20UCHAIN_UPT_BONUS')).toEqual([
        both[1],
      ])
      expect(await payer.get('/v1/payout/settings?from=')).toEqual([])
      await withTerms({ enabled: false, badge: 'Soon' }, async () => {
        expect(await payer.get(url)).toMatchObject([
          { enabled: false, badge: 'Soon' },
          { enabled: true },
        ])
      })
    })

    test('PAY-011 a disabled or unknown route is refused', async () => {
      const payer = await desk.payer()
      await withTerms({ enabled: false }, async () => {
        expect((await payer.init()).code).toBe('payout_is_disabled')
      })
      for (const change of [{ from: 'CASH' }, { to: 'UPT_XRC10_WHITE' }, { to: '' }, { from: 5 }]) {
        expect((await payer.init(change)).code).toBe('payout_is_disabled')
      }
    })

    test('PAY-015 PAY-071 PAY-072 API-035 the limits hold every bound, and null for none', async () => {
      const payer = await desk.payer()
      const url = '/v1/payout/limits?from=UCHAIN_UCN_BONUS'
      expect(await payer.get(url)).toEqual([
        {
          from: 'UCHAIN_UCN_BONUS',
          to: 'UCN_XRC10_WHITE',
          minAmount: '10.00000000',
          requestLimit: '5000.00000000',
          dailyLimit: '10000.00000000',
          dailyLimitPercent: null,
          availableAmount: '10000.00000000',
          fee: '2',
          minFee: '1.00000000',
          maxFee: '50.00000000',
          verificationRequired: true,
        },
      ])
      const open = { requestLimit: null, dailyLimit: null, minFee: null, maxFee: '0' }
      await withTerms({ ...open, verificationRequired: false }, async () => {
        expect(await payer.get(url)).toMatchObject([
          {
            requestLimit: null,
            dailyLimit: null,
            availableAmount: null,
            minFee: null,
            maxFee: '0.00000000',
            verificationRequired: false,
          },
        ])
      })
      const { body } = await desk.service.as(payer.token, 'GET', `${url}${',A'.repeat(20)}`)
      expect(body.errors).toMatchObject([{ code: 'validation_error', fieldName: 'from' }])
    })

    test('API-045 PAY-036 the exchange answers the rate of ULTIMA that limits are converted by', async () => {
      const payer = await desk.payer()
      const query = 'from=ULTIMA&to=EUR&type=SPS_PAYOUT_LIMIT'
      expect(await payer.get(`/v1/exchange/rate?${query}`)).toEqual({ rate: '5000' })
      const wrong = await desk.service.as(
        payer.token,
        'GET',
        '/v1/exchange/rate?from=ULTIMA&to=EUR&type=OTHER',
      )
      expect(wrong.body.errors[0]).toMatchObject({ code: 'validation_error', fieldName: 'type' })
    })

    test('API-014 the wallets of a partner are answered, and an empty list without any', async () => {
      expect(await (await desk.payer()).get('/v1/wallet/active')).toEqual([])
    })
  })

  describe('access', () => {
    test.each([
      ['ACC-008 PAY-005', { permissionsPayout: 'FALSE' }],
      ['ACC-009 PAY-006', { permissionsPayoutTwoFa: '' }],
      ['ACC-009', { permissionsPayoutTwoFa: 'SMS' }],
    ])('%s with %j payout calls answer access_denied', async (_row, settings) => {
      const payer = await desk.payer()
      await payer.init()
      await changeSettings(desk.core, settings)
      for (const path of ['settings', 'limits', 'standing']) {
        const { status, body } = await desk.service.as(payer.token, 'GET', `/v1/payout/${path}`)
        expect([status, body.errors[0].code]).toEqual([403, 'access_denied'])
      }
      for (const answer of [await payer.init({ address: 5 }), await payer.confirm(payer.code())]) {
        expect(answer).toMatchObject({ status: 403, code: 'access_denied' })
      }
      await changeSettings(desk.core, { permissionsPayout: null, permissionsPayoutTwoFa: null })
      expect((await payer.confirm(payer.code())).code).toBeUndefined()
    })

    test('a partner whose methods are not allowed is refused', async () => {
      const [without, other] = [await desk.payer({ hasAuthenticator: false }), await desk.payer()]
      expect((await without.init()).code).toBe('2fa_disabled')
      await changeSettings(desk.core, { permissionsPayoutTwoFa: 'TELEGRAM' })
      expect((await other.init()).code).toBe('2fa_disabled')
      await changeSettings(desk.core, { permissionsPayoutTwoFa: null })
    })
  })

  describe('init', () => {
    test('API-033 PAY-037 a good request opens a session of five minutes and three attempts', async () => {
      const payer = await desk.payer()
      const { data, status } = await payer.init()
      expect(status).toBe(200)
      expect(data).toEqual({ expiresAt: desk.clock.now + 5 * MINUTE, attempts: 3 })
      expect(await payer.balance()).toBe('1000.00000000')
      expect(await payer.history()).toEqual([])
    })

    test('ACC-016 C9 a request that breaks every rule is refused in the order of the rules', async () => {
      const payer = await desk.payer({ balance: 0, isVerified: false, hasAuthenticator: false })
      const bad = { address: 'short', amount: '1e5' }
      const expectCode = async (changes: object, code: string, field: string | null = null) => {
        const { error } = await payer.init(changes)
        expect([error.code, error.fieldName]).toEqual([code, field])
      }
      await expectCode({ ...bad, to: 'elsewhere' }, 'payout_is_disabled')
      await expectCode(bad, 'user_not_verified')
      await payer.verify()
      await expectCode(bad, 'validation_error', 'address')
      await expectCode({ amount: '1e5' }, 'validation_error', 'amount')
      await expectCode({ amount: '9.99999999' }, 'minimum_limit', 'amount')
      await expectCode({ amount: '9000' }, 'not_enough_funds', 'amount')
      await payer.credit(100_000)
      await expectCode({ amount: '20000' }, 'request_limit', 'amount')
      await withTerms({ requestLimit: null, dailyLimit: '1999999999' }, async () => {
        await expectCode({ amount: '20' }, 'daily_limit', 'amount')
      })
      await payer.setUpAuthenticator()
      for (let count = 0; count < 3; count += 1) await payer.pay({ amount: '20' })
      await payer.desk.core.database.read
        .deleteFrom('passport.authenticators')
        .where('userId', '=', payer.id)
        .execute()
      await expectCode({}, 'pending_count_limit')
      const [last] = await payer.history()
      await payer.cancel(last!.id)
      await expectCode({}, '2fa_disabled')
    })

    // terms, amount -> code; each bound is met exactly and then missed by the smallest unit
    test.each([
      ['10', undefined],
      ['9.99999999', 'minimum_limit'],
      ['1000', undefined],
      ['1000.00000001', 'not_enough_funds'],
    ])('C9 of a balance of 1,000, the amount %s gives %s', async (amount, code) => {
      expect((await (await desk.payer()).init({ amount })).code).toBe(code)
    })

    test.each([
      [{ requestLimit: '50000000000' }, '500', undefined],
      [{ requestLimit: '50000000000' }, '500.00000001', 'request_limit'],
      [{ dailyLimit: '50000000000' }, '500', undefined],
      [{ dailyLimit: '50000000000' }, '500.00000001', 'daily_limit'],
      [{ dailyLimitPercent: '50' }, '500', undefined],
      [{ dailyLimitPercent: '50' }, '500.00000001', 'daily_limit'],
      [{ dailyLimit: null, dailyLimitPercent: '0.5' }, '10', 'daily_limit'],
      [{ requestLimit: '0' }, '10', 'request_limit'],
      [{ dailyLimit: '0' }, '10', 'daily_limit'],
      [{ requestLimit: null, dailyLimit: null }, '1000', undefined],
    ])('C9 D-093 with %j the amount %s gives %s', async (terms, amount, code) => {
      const payer = await desk.payer()
      await withTerms(terms, async () => expect((await payer.init({ amount })).code).toBe(code))
    })

    test('D-093 the daily limit is that of the day in UTC; rejected payouts do not count', async () => {
      const payer = await desk.payer({ balance: 10_000 })
      const limits = async () =>
        (await payer.get('/v1/payout/limits?from=UCHAIN_UCN_BONUS'))[0].availableAmount
      desk.clock.now += DAY_MS - (desk.clock.now % DAY_MS) + 12 * 60 * MINUTE
      await withTerms({ dailyLimit: '50000000000' }, async () => {
        const { id } = await payer.pay({ amount: '300' })
        expect(await limits()).toBe('200.00000000')
        expect((await payer.init({ amount: '200.00000001' })).code).toBe('daily_limit')
        await payer.pay({ from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE', amount: '300' })
        expect(await limits()).toBe('200.00000000')
        await payer.cancel(id)
        expect(await limits()).toBe('500.00000000')

        const midnight = desk.clock.now - (desk.clock.now % DAY_MS) + DAY_MS
        desk.clock.now = midnight - 1
        await payer.init({ amount: '400' })
        await payer.confirm(payer.code())
        expect(await limits()).toBe('100.00000000')
        desk.clock.now = midnight
        expect(await limits()).toBe('500.00000000')
      })
    })

    test('D-093 a request before midnight that is confirmed after it counts for the new day', async () => {
      const payer = await desk.payer({ balance: 10_000 })
      await withTerms({ dailyLimit: '50000000000' }, async () => {
        const midnight = desk.clock.now - (desk.clock.now % DAY_MS) + DAY_MS
        desk.clock.now = midnight - 1
        await payer.init({ amount: '500' })
        desk.clock.now = midnight
        expect((await payer.confirm(payer.code())).code).toBeUndefined()
        expect((await payer.init({ amount: '10' })).code).toBe('daily_limit')
      })
    })

    test.each([
      ['Pacific/Kiritimati', -14 * 60],
      ['Asia/Kolkata', -5.5 * 60],
      ['Europe/Berlin', -60],
      ['America/St_Johns', 3.5 * 60],
      ['America/Los_Angeles', 8 * 60],
      ['Pacific/Pago_Pago', 11 * 60],
    ])(
      'D-093 on a server in %s the daily limit begins at midnight in UTC',
      async (zone, offset) => {
        const payer = await desk.payer({ balance: 10_000 })
        const available = async () =>
          (await payer.get('/v1/payout/limits?from=UCHAIN_UCN_BONUS'))[0].availableAmount
        const midnight = desk.clock.now - (desk.clock.now % DAY_MS) + 2 * DAY_MS
        const before = process.env['TZ']
        process.env['TZ'] = zone
        try {
          expect(new Date(Date.UTC(2026, 11, 1)).getTimezoneOffset()).toBe(offset)
          await withTerms({ dailyLimit: '50000000000' }, async () => {
            desk.clock.now = midnight - 10 * MINUTE
            await payer.pay({ amount: '300' })
            desk.clock.now = midnight - 1
            expect(await available()).toBe('200.00000000')
            desk.clock.now = midnight
            expect(await available()).toBe('500.00000000')
          })
        } finally {
          if (before === undefined) delete process.env['TZ']
          else process.env['TZ'] = before
        }
      },
    )

    test.each([
      ['nothing', ''],
      ['too few letters', 'a'.repeat(25)],
      ['too many letters', 'a'.repeat(65)],
      ['a look-alike letter', ADDRESS.replace('a', '\u0430')],
      ['a zero-width space', `${ADDRESS.slice(0, 20)}\u200b${ADDRESS.slice(20)}`],
      ['a zero-width no-break space before it', `\ufeff${ADDRESS}`],
      ['a space inside', `${ADDRESS.slice(0, 20)} ${ADDRESS.slice(20)}`],
      ['a line break after it', `${ADDRESS}\n`],
      ['a no-break space after it', `${ADDRESS}\u00a0`],
      ['full-width letters', ADDRESS.replace('u', '\uff55')],
      ['a text direction mark', `\u202e${ADDRESS}`],
      ['a letter with an accent', ADDRESS.replace('a', '\u00e1')],
      ['a number', 12_345],
      ['null', null],
      ['a list', [ADDRESS]],
      ['a very long text', 'a'.repeat(5_000)],
    ])('PAY-064 ERR-016 an address with %s is refused', async (_title, address) => {
      expect((await rich.init({ address })).error).toEqual({
        code: 'validation_error',
        fieldName: 'address',
        errors: ['invalid_format'],
      })
    })

    test.each(['a'.repeat(26), 'Z9'.repeat(32)])('the address %s is accepted', async (address) => {
      expect((await rich.init({ address })).code).toBeUndefined()
    })

    test('PAY-029 spaces around an address are left out', async () => {
      const { address } = await rich.pay({ address: `  ${ADDRESS} ` })
      expect(address).toBe(ADDRESS)
    })

    test.each([
      '1e5',
      'NaN',
      '-0',
      '-100',
      '0',
      '+100',
      '0x64',
      '100,5',
      '1.000,50',
      ' 100',
      '100 ',
      '\u0661\u0660\u0660',
      '\u2212100',
      '100.123456789',
      '9'.repeat(30),
      '',
      null,
      true,
      [100],
      {},
    ])('PAY-059 ERR-015 the amount %j is refused', async (amount) => {
      expect((await rich.init({ amount })).error).toEqual({
        code: 'validation_error',
        fieldName: 'amount',
        errors: ['invalid_format'],
      })
    })

    test('an amount may come as text or as a JSON number, and never passes through a double', async () => {
      for (const [sent, units] of [
        ['100.10', '10010000000'],
        ['"100.00000001"', '10000000001'],
        ['100.00000001', '10000000001'],
      ]) {
        const { amount: _amount, ...rest } = REQUEST
        await desk.service.call('POST', '/v1/payout/init', {
          headers: {
            authorization: `Bearer ${rich.token}`,
            'content-type': 'application/json',
          },
          payload: JSON.stringify(rest).replace('}', `,"amount":${sent}}`),
        })
        const { rows } = await sql<{ amount: string }>`
          select s.value ->> 'amount' as amount from payout_guards g, jsonb_each(g.sessions) s
          where g.partner_id = ${rich.id} and s.key like ${`${REQUEST.from} %`}`.execute(
          desk.core.database.read,
        )
        expect(rows).toEqual([{ amount: units }])
      }
    })

    test('D-106 ten requests a minute are allowed, refused ones included', async () => {
      const payer = await desk.payer()
      await changeSettings(desk.core, { 'rateLimit.payoutInit': null })
      for (let call = 0; call < 10; call += 1) {
        expect((await payer.init({ amount: '' })).code).toBe('validation_error')
      }
      expect(await payer.init()).toMatchObject({ status: 429, code: 'too_many_requests' })
      desk.clock.now += MINUTE - 1
      expect((await payer.init()).status).toBe(429)
      desk.clock.now += 1
      expect((await payer.init()).code).toBeUndefined()
      await changeSettings(desk.core, { 'rateLimit.payoutInit': '0' })
    })
  })
})
