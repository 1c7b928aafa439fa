// What cannot be paid out of a balance: what operators hold, and what was credited too recently.
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { adjust, hold, release } from '../../testing/adjust.ts'
import { onPostgres } from '../../testing/databases.ts'
import { HoldRaces } from '../../testing/hold-races.ts'
import { type Payer, PayoutDesk, REQUEST } from '../../testing/payout-desk.ts'
import { verifyAll } from '../../verify/verify-all.ts'

const DAY = 86_400_000
const UCN = REQUEST.from
const ROUTE = {
  payoutFrom: REQUEST.from,
  payoutTo: REQUEST.to,
  enabled: true,
  limits: {
    minAmount: '1',
    requestLimit: null,
    dailyLimit: null,
    dailyLimitPercent: null,
    fee: '0',
    minFee: null,
    maxFee: null,
  },
}

onPostgres('what cannot be paid out', (newDatabase) => {
  let desk: PayoutDesk
  let payer: Payer
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
  })
  const setRoute = (holdingDays?: number) =>
    desk.operator('PUT', '/payout-settings', [
      { ...ROUTE, limits: { ...ROUTE.limits, ...(holdingDays !== undefined && { holdingDays }) } },
    ])
  beforeEach(async () => {
    await setRoute()
    payer = await desk.payer({ balance: 100 })
  })

  const held = (amount: string, until?: number) =>
    hold(desk.core, {
      partnerId: payer.id,
      account: UCN,
      amount,
      ...(until !== undefined && { until }),
    })
  const standing = () => payer.get('/v1/payout/standing')
  const credit = (amount: string, more = {}) =>
    adjust(desk.core, [
      {
        partnerId: payer.id,
        account: UCN,
        direction: 'credit',
        amount,
        kind: 'goodwill',
        reason: 'for a test',
        ...more,
      },
    ])

  test('ADJ-010 a payout of what is not on hold passes, one unit more is refused; the balance stays', async () => {
    await held('40')
    expect((await payer.init({ amount: '60.00000001' })).error).toMatchObject({
      code: 'not_enough_funds',
      fieldName: 'amount',
    })
    expect((await payer.init({ amount: '60' })).code).toBeUndefined()
    expect(await payer.balance()).toBe('100.00000000')
    expect((await standing()).held).toMatchObject([{ account: UCN, amount: '40.00000000' }])
  })

  test('ADJ-010 holds of one account add up; holds of another account do not count', async () => {
    await held('40')
    await held('59')
    await hold(desk.core, { partnerId: payer.id, account: 'UCHAIN_UPT_BONUS', amount: '100' })
    expect((await payer.init({ amount: '1.00000001' })).code).toBe('not_enough_funds')
    expect((await payer.init({ amount: '1' })).code).toBeUndefined()
  })

  test('ADJ-010 a hold may be larger than the balance: then nothing can be paid out', async () => {
    await held('500')
    expect((await payer.init({ amount: '1' })).code).toBe('not_enough_funds')
  })

  test('ADJ-010 a hold between request and confirmation refuses the confirmation, and a release lets the next one pass', async () => {
    // The first request makes the guard; what a later one was decided on is kept for its confirmation.
    await payer.init({ amount: '1' })
    desk.nextCode()
    await payer.init({ amount: '61' })
    const id = await held('40')
    const refused = await payer.confirm(payer.code())
    expect(refused.code).toBe('not_enough_funds')
    await release(desk.core, id)
    expect((await payer.confirm(payer.code())).data).toMatchObject({ amount: '61.00000000' })
  })

  test('ADJ-012 a hold stops to count at its end', async () => {
    const until = desk.clock.now + DAY
    await held('100', until)
    desk.clock.now = until - 1
    expect((await payer.init({ amount: '1' })).code).toBe('not_enough_funds')
    desk.clock.now = until
    expect((await payer.init({ amount: '100' })).code).toBeUndefined()
    expect((await standing()).held).toEqual([])
  })

  test('ADJ-010 in a race of holds, adjustments and confirmations nothing held is paid out', async () => {
    // `soak/hold-races.ts` runs a thousand rounds.
    const races = new HoldRaces(desk)
    for (let round = 0; round < 30; round += 1) expect(await races.race()).toEqual([])
    expect(races.paid).toBeGreaterThan(0)
    expect(races.refused).toBeGreaterThan(0)
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('HLD-001 a credit can be paid out after the whole days of the route, and not an instant before', async () => {
    await setRoute(2)
    desk.clock.now = Math.ceil(desk.clock.now / DAY) * DAY + 5
    await credit('50')
    // Credits of tests are as old as a rejected payout's: of no bonus.
    expect((await payer.init({ amount: '100.00000001' })).code).toBe('not_enough_funds')
    expect((await payer.init({ amount: '100' })).code).toBeUndefined()
    const free = Math.floor(desk.clock.now / DAY) * DAY + 3 * DAY
    expect((await standing()).waiting).toEqual([
      { from: REQUEST.from, to: REQUEST.to, at: free, amount: '50.00000000' },
    ])
    desk.clock.now = free - 1
    expect((await payer.init({ amount: '150' })).code).toBe('not_enough_funds')
    desk.clock.now = free
    expect((await payer.init({ amount: '150' })).code).toBeUndefined()
    expect((await standing()).waiting).toEqual([])
  })

  test('HLD-002 with 0 days a credit can be paid out at once; other routes do not wait', async () => {
    await setRoute(0)
    await credit('50')
    expect((await payer.init({ amount: '150' })).code).toBeUndefined()
    await setRoute(3)
    expect((await standing()).waiting).toMatchObject([{ to: REQUEST.to, amount: '50.00000000' }])
  })

  test('HLD-003 what a rejected payout brings back does not wait; what is taken back does not count', async () => {
    const { id } = await payer.pay({ amount: '30' })
    await setRoute(5)
    await desk.operator('POST', `/payouts/${id}/reject`, { reason: 'a wrong address' })
    expect((await standing()).waiting).toEqual([])
    await credit('50')
    const [{ id: adjustment }] = (await payer.get('/v1/adjustments')).content
    await credit('50', { direction: 'debit', takesBack: adjustment })
    expect((await standing()).waiting).toEqual([])
    expect((await payer.init({ amount: '100' })).code).toBeUndefined()
  })

  test('HLD-004 a wrong number of days is refused, and nothing changes', async () => {
    for (const days of [-1, 366, 1.5]) {
      expect((await setRoute(days)).code).toBe('validation_error')
    }
    expect((await setRoute(365)).code).toBeUndefined()
  })
})
