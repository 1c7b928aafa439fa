// What operators see of payouts, and what they may do with them.
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { hold } from '../testing/adjust.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { newAddress, type Payer, PayoutDesk, REQUEST, txIdOf } from '../testing/payout-desk.ts'
import { verifyAll } from '../verify/verify-all.ts'
import { valueOfDay } from './payouts/limit.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REASON = 'the colleague is ill today'

/** One UCN and one UPT are worth 2 EUR. */
const RATES = (['UCN', 'UPT'] as const).map(
  (to) => ({ from: 'EUR', to, rateType: 'SELL', rate: '0.5' }) as const,
)

onPostgres('payouts of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let payers: PayoutDesk
  let fin: Browser
  let bob: Browser
  let view: Browser
  beforeAll(async () => {
    const database = await newDatabase()
    payers = await PayoutDesk.open(database)
    desk = await OperatorsDesk.open(database, { clock: payers.clock, seal: payers.core.passwords })
    await changeSettings(desk.core, { maxPendingPayouts: '1000', 'rateLimit.user': '0' })
    await setRates(desk.core, RATES)
    fin = await desk.operator('fin@example.com', 'finance')
    bob = await desk.operator('bob@example.com', 'finance')
    view = await desk.operator('view@example.com', 'viewer')
  })
  beforeEach(async () => {
    fin = await desk.signIn(fin)
    bob = await desk.signIn(bob)
    view = await desk.signIn(view)
  })

  /** A new day: what operators took up before does not count. */
  const nextDay = async () => {
    desk.clock.now += DAY
    fin = await desk.signIn(fin)
    bob = await desk.signIn(bob)
    view = await desk.signIn(view)
  }
  const one = async (id: number, by = view) => (await desk.as(by, 'GET', `payouts/${id}`)).data
  const queue = async (query = '') => {
    const { data, body } = await desk.as(view, 'GET', `payouts${query}`)
    if (data === null) throw new Error(`${query}: ${JSON.stringify(body)}`)
    return data.content
  }
  const marksOf = async (id: number): Promise<string[]> =>
    (await one(id)).marks.map(({ name }: { name: string }) => name)
  const take = (by: Browser, id: number, version = 1) =>
    desk.as(by, 'POST', `payouts/${id}/take`, { version })
  const approve = (by: Browser, id: number, version: number, txId = txIdOf(id)) =>
    desk.as(by, 'POST', `payouts/${id}/approve`, { version, txId })
  const reject = (by: Browser, id: number, version: number, more: object = {}) =>
    desk.as(by, 'POST', `payouts/${id}/reject`, { version, reason: 'a wrong address', ...more })
  const pay = async (payer: Payer, changes: Partial<typeof REQUEST> = {}): Promise<number> =>
    (await payer.pay(changes)).id
  /** A pending payout of a partner of its own. */
  const pending = async (changes: Partial<typeof REQUEST> = {}, balance = 1_000) =>
    pay(await payers.payer({ balance }), { address: newAddress(), ...changes })

  describe('the queue', () => {
    test('PQU-001 lists pending payouts with amounts, EUR value and rate, address, age, marks and who took them', async () => {
      const id = await pending({ amount: '100' })
      const { content, rates } = (await desk.as(view, 'GET', 'payouts')).data
      expect(content.find((each: { id: number }) => each.id === id)).toMatchObject({
        amount: '100.00000000',
        fee: '2.00000000',
        receive: '98.00000000',
        eur: '200.00',
        currency: 'UCN',
        state: 'waiting',
        takenBy: null,
        batch: null,
        version: 1,
      })
      expect(rates).toMatchObject([{ currency: 'UCN', rate: '2' }])
      await take(fin, id)
      expect(await one(id)).toMatchObject({ state: 'taken', takenBy: { email: 'fin@example.com' } })
    })

    test('PQU-001 filters and sorts, page by page', async () => {
      const payer = await payers.payer({ balance: 100_000 })
      const amounts = ['300', '10', '2000', '50']
      const ids: number[] = []
      for (const amount of amounts) ids.push(await pay(payer, { amount }))
      const of = (query: string) => `?partner=${payer.id}${query}`
      const found = async (query: string): Promise<number[]> =>
        (await queue(of(query))).map(({ id }: { id: number }) => id)
      const [a, b, c, d] = ids as [number, number, number, number]
      expect(await found('')).toEqual([a, b, c, d])
      expect(await found('&order=descending')).toEqual([d, c, b, a])
      expect(await found('&sort=eur')).toEqual([b, d, a, c])
      expect(await found('&sort=eur&order=descending')).toEqual([c, a, d, b])
      expect(await found('&eurFrom=100')).toEqual([a, c, d])
      expect(await found('&eurFrom=100.01')).toEqual([a, c])
      expect(await found('&eurTo=100')).toEqual([b, d])
      expect(await found('&eurTo=99.99')).toEqual([b])
      expect(await found('&from=UCHAIN_UPT_BONUS')).toEqual([])
      expect(await found('&country=XX')).toEqual([])
      expect(await found(`&country=${(await one(a)).partner.country}`)).toHaveLength(4)
      expect(await found('&risk=large')).toEqual([])
      expect(await found('&risk=first_payout')).toEqual([a, b, c, d])
      expect(await found('&waits=1')).toEqual([])
      const anHourLater = (await one(a)).createdAt + HOUR
      fin = await desk.signIn(fin)
      bob = await desk.signIn(bob)
      // The sign-in takes half a minute.
      desk.clock.now = anHourLater - 30_000 - 1
      view = await desk.signIn(view)
      expect(await found('&waits=1')).toEqual([])
      desk.clock.now = anHourLater
      expect(await found('&waits=1')).toEqual([a])
      fin = await desk.signIn(fin)
      bob = await desk.signIn(bob)
      await take(fin, b)
      expect(await found('&state=taken')).toEqual([b])
      expect(await found('&operator=Fin@example.com')).toEqual([b])
      expect(await found('&operator=bob@example.com')).toEqual([])
      expect(await found('&state=waiting')).toEqual([a, c, d])
      await approve(fin, b, 2)
      await reject(bob, d, 1)
      await payer.cancel(c)
      expect(await found('&state=sent')).toEqual([b])
      expect(await found('&state=rejected')).toEqual([d])
      expect(await found('&state=cancelled')).toEqual([c])
      expect(await found('')).toEqual([a])
    })

    test('PQU-001 pages by time and by value name each payout once', async () => {
      const payer = await payers.payer({ balance: 100_000 })
      for (let count = 0; count < 51; count += 1) {
        await pay(payer, { amount: count % 2 === 0 ? '20' : '30' })
      }
      view = await desk.signIn(view)
      for (const sort of ['created', 'eur']) {
        for (const order of ['ascending', 'descending']) {
          const url = `payouts?partner=${payer.id}&sort=${sort}&order=${order}`
          const first = (await desk.as(view, 'GET', url)).data
          const next = encodeURIComponent(first.next)
          const rest = (await desk.as(view, 'GET', `${url}&cursor=${next}`)).data
          expect(first.content, url).toHaveLength(50)
          expect(rest.content, url).toHaveLength(1)
          const ids = [...first.content, ...rest.content].map(({ id }: { id: number }) => id)
          expect(new Set(ids).size, url).toBe(51)
        }
      }
    })
  })

  test('PQU-016 any filter finds the same payouts in every sort', async () => {
    const payer = await payers.payer({ balance: 100_000 })
    const [small, large] = [await pay(payer, { amount: '20' }), await pay(payer, { amount: '40' })]
    // What the marks of payouts were is used for two seconds, and longer on a slow machine.
    await vi.waitFor(
      async () => expect(await queue(`?partner=${payer.id}&risk=first_payout`)).toHaveLength(2),
      { timeout: 60_000, interval: 200 },
    )
    const { country } = (await one(small)).partner
    const filters = ['state=waiting', 'from=UCHAIN_UCN_BONUS', 'eurFrom=40', 'eurTo=80', 'waits=0']
    for (const filter of [...filters, `country=${country}`, 'risk=first_payout']) {
      for (const sort of ['created', 'eur']) {
        for (const [order, found] of [
          ['ascending', [small, large]],
          ['descending', [large, small]],
        ] as const) {
          const query = `?partner=${payer.id}&${filter}&sort=${sort}&order=${order}`
          const content: { id: number }[] = await queue(query)
          expect(
            content.map(({ id }) => id),
            query,
          ).toEqual(found)
        }
      }
    }
  })

  describe('risk marks', () => {
    test('PQU-001 after a pause, the filter by a mark finds what has come since', async () => {
      const first = async () => (await queue('?risk=first_payout&order=descending'))[0].id
      const before = await pending()
      await first()
      const start = performance.now()
      const timer = vi.spyOn(performance, 'now')
      try {
        timer.mockReturnValue(start + HOUR)
        expect(await first()).toBe(before)
        const since = await pending()
        expect(await first()).toBe(before)
        timer.mockReturnValue(start + 2 * HOUR)
        expect(await first()).toBe(since)
      } finally {
        timer.mockRestore()
      }
    })

    test('PQU-002 each mark comes with what it names', async () => {
      const payer = await payers.payer({ balance: 10_000 })
      const address = newAddress()
      const first = await pay(payer, { address, amount: '10' })
      expect(await marksOf(first)).toEqual(
        expect.arrayContaining(['new_address', 'first_payout', 'authenticator_changed']),
      )
      await take(fin, first)
      await approve(fin, first, 2)
      expect(await marksOf(first)).toEqual([])

      const atLimit = await pay(payer, { address, amount: '50' })
      expect(await marksOf(atLimit)).not.toContain('large')
      expect(await marksOf(atLimit)).not.toContain('first_payout')
      const above = await pay(payer, { address, amount: '50.00000001' })
      const { marks } = await one(above)
      expect(marks).toContainEqual({
        name: 'large',
        values: { highest: '10.00000000', currency: 'UCN' },
      })

      const alike = `${address.slice(0, 6)}${'0'.repeat(address.length - 12)}${address.slice(-6)}`
      const similar = await pay(payer, { address: alike, amount: '20' })
      expect((await one(similar)).marks).toContainEqual({
        name: 'similar_address',
        values: { address },
      })

      const other = await pending({ address })
      expect((await one(other)).marks).toContainEqual({
        name: 'shared_address',
        values: { partner: payer.id },
      })
    })

    test('PQU-002 a password that was changed lately marks the payout', async () => {
      const payer = await payers.payer()
      expect(await marksOf(await pay(payer))).not.toContain('password_changed')
      await desk.core.database.read
        .updateTable('passport.accounts')
        .set({ passwordChangedAt: desk.clock.now })
        .where('userId', '=', payer.id)
        .execute()
      expect(await marksOf(await pay(payer))).toContain('password_changed')
    })

    test('PQU-002 a year later the highest payout is not compared any more', async () => {
      const payer = await payers.payer({ balance: 10_000 })
      const first = await pay(payer, { amount: '10' })
      await take(fin, first)
      await approve(fin, first, 2)
      desk.clock.now = (await one(first)).createdAt + 365 * DAY - 91_000
      await changeSettings(desk.core, { sessionIdle: '400d' })
      const again = await payer.inNewSession()
      view = await desk.signIn(view)
      const within = await pay(again, { amount: '60' })
      expect(await marksOf(within)).toContain('large')
      const after = await pay(again, { amount: '60' })
      expect((await one(after)).createdAt).toBe((await one(first)).createdAt + 365 * DAY + 59_000)
      expect(await marksOf(after)).not.toContain('large')
    })

    test('PQU-002 states that bar a payout are marks too, as long as they hold', async () => {
      const payer = await payers.payer()
      const id = await pay(payer, { address: newAddress() })
      await payers.operator('PUT', `/users/${payer.id}/block`, { blocked: true, reason: 'x' })
      expect(await marksOf(id)).toContain('blocked')
      await payers.operator('PUT', `/users/${payer.id}/block`, { blocked: false, reason: 'x' })
      await payer.verify('REJECTED')
      expect(await marksOf(id)).toContain('unverified_again')
      await payer.verify()
      await payer.dropAuthenticator()
      expect(await marksOf(id)).toContain('2fa_disabled')
      await payer.setUpAuthenticator()
      const clean = await marksOf(id)
      for (const mark of ['blocked', 'unverified_again', '2fa_disabled', 'stopped']) {
        expect(clean).not.toContain(mark)
      }
      const back = (accounts: string[]) =>
        desk.core.database.transaction((tx) => payer.takeBack(tx, 2_000, accounts))
      await back(['UCHAIN_UPT_BONUS'])
      expect((await one(id)).marks).toContainEqual({
        name: 'other_negative',
        values: { account: 'UCHAIN_UPT_BONUS UPT' },
      })
      expect(await marksOf(id)).not.toContain('balance_negative')
      await back([REQUEST.from])
      expect(await marksOf(id)).toContain('balance_negative')
    })

    test('PQU-002 a hold on the balance of a payout marks it until it ends, and no payout of another balance', async () => {
      const payer = await payers.payer({ balance: 1_000 })
      const id = await pay(payer, { address: newAddress() })
      const until = desk.clock.now + HOUR / 2
      const held = { partnerId: payer.id, amount: '10' }
      await hold(desk.core, { ...held, account: 'UCHAIN_UPT_BONUS' })
      expect(await marksOf(id)).not.toContain('hold')
      await hold(desk.core, { ...held, account: REQUEST.from, until })
      expect((await one(id)).marks).toContainEqual({
        name: 'hold',
        values: { held: '10.00000000', currency: 'UCN' },
      })
      desk.clock.now = until - 1
      expect(await marksOf(id)).toContain('hold')
      desk.clock.now = until
      expect(await marksOf(id)).not.toContain('hold')
    })
  })

  describe('one payout', () => {
    test('PQU-003 shows the credits back to the payout before, whose sum is the balance, and transfers with hashes', async () => {
      const payer = await payers.payer({ balance: 1_000 })
      const address = newAddress()
      const first = await pay(payer, { address, amount: '100' })
      await payer.credit(30)
      await payer.credit(40)
      const id = await pay(payer, { address, amount: '200' })
      const { credits, transfers, atConfirmation, now, sameAddress } = await one(id)
      expect(credits).toMatchObject({
        carried: '900.00000000',
        sums: [{ kind: 'TEST_CREDIT', count: 2, sum: '70.00000000' }],
        before: '970.00000000',
      })
      expect(credits.lines.map(({ amount }: { amount: string }) => amount)).toEqual([
        '40.00000000',
        '30.00000000',
      ])
      expect(atConfirmation.balance).toBe('770.00000000')
      expect(sameAddress).toMatchObject([
        { id: first, partnerId: payer.id, amount: '100.00000000', state: 'waiting' },
      ])
      const stored = await desk.core.database.read
        .selectFrom('transfers')
        .select(['id', 'hash'])
        .where('reference', '=', `payout ${id}`)
        .orderBy('id')
        .execute()
      expect(transfers).toEqual(
        stored.map((row) =>
          expect.objectContaining({ id: row.id, hash: row.hash.toString('hex') }),
        ),
      )
      expect(transfers.map(({ kind, amount }: Record<string, string>) => [kind, amount])).toEqual([
        ['PAYOUT', '-196.00000000'],
        ['PAYOUT_FEE', '-4.00000000'],
      ])
      desk.clock.now += 1
      await payers.operator('PUT', `/users/${payer.id}/block`, { blocked: true, reason: 'x' })
      await payer.credit(5)
      const later = await one(id)
      expect(later.atConfirmation).toEqual(atConfirmation)
      expect(now.isBlocked).toBe(false)
      expect(later.now).toMatchObject({ isBlocked: true, balance: '775.00000000' })
    })

    test('PQU-004 take, approve and reject leave what the commands leave', async () => {
      const left = async (id: number) => {
        const { read } = desk.core.database
        const payout = await read
          .selectFrom('payouts')
          .select(['status', 'txId', 'reason', 'version'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const mails = await read
          .selectFrom('payoutMails')
          .select('status')
          .where('payoutId', '=', id)
          .orderBy('status')
          .execute()
        const transfers = await read
          .selectFrom('transfers')
          .select(['kind', 'amount'])
          .where('reference', '=', `payout ${id}`)
          .orderBy('id')
          .execute()
        return { ...payout, txId: payout.txId !== null, mails, transfers }
      }
      const [a, b, c, d] = [await pending(), await pending(), await pending(), await pending()]
      expect((await take(fin, a!)).data).toMatchObject({ id: a, status: 'PENDING', version: 2 })
      expect((await approve(fin, a!, 2)).data).toMatchObject({ status: 'SUCCESS', version: 3 })
      await desk.run(`payouts take ${b}`)
      await desk.run(`payouts approve ${b} --tx ${txIdOf(b!)}`)
      expect(await left(a!)).toEqual(await left(b!))
      expect((await reject(fin, c!, 1)).data).toMatchObject({ status: 'REJECTED', version: 2 })
      const { status } = await desk.app
        .inject({
          method: 'POST',
          url: `/internal/v1/payouts/${d}/reject`,
          headers: { authorization: 'Bearer a-key-of-some-length' },
          payload: { reason: 'a wrong address' },
        })
        .then((response) => ({ status: response.statusCode }))
      expect(status).toBe(200)
      expect(await left(c!)).toEqual(await left(d!))
    })

    test('PQU-004 only finance acts, and only with a fresh second factor', async () => {
      const id = await pending()
      expect((await take(view, id)).status).toBe(403)
      desk.clock.now += 15 * 60_000 + 1
      const late = await take(bob, id)
      expect(late.code).toBe('fresh_sign_in_required')
    })

    test('PQU-005 a used transaction is not unique, and a strange one has an invalid format', async () => {
      const [a, b] = [await pending(), await pending()]
      for (const id of [a!, b!]) await take(fin, id)
      await approve(fin, a!, 2)
      expect((await approve(fin, b!, 2, txIdOf(a!))).code).toBe('not_unique')
      expect((await approve(fin, b!, 2, txIdOf(a!).slice(2).toUpperCase())).code).toBe('not_unique')
      expect((await approve(fin, b!, 2, 'deed')).code).toBe('invalid_format')
      expect((await one(b!)).state).toBe('taken')
      expect((await approve(fin, b!, 2)).code).toBeUndefined()
    })

    test('PQU-006 the second operator sees the state that won and the name', async () => {
      const id = await pending()
      await take(fin, id)
      expect((await take(fin, id)).data).toMatchObject({ version: 2 })
      const taken = await take(bob, id)
      expect([taken.code, taken.body.errors[0].errors]).toEqual([
        'already_taken',
        ['fin@example.com'],
      ])
      for (const refused of [await approve(bob, id, 2), await reject(bob, id, 2)]) {
        expect(refused.code).toBe('already_taken')
      }
      await reject(fin, id, 2)
      const late = await approve(bob, id, 2)
      expect([late.code, late.body.errors[0].errors]).toEqual([
        'changed_meanwhile',
        ['rejected', 'fin@example.com'],
      ])
      const payer = await payers.payer()
      const cancelled = await pay(payer)
      await payer.cancel(cancelled)
      const after = await take(bob, cancelled)
      expect([after.code, after.body.errors[0].errors]).toEqual([
        'changed_meanwhile',
        ['cancelled'],
      ])
    })

    test('PQU-006 D-163 a second operator takes over with a reason, and the first cannot act any more', async () => {
      const id = await pending()
      const over = (by: Browser, version: number, reason = REASON) =>
        desk.as(by, 'POST', `payouts/${id}/take-over`, { version, reason })
      expect((await over(bob, 1)).code).toBe('validation_error')
      await take(fin, id)
      expect((await over(bob, 2, 'too short')).code).toBe('validation_error')
      expect((await over(bob, 1)).code).toBe('changed_meanwhile')
      expect((await over(bob, 2)).data.version).toBe(3)
      expect((await approve(fin, id, 2)).code).toBe('already_taken')
      expect((await approve(bob, id, 3)).code).toBeUndefined()
      expect((await one(id)).takings).toMatchObject([
        { by: { email: 'fin@example.com' }, reason: null },
        { by: { email: 'bob@example.com' }, reason: REASON },
      ])
    })

    test('D-163 what a command took up must be taken over before it is approved', async () => {
      const id = await pending()
      await desk.run(`payouts take ${id}`)
      const refused = await approve(fin, id, 2)
      expect([refused.code, refused.body.errors[0].errors]).toEqual([
        'already_taken',
        ['command line'],
      ])
      await desk.as(fin, 'POST', `payouts/${id}/take-over`, { version: 2, reason: REASON })
      expect((await approve(fin, id, 3)).code).toBeUndefined()
    })
  })

  describe('four eyes', () => {
    const propose = (by: Browser, kind: string, object: unknown, values: object = {}) =>
      desk.as(by, 'POST', 'proposals', { kind, object: String(object), values, reason: REASON })
    const decide = (by: Browser, { id, version }: { id: number; version: number }, more = {}) =>
      desk.as(by, 'POST', `proposals/${id}/approve`, { version, ...more })

    test('APR-018 a payout just below the limit is taken at once; what reaches it with that of the day needs a proposal', async () => {
      await nextDay()
      const below = await pending({ amount: '4999.99' }, 20_000)
      const small = await pending({ amount: '10' })
      const large = await pending({ amount: '5000' }, 20_000)
      expect((await take(fin, large)).code).toBe('proposal_required')
      expect((await take(fin, below)).code).toBeUndefined()
      expect((await take(fin, small)).code).toBe('proposal_required')
      expect((await take(bob, small)).code).toBeUndefined()
      await nextDay()
      expect((await take(fin, await pending({ amount: '10' }))).code).toBeUndefined()
    })

    test('APR-018 two takings at once cannot both stay below the limit', async () => {
      for (let round = 0; round < 5; round += 1) {
        await nextDay()
        const ids = [
          await pending({ amount: '3000' }, 9_000),
          await pending({ amount: '3000' }, 9_000),
        ]
        const answers = await Promise.all(ids.map((id) => take(fin, id)))
        expect(answers.map(({ code }) => code).toSorted()).toEqual(['proposal_required', undefined])
      }
    })

    test('APR-018 a taking over by another operator does not free the day of the first', async () => {
      await nextDay()
      const [a, b] = [
        await pending({ amount: '4000' }, 9_000),
        await pending({ amount: '4000' }, 9_000),
      ]
      await take(fin, a!)
      await desk.as(bob, 'POST', `payouts/${a}/take-over`, { version: 2, reason: REASON })
      expect((await take(fin, b!)).code).toBe('proposal_required')
      expect((await take(bob, b!)).code).toBeUndefined()
    })

    test('APR-001 D-157 another operator approves taking a large payout up; the proposer has it then', async () => {
      await nextDay()
      const id = await pending({ amount: '5000' }, 20_000)
      const made = (await propose(fin, 'payout', id)).data
      expect(made).toMatchObject({ state: 'OPEN', objectName: `payout ${id}` })
      expect(made.preview).toContainEqual({
        name: 'amount, EUR',
        before: '10000.00',
        after: '10000.00',
        difference: null,
      })
      expect((await decide(fin, made)).code).toBe('second_operator_required')
      expect((await decide(bob, made)).data.state).toBe('DONE')
      expect(await one(id)).toMatchObject({
        state: 'taken',
        takenBy: { email: 'fin@example.com' },
        takings: [{ proposal: made.id }],
      })
      // It had a second operator, so it does not count for the day.
      expect((await take(fin, await pending({ amount: '10' }))).code).toBeUndefined()
    })

    test('APR-007 a proposal is outdated by the state and by a new mark of its payout', async () => {
      await nextDay()
      const payer = await payers.payer({ balance: 20_000 })
      const id = await pay(payer, { amount: '5000' })
      const first = (await propose(fin, 'payout', id)).data
      await desk.core.database.transaction((tx) => payer.takeBack(tx, 30_000, ['UCHAIN_UPT_BONUS']))
      const refused = await decide(bob, first)
      expect(refused.code).toBe('proposal_outdated')
      expect(refused.body.errors[0].errors.join()).toContain('other_negative')
      const second = (await propose(fin, 'payout', id)).data
      await payer.cancel(id)
      expect((await decide(bob, second)).code).toBe('proposal_outdated')
      expect((await one(id)).state).toBe('cancelled')
    })

    test('APR-013 with four eyes off the same proposal runs at once, and counts for the day', async () => {
      await nextDay()
      await changeSettings(desk.core, { fourEyes: 'FALSE' })
      const id = await pending({ amount: '5000' }, 20_000)
      expect((await propose(fin, 'payout', id)).data.state).toBe('DONE')
      await changeSettings(desk.core, { fourEyes: null })
      expect((await take(fin, await pending({ amount: '10' }))).code).toBe('proposal_required')
    })

    test('APR-018 without a rate nobody can say that it is below the limit', async () => {
      await nextDay()
      const id = await pending({ amount: '10', from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' })
      await desk.core.database.transaction(async (tx) => {
        const all = valueOfDay(tx, {
          operatorId: await desk.idOf('fin@example.com'),
          amounts: [{ currency: 'XXX', units: 1n }],
          now: desk.clock.now,
        })
        expect(await all).toMatchObject({ after: null, isNeeded: true })
      })
      expect((await take(fin, id)).code).toBeUndefined()
    })

    test('APR-018 a limit of 0 asks always', async () => {
      await nextDay()
      await changeSettings(desk.core, { fourEyesPayoutEur: '0' })
      const id = await pending({ amount: '10' })
      expect((await take(fin, id)).code).toBe('proposal_required')
      await changeSettings(desk.core, { fourEyesPayoutEur: null })
      expect((await take(fin, id)).code).toBeUndefined()
    })

    describe('outside the console', () => {
      const HINT = 'this needs a second operator: propose it in the console, at /console/proposals'
      const lastDetails = async () => (await desk.entriesSince()).at(-1)!.details
      const closeCommandLine = (isClosed: boolean) =>
        changeSettings(desk.core, { fourEyesCommandLine: isClosed ? 'TRUE' : null })

      test('APR-017 taking up a payout of the limit or more is marked, or refused with the page to go to', async () => {
        await nextDay()
        const large = await pending({ amount: '5000' }, 20_000)
        const below = await pending({ amount: '4999.99' }, 20_000)
        await closeCommandLine(true)
        const refused = await desk.run(`payouts take ${large}`)
        expect([refused.exit, refused.notes]).toEqual([1, [HINT]])
        const byKey = await payers.operator('POST', `/payouts/${large}/take`)
        expect(byKey.code).toBe('proposal_required')
        expect((await one(large)).state).toBe('waiting')
        expect((await desk.run(`payouts take ${below}`)).exit).toBe(0)
        expect(await lastDetails()).not.toHaveProperty('outsideFourEyes')
        await closeCommandLine(false)
        expect((await desk.run(`payouts take ${large}`)).exit).toBe(0)
        expect(await lastDetails()).toMatchObject({ outsideFourEyes: true })
      })

      test('APR-017 handing over is marked, or refused, by the sum of all that wait', async () => {
        await nextDay()
        await desk.run('payouts hand-over')
        await pending({ amount: '4999.99' }, 20_000)
        await closeCommandLine(true)
        expect((await desk.run('payouts hand-over')).exit).toBe(0)
        expect(await lastDetails()).not.toHaveProperty('outsideFourEyes')
        const ids = [
          await pending({ amount: '2500' }, 20_000),
          await pending({ amount: '2500' }, 20_000),
        ]
        const refused = await desk.run('payouts hand-over')
        expect([refused.exit, refused.out, refused.notes]).toEqual([1, '', [HINT]])
        for (const id of ids) expect((await one(id)).state).toBe('waiting')
        await closeCommandLine(false)
        expect((await desk.run('payouts hand-over')).exit).toBe(0)
        expect(await lastDetails()).toMatchObject({ outsideFourEyes: true })
        for (const id of ids) expect((await one(id)).state).toBe('taken')
      })

      test('APR-017 payout settings by the service key are marked, or refused', async () => {
        await nextDay()
        const own = async () => {
          const { content } = (await desk.as(view, 'GET', 'payout-routes')).data
          return content.find(
            ({ payoutFrom }: { payoutFrom: string }) => payoutFrom === REQUEST.from,
          )
        }
        const { enabled, limits } = await own()
        const put = (fee: string) =>
          payers.operator('PUT', '/payout-settings', [
            { payoutFrom: REQUEST.from, payoutTo: REQUEST.to, enabled, limits: { ...limits, fee } },
          ])
        await closeCommandLine(true)
        expect((await put('3')).code).toBe('proposal_required')
        expect((await own()).limits).toEqual(limits)
        await closeCommandLine(false)
        expect((await put('3')).code).toBeUndefined()
        expect(await lastDetails()).toMatchObject({ outsideFourEyes: true })
        await put(limits.fee)
        expect((await own()).limits).toEqual(limits)
      })
    })
  })

  test('verify finds nothing wrong afterwards', async () => {
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
