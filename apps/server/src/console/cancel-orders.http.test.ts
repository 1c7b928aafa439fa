// Cancelling orders in the console: the preview against the database afterwards, and what needs a second operator.
import type { CancelPreview, Proposal } from '@partner-office/contracts'
import { DAY_MS, formatUnits } from '@partner-office/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { closePeriod } from '../business/months/close-period.ts'
import { cancelOrder } from '../business/orders/intake/cancel-order.ts'
import { importPartners } from '../business/partners/import-partners.ts'
import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { AFTER_MONTH, MONTH, openClosingNetwork } from '../testing/closing-network.ts'
import { asUpload, TEST_NOW } from '../testing/core.ts'
import { onPostgres } from '../testing/databases.ts'
import { chainText } from '../testing/network-files.ts'
import { type Browser, OperatorsDesk, SERVICE_KEY } from '../testing/operators-desk.ts'
import { postTransfers } from '../testing/post-transfers.ts'
import { recordOrder } from '../testing/record-order.ts'
import { fourEyes } from '../verify/four-eyes.ts'
import { verifyAll, verifyIn } from '../verify/verify-all.ts'

const REASON = 'the goods came back'

/** Finance operators around a chain of partners from 1 down. */
class Finance {
  readonly desk: OperatorsDesk
  fin: Browser
  flo: Browser
  #orders = 100

  private constructor(desk: OperatorsDesk, fin: Browser, flo: Browser) {
    this.desk = desk
    this.fin = fin
    this.flo = flo
  }

  static async around(desk: OperatorsDesk): Promise<Finance> {
    const fin = await desk.operator('fin@example.com', 'finance')
    return new Finance(desk, fin, await desk.operator('flo@example.com', 'finance'))
  }

  async signIn(): Promise<void> {
    this.desk.clock.now += 2 * DAY_MS
    this.fin = await this.desk.signIn(this.fin)
    this.flo = await this.desk.signIn(this.flo)
  }

  async order(cents: number, partnerId = 3): Promise<number> {
    const orderId = (this.#orders += 1)
    const { core, clock } = this.desk
    await recordOrder(core, { orderId, partnerId, paidAt: clock.now, cents })
    return orderId
  }

  preview = async (id: number): Promise<CancelPreview> =>
    (await this.desk.as(this.fin, 'POST', `orders/${id}/cancel-preview`)).data

  propose(object: number, more: { basis?: string; by?: Browser } = {}) {
    const { by = this.fin, ...basis } = more
    const asked = { kind: 'order_cancel', object: String(object), values: {}, reason: REASON }
    return this.desk.as(by, 'POST', 'proposals', { ...asked, ...basis })
  }

  decide = ({ id, version }: Proposal, what = 'approve') =>
    this.desk.as(this.flo, 'POST', `proposals/${id}/${what}`, { version })

  rows = async <Row>(text: string): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(this.desk.core.database.read)).rows

  reversalsOf = (id: number) =>
    this.rows<{ reversesId: number; partnerId: number; amount: string; currency: string }>(`
      select reverses_id, partner_id, (-amount)::text as amount, currency from bonus_records
      where order_id = ${id} and reverses_id is not null order by reverses_id`)

  /** Takes what a partner has in UPT away, as payouts do. */
  async spend(partnerId: number): Promise<void> {
    const [account] = await this.rows<{ balance: string; name: string }>(
      `select balance::text as balance, name from accounts where partner_id = ${partnerId} and currency = 'UPT'`,
    )
    const { core, clock } = this.desk
    await core.database.transaction((tx) =>
      postTransfers(tx, [
        {
          key: `spent ${partnerId} ${clock.now}`,
          partnerId,
          account: account!.name,
          counter: 'payouts',
          toPartner: false,
          currency: 'UPT',
          amount: account!.balance,
          kind: 'PAYOUT',
          reference: 'test',
          createdAt: clock.now,
        },
      ]),
    )
  }
}

onPostgres('cancelling orders in the console', (newDatabase) => {
  let desk: OperatorsDesk
  let finance: Finance
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
    await importPartners(desk.core, asUpload(chainText(4)))
    finance = await Finance.around(desk)
  })
  beforeEach(async () => {
    await finance.signIn()
    await changeSettings(desk.core, {
      fourEyes: null,
      fourEyesCancelEur: null,
      fourEyesCommandLine: null,
    })
  })

  const isCancelled = async (id: number) =>
    (await finance.rows(`select from cancellations where order_id = ${id}`)).length === 1

  test('ORC-005 the preview names what is taken back, and the cancellation takes back exactly that', async () => {
    await finance.order(5_000, 1)
    const id = await finance.order(100_000)
    const preview = await finance.preview(id)
    expect(preview).toMatchObject({ partners: 2, isNeeded: false, limit: '5000', eur: '470.00' })
    expect(preview.records.map(({ partner, type, level }) => [partner.id, type, level])).toEqual([
      [2, 'DIRECT', 1],
      [1, 'TEAM', 2],
    ])
    expect(preview.sums).toEqual([{ currency: 'UPT', count: 2, amount: '940.00000000' }])
    expect(preview.negative).toEqual([])
    const done = await finance.propose(id, { basis: preview.basis })
    expect(done.data).toMatchObject({
      kind: 'order_cancel',
      state: 'DONE',
      objectName: `order ${id}`,
    })
    const reversals = await finance.reversalsOf(id)
    expect(
      reversals.map(({ reversesId, partnerId, amount, currency }) => ({
        id: reversesId,
        partner: partnerId,
        amount: formatUnits(BigInt(amount), 8),
        currency,
      })),
    ).toEqual(
      preview.records.map(({ id: record, partner, amount, currency }) => ({
        id: record,
        partner: partner.id,
        amount,
        currency,
      })),
    )
    const [stored] = await finance.rows<{ reason: string }>(
      `select reason from cancellations where order_id = ${id}`,
    )
    expect(stored!.reason).toBe(REASON)
    const { data } = await desk.as(finance.fin, 'GET', `orders/${id}`)
    expect(data).toMatchObject({ state: 'CANCELLED', cancelled: { reason: REASON } })
  })

  test('ORC-005 balances below zero are shown as they will be; an order of the same path in between is refused', async () => {
    const id = await finance.order(100_000, 4)
    await finance.spend(3)
    const preview = await finance.preview(id)
    expect(preview.negative).toEqual([
      {
        partner: { id: 3, firstName: 'First3', lastName: 'Last3', country: 'DE' },
        account: expect.any(String),
        currency: 'UPT',
        before: '0.00000000',
        after: '-800.00000000',
      },
    ])
    await finance.order(10_000, 4)
    const refused = await finance.propose(id, { basis: preview.basis })
    expect(refused.code).toBe('changed_meanwhile')
    expect(await isCancelled(id)).toBe(false)
    const again = await finance.preview(id)
    expect(again.negative).toMatchObject([{ before: '80.00000000', after: '-720.00000000' }])
    expect((await finance.propose(id, { basis: again.basis })).data.state).toBe('DONE')
    const [account] = await finance.rows<{ balance: string }>(
      `select balance::text as balance from accounts where partner_id = 3 and currency = 'UPT'`,
    )
    expect(formatUnits(BigInt(account!.balance), 8)).toBe('-720.00000000')
  })

  test('ORC-005 an order of the same path that changes nothing of the preview does not stop the cancellation', async () => {
    const id = await finance.order(10_000)
    const { basis } = await finance.preview(id)
    await finance.order(10_000, 2)
    expect((await finance.preview(id)).basis).toBe(basis)
    expect((await finance.propose(id, { basis })).data.state).toBe('DONE')
  })

  test('ORC-006 a cancellation needs a reason, and is a proposal from exactly the limit on', async () => {
    const asked = { kind: 'order_cancel', object: '1', values: {} }
    for (const reason of ['', 'too short', undefined]) {
      const { code } = await desk.as(finance.fin, 'POST', 'proposals', { ...asked, reason })
      expect(code).toBe('validation_error')
    }
    // The sponsor alone is paid: 40 % of 12,500 EUR. Its coins are cut, which makes it no less.
    await setRates(desk.core, [
      { from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '0.333333333333' },
    ])
    const below = await finance.order(1_249_999, 2)
    const at = await finance.order(1_250_000, 2)
    expect(await finance.preview(below)).toMatchObject({ isNeeded: false, eur: '5000.00' })
    expect(await finance.preview(at)).toMatchObject({
      isNeeded: true,
      eur: '5000.00',
      approvers: 1,
    })
    expect((await finance.propose(below)).data.state).toBe('DONE')
    const open = (await finance.propose(at)).data as Proposal
    expect(open.state).toBe('OPEN')
    expect(await isCancelled(at)).toBe(false)
    expect((await finance.decide(open)).data.state).toBe('DONE')
    expect(await isCancelled(at)).toBe(true)
    // A later rate changes nothing: the rates are those of the records.
    await setRates(desk.core, [{ from: 'EUR', to: 'UPT', rateType: 'SELL', rate: '2' }])
    await changeSettings(desk.core, { fourEyesCancelEur: '0' })
    const any = await finance.order(100, 1)
    expect(await finance.preview(any)).toMatchObject({ isNeeded: true, records: [] })
    await changeSettings(desk.core, { fourEyes: 'FALSE' })
    expect((await finance.propose(any)).data.state).toBe('DONE')
    const found = await desk.core.database.asOwner((tx) => verifyIn(tx, desk.core, [fourEyes]))
    expect(found.differences).toEqual([])
  })

  test('APR-007 D-158 a proposal is outdated by what would be taken back, not by a balance', async () => {
    const id = await finance.order(2_000_000)
    await finance.spend(2)
    const first = (await finance.propose(id)).data as Proposal
    await finance.order(10_000)
    expect((await finance.decide(first)).data.state).toBe('DONE')
    const other = await finance.order(2_000_000)
    const second = (await finance.propose(other)).data as Proposal
    await cancelOrder(desk.core, other, 'sent back')
    const refused = await finance.decide(second)
    expect(refused.body.errors).toEqual([
      {
        code: 'proposal_outdated',
        fieldName: null,
        errors: [`order ${other}: the order is cancelled`],
      },
    ])
    expect(await finance.reversalsOf(other)).not.toEqual([])
  })

  test('ORC-006 only finance cancels; a cancelled or unknown order is refused', async () => {
    const admin = await desk.operator('ann@example.com', 'admin')
    const id = await finance.order(10_000)
    expect((await finance.propose(id, { by: admin })).code).toBe('access_denied')
    expect((await desk.as(admin, 'POST', `orders/${id}/cancel-preview`)).status).toBe(403)
    await cancelOrder(desk.core, id, 'sent back')
    expect((await finance.propose(id)).code).toBe('changed_meanwhile')
    const preview = (of: number) => desk.as(finance.fin, 'POST', `orders/${of}/cancel-preview`)
    expect((await preview(id)).code).toBe('changed_meanwhile')
    expect((await preview(999_999)).code).toBe('not_found')
    expect((await finance.propose(999_999)).code).toBe('not_found')
  })

  test('APR-017 outside the console a cancellation of the limit or more is marked, and refused with fourEyesCommandLine', async () => {
    const last = async () => (await desk.entriesSince()).at(-1)!
    const cancel = (id: number) =>
      desk.call(
        'POST',
        `/internal/v1/orders/${id}/cancel`,
        { reason: 'sent back' },
        {
          headers: { host: 'localhost:3002', authorization: `Bearer ${SERVICE_KEY}` },
        },
      )
    const small = await finance.order(10_000)
    await cancel(small)
    expect(await last()).toMatchObject({ command: 'cancel order' })
    expect((await last()).details).not.toHaveProperty('outsideFourEyes')
    await cancel(await finance.order(2_000_000))
    expect((await last()).details).toMatchObject({ outsideFourEyes: true })
    await desk.run(`cancel order ${await finance.order(2_000_000)} --reason returned`)
    expect((await last()).details).toMatchObject({ outsideFourEyes: true })
    await changeSettings(desk.core, { fourEyesCommandLine: 'TRUE' })
    const large = await finance.order(2_000_000)
    expect((await cancel(large)).code).toBe('proposal_required')
    const ran = await desk.run(`cancel order ${large} --reason returned`)
    expect(ran.exit).toBe(1)
    expect(ran.notes.join()).toContain('/console/proposals')
    expect(await isCancelled(large)).toBe(false)
    expect((await cancel(await finance.order(10_000))).code).toBeUndefined()
  })
})

onPostgres('cancelled orders', (newDatabase) => {
  test('ORC-005 C11.14 ranks, credits of programmes and shares stay, and the preview counts them', async () => {
    const database = await newDatabase()
    const { core, clock } = await openClosingNetwork(database)
    await closePeriod(core, MONTH)
    clock.now = AFTER_MONTH + DAY_MS
    const finance = await Finance.around(await OperatorsDesk.open(database, { clock }))
    const before = await finance.rows(`
      select (select count(*) from rank_reaches) as ranks, (select sum(amount) from bonus_records where order_id is null) as kept`)
    const preview = await finance.preview(16)
    // Partner 7 bought it, below 5, 2 and 1.
    const reached = await finance.rows<{ partnerId: number }>(
      'select distinct partner_id, rank_id from rank_reaches where order_id = 16',
    )
    expect(preview.stays.ranks).toHaveLength(reached.length)
    expect(preview.records.map(({ type }) => type)).toContain('UCHAIN_INFINITY')
    const programmes = await finance.rows<{ currency: string; count: number }>(`
      select currency, count(*)::integer as count from bonus_records
      where period = '${MONTH}' and order_id is null and (
        partner_id = 5 or (partner_id = 2 and type not in ('WINNER', 'CYCLED_TURBO'))
        or (partner_id = 1 and type in ('DIAMOND', 'DIAMOND_POOL', 'LIFESTYLE')))
      group by currency`)
    expect(
      Object.fromEntries(preview.stays.programmes.map(({ currency, count }) => [currency, count])),
    ).toEqual(Object.fromEntries(programmes.map(({ currency, count }) => [currency, count])))
    expect(programmes.length).toBeGreaterThan(0)
    const proposed = await finance.propose(16, { basis: preview.basis })
    const state = preview.isNeeded ? 'OPEN' : 'DONE'
    expect(proposed.data.state).toBe(state)
    if (state === 'OPEN') expect((await finance.decide(proposed.data)).data.state).toBe('DONE')
    const after = await finance.rows(`
      select (select count(*) from rank_reaches) as ranks, (select sum(amount) from bonus_records where order_id is null) as kept`)
    expect(after).toEqual(before)
    const reversals = await finance.reversalsOf(16)
    expect(reversals.map(({ reversesId }) => reversesId)).toEqual(
      preview.records.map(({ id }) => id),
    )
    const { infinity } = (await finance.desk.as(finance.fin, 'GET', 'orders/16/month')).data
    const units = infinity.flatMap(({ amounts }: { amounts: { amount: string }[] }) =>
      amounts.map(({ amount }) => BigInt(amount.replace('.', ''))),
    )
    expect(units.length).toBeGreaterThan(0)
    expect(units.reduce((sum: bigint, each: bigint) => sum + each, 0n)).toBe(0n)
    expect((await verifyAll(finance.desk.core)).differences).toEqual([])
  })

  test('ORC-005 of two operators who cancel the same order at the same moment, one does, and nothing is taken back twice', async () => {
    const desk = await OperatorsDesk.open(await newDatabase(), { clock: { now: TEST_NOW } })
    await importPartners(desk.core, asUpload(chainText(4)))
    const finance = await Finance.around(desk)
    for (let round = 0; round < 20; round += 1) {
      const id = await finance.order(100_000, 4)
      const { basis, records } = await finance.preview(id)
      const command = () => desk.run(`cancel order ${id} --reason returned`)
      const [fin, flo] = await Promise.all([
        finance.propose(id, { basis }),
        finance.propose(id, { basis, by: finance.flo }),
        ...(round % 2 === 0 ? [command()] : []),
      ])
      const codes = [fin, flo].map(({ code, data }) => code ?? data.state)
      expect(codes.filter((code) => code === 'DONE').length).toBeLessThanOrEqual(1)
      expect(codes).toContain('changed_meanwhile')
      expect(await finance.reversalsOf(id)).toHaveLength(records.length)
    }
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
