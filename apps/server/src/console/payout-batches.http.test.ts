// Batches of payouts, their files, and settling them.
import { createHash } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { setRates } from '../business/rates/set-rates.ts'
import { changeSettings } from '../business/settings/change-settings.ts'
import { onPostgres } from '../testing/databases.ts'
import { type Browser, OperatorsDesk } from '../testing/operators-desk.ts'
import { newAddress, type Payer, PayoutDesk, REQUEST, txIdOf } from '../testing/payout-desk.ts'
import { verifyAll } from '../verify/verify-all.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const REASON = 'the whole batch of today'
const RATES = (['UCN', 'UPT'] as const).map(
  (to) => ({ from: 'EUR', to, rateType: 'SELL', rate: '0.5' }) as const,
)

onPostgres('batches of the console', (newDatabase) => {
  let desk: OperatorsDesk
  let payers: PayoutDesk
  let fin: Browser
  let bob: Browser
  beforeAll(async () => {
    const database = await newDatabase()
    payers = await PayoutDesk.open(database)
    const { clock, core } = payers
    desk = await OperatorsDesk.open(database, { clock, seal: core.passwords })
    await changeSettings(core, { maxPendingPayouts: '1000', 'rateLimit.user': '0' })
    await setRates(core, RATES)
    fin = await desk.operator('fin@example.com', 'finance')
    bob = await desk.operator('bob@example.com', 'finance')
  })
  beforeEach(async () => {
    desk.clock.now += DAY
    await signIn()
  })
  const signIn = async () => {
    fin = await desk.signIn(fin)
    bob = await desk.signIn(bob)
  }

  const pay = async (payer: Payer, changes: Partial<typeof REQUEST> = {}): Promise<number> =>
    (await payer.pay({ address: newAddress(), ...changes })).id
  const pending = async (changes: Partial<typeof REQUEST> = {}, balance = 1_000) =>
    pay(await payers.payer({ balance }), changes)
  const some = async (count: number, changes: Partial<typeof REQUEST> = {}) => {
    const ids: number[] = []
    for (let made = 0; made < count; made += 1) ids.push(await pending(changes))
    return ids
  }
  const block = (partner: number, blocked = true) =>
    payers.operator('PUT', `/users/${partner}/block`, { blocked, reason: 'x' })
  const preview = async (payoutIds: number[] | null) =>
    (await desk.as(fin, 'POST', 'batches/preview', { payoutIds })).data
  const handOver = (payoutIds: readonly number[], by = fin) =>
    desk.as(by, 'POST', 'batches', { payoutIds })
  const fileOf = async (id: number) => {
    const url = `/console/v1/batches/${id}/file`
    const { payload, headers } = await desk.app.inject({
      url,
      headers: { host: 'localhost:3002', cookie: fin.cookie },
    })
    return { text: payload, name: String(headers['content-disposition']) }
  }
  const one = async (id: number) => (await desk.as(fin, 'GET', `payouts/${id}`)).data
  const idsIn = (content: { id: number }[]) => content.map(({ id }) => id)

  describe('handing over', () => {
    test('PQU-008 the preview has number, sums, EUR value and marks, and leaves barred payouts out', async () => {
      const [a, b] = await some(2)
      const upt = await pending({ from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE', amount: '50' })
      const payer = await payers.payer()
      const barred = await pay(payer)
      await block(payer.id)
      const seen = await preview([a!, b!, upt, barred, 999_999])
      expect(idsIn(seen.content)).toEqual([a, b, upt])
      expect(seen.leftOut).toEqual([
        { id: barred, why: 'its partner is blocked' },
        { id: 999_999, why: 'there is no such payout' },
      ])
      expect(seen.sums).toEqual([
        {
          currency: 'UCN',
          count: 2,
          amount: '200.00000000',
          receive: '196.00000000',
          eur: '400.00',
        },
        { currency: 'UPT', count: 1, amount: '50.00000000', receive: '49.00000000', eur: '100.00' },
      ])
      expect(seen).toMatchObject({ eur: '500.00', isNeeded: false })
      expect(seen.content[0].marks).toContainEqual({ name: 'first_payout', values: {} })
      await block(payer.id, false)
    })

    test('PQU-008 the file is byte for byte that of the command for the same payouts, and one that was left out stays', async () => {
      const ids = await some(3)
      const [first, left, last] = ids as [number, number, number]
      const { batchId, sha256 } = (await handOver([last, first])).data
      const { text, name } = await fileOf(batchId)
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
      expect(name).toContain(`batch-${batchId}.csv`)
      const rows = [await one(first), await one(last)]
      const lines = rows.map(
        ({ id, to, address, currency, receive }) => `${id},${to},${address},${currency},${receive}`,
      )
      expect(text).toBe(`id,to,address,currency,receive\n${lines.join('\n')}\n`)
      expect((await one(left)).state).toBe('waiting')
      expect(rows.map(({ state, batch }) => [state, batch])).toEqual([
        ['taken', batchId],
        ['taken', batchId],
      ])
      await changeSettings(desk.core, { fourEyesCommandLine: null })
      const { out } = await desk.run('payouts hand-over')
      const { content } = (await desk.as(fin, 'GET', 'batches')).data
      expect(content[0]).toMatchObject({ by: null })
      expect((await fileOf(content[0].id)).text).toBe(out)
      expect(out).toContain(`${left},`)
    })

    test('PQU-009 a payout is handed over once; a batch with one that went meanwhile is refused as a whole', async () => {
      const [a, b, c] = await some(3)
      await handOver([a!])
      const refused = await handOver([a!, b!])
      expect([refused.code, refused.body.errors[0].errors]).toEqual([
        'changed_meanwhile',
        [`payout ${a}: fin@example.com has taken it up`],
      ])
      expect((await one(b!)).state).toBe('waiting')
      const payer = await payers.payer()
      const cancelled = await pay(payer)
      await payer.cancel(cancelled)
      expect((await handOver([b!, cancelled])).body.errors[0].errors).toEqual([
        `payout ${cancelled}: it is cancelled`,
      ])
      expect((await handOver([b!, c!])).code).toBeUndefined()
    })

    test('PQU-009 parallel hand-overs give each payout once', async () => {
      const ids = await some(12)
      const halves = [ids.slice(0, 8), ids.slice(4), ids, ids.slice(0, 4)]
      const answers = await Promise.all([
        ...halves.map((half, at) => handOver(half, at % 2 === 0 ? fin : bob)),
        desk.run('payouts hand-over').then(() => ({ data: null })),
      ])
      const batches = answers.flatMap(({ data }) => (data === null ? [] : [data.batchId as number]))
      // The command leaves out what another hand-over holds at that moment, even if that one is refused.
      await desk.run('payouts hand-over')
      const { content } = (await desk.as(fin, 'GET', 'batches')).data
      const files = await Promise.all(
        content.map(async (batch: { id: number }) => (await fileOf(batch.id)).text),
      )
      const given = files.flatMap((text) =>
        text
          .split('\n')
          .slice(1, -1)
          .map((line: string) => Number(line.split(',')[0])),
      )
      expect(new Set(given).size).toBe(given.length)
      expect(ids.every((id) => given.includes(id))).toBe(true)
      expect(batches.length).toBeLessThanOrEqual(2)
    })

    test('PQU-008 without a choice, those that wait without a mark are shown', async () => {
      const payer = await payers.payer({ balance: 5_000 })
      const address = newAddress()
      const first = await pay(payer, { address })
      await handOver([first])
      await desk.as(fin, 'POST', 'batches/settle', {
        csv: `id,txId\n${first},${txIdOf(first)}\n`,
        isPreview: false,
      })
      desk.clock.now += 4 * DAY
      const again = await payer.inNewSession()
      const known = await pay(again, { address })
      const marked = await pending()
      await signIn()
      const seen = await preview(null)
      expect(idsIn(seen.content)).toContain(known)
      expect(idsIn(seen.content)).not.toContain(marked)
    })
  })

  describe('four eyes', () => {
    const propose = async (payoutIds: readonly number[]) =>
      (
        await desk.as(fin, 'POST', 'proposals', {
          kind: 'batch',
          object: 'hand-over',
          values: { payoutIds },
          reason: REASON,
        })
      ).data
    const decide = (id: number, seen?: string) =>
      desk.as(bob, 'POST', `proposals/${id}/approve`, { version: 1, ...(seen && { seen }) })

    test('APR-018 two batches just below the limit: the second asks for a proposal', async () => {
      const [a, b] = [
        await pending({ amount: '4999.99' }, 9_000),
        await pending({ amount: '4999.99' }, 9_000),
      ]
      await signIn()
      expect((await preview([a!, b!])).isNeeded).toBe(true)
      expect((await handOver([a!, b!])).code).toBe('proposal_required')
      expect((await preview([a!])).isNeeded).toBe(false)
      expect((await handOver([a!])).code).toBeUndefined()
      expect((await handOver([b!])).code).toBe('proposal_required')
      expect((await one(b!)).state).toBe('waiting')
    })

    test('D-158 an approved batch is handed over by its proposer, and has its proposal', async () => {
      const ids = [await pending({ amount: '5000' }, 9_000), await pending({ amount: '50' })]
      await signIn()
      const made = await propose(ids)
      expect(made).toMatchObject({ state: 'OPEN', objectName: '2 payouts' })
      expect(made.preview).toContainEqual({
        name: '2 payouts in UCN, EUR',
        before: null,
        after: '10100.00',
        difference: null,
      })
      expect((await decide(made.id)).data.state).toBe('DONE')
      const { takings, takenBy, batch } = await one(ids[0]!)
      expect(takenBy.email).toBe('fin@example.com')
      expect(takings).toMatchObject([{ proposal: made.id }])
      expect((await one(ids[1]!)).batch).toBe(batch)
    })

    test('D-158 what was cancelled, barred or newly marked is left out and named once the approver has seen it', async () => {
      const payer = await payers.payer({ balance: 9_000 })
      const barredPayer = await payers.payer()
      const markedPayer = await payers.payer()
      const kept = await pending({ amount: '5000' }, 9_000)
      const cancelled = await pay(payer)
      const barred = await pay(barredPayer)
      const marked = await pay(markedPayer)
      await signIn()
      const made = await propose([kept, cancelled, barred, marked])
      const opened = (await desk.as(bob, 'GET', `proposals/${made.id}`)).data
      expect(opened.shorter.leftOut).toEqual([])
      await payer.cancel(cancelled)
      await block(barredPayer.id)
      await desk.core.database.transaction((tx) =>
        markedPayer.takeBack(tx, 2_000, ['UCHAIN_UPT_BONUS']),
      )
      const leftOut = [
        `payout ${cancelled}: it is cancelled`,
        `payout ${barred}: its partner is blocked`,
        `payout ${marked}: it has a new mark: other_negative`,
      ]
      for (const seen of [undefined, opened.shorter.seen]) {
        const refused = await decide(made.id, seen)
        expect([refused.code, refused.body.errors[0].errors]).toEqual([
          'changed_meanwhile',
          leftOut,
        ])
      }
      const again = (await desk.as(bob, 'GET', `proposals/${made.id}`)).data
      expect(again).toMatchObject({ state: 'OPEN', shorter: { leftOut } })
      expect((await decide(made.id, again.shorter.seen)).data.state).toBe('DONE')
      expect((await one(kept)).state).toBe('taken')
      expect((await one(marked)).state).toBe('waiting')
      await block(barredPayer.id, false)
    })

    test('D-158 a batch of which nothing is left is outdated', async () => {
      const payer = await payers.payer({ balance: 9_000 })
      const id = await pay(payer, { amount: '5000' })
      await signIn()
      const made = await propose([id])
      await payer.cancel(id)
      const refused = await decide(made.id)
      expect([refused.code, refused.body.errors[0].errors]).toEqual([
        'proposal_outdated',
        [`payout ${id}: it is cancelled`],
      ])
    })
  })

  describe('settling', () => {
    const settle = async (csv: string, isPreview = false) =>
      (await desk.as(bob, 'POST', 'batches/settle', { csv, isPreview })).data

    test('PQU-010 the preview names what each line would do; with one wrong line nothing is approved', async () => {
      const [good, before, other, notTaken, mine, rejected] = await some(6)
      await handOver([good!, before!, other!, rejected!])
      await desk.as(fin, 'POST', `payouts/${mine}/take`, { version: 1 })
      const reject = { version: 2, reason: 'wrong', isNotSent: true }
      await desk.as(fin, 'POST', `payouts/${rejected}/reject`, reject)
      await settle(`id,txId\n${before},${txIdOf(before!)}\n${other},${txIdOf(other!)}\n`)
      const csv = [
        'id,txId',
        `${good},${txIdOf(good!)}`,
        `${before},${txIdOf(before!)}`,
        `${other},${txIdOf(7)}`,
        `${notTaken},${txIdOf(notTaken!)}`,
        `${mine},${txIdOf(mine!)}`,
        `${rejected},${txIdOf(rejected!)}`,
        `999999,${txIdOf(9)}`,
        'x,y',
        `${good},short`,
        '',
      ].join('\n')
      for (const isPreview of [true, false]) {
        const { lines, counts, settled } = await settle(csv, isPreview)
        const states = lines
          .toSorted((a: { line: number }, b: { line: number }) => a.line - b.line)
          .map(({ state }: { state: string }) => state)
        expect(states).toEqual([
          'approve',
          'approvedBefore',
          'otherTransaction',
          'notTaken',
          'takenByOther',
          'rejected',
          'unknown',
          'badLine',
          'otherTransaction',
        ])
        expect(counts).toMatchObject({ approve: 1, otherTransaction: 2 })
        expect(settled).toBeNull()
      }
      expect((await one(good!)).state).toBe('taken')
    })

    test('PQU-005 PQU-010 lines of one file may share a transaction; a later file cannot have it', async () => {
      const [a, b, c] = await some(3)
      await handOver([a!, b!, c!])
      const tx = txIdOf(123_456)
      const csv = `id,txId\n${a},${tx}\n${b},${tx}\n`
      expect((await settle(csv, true)).counts).toEqual({ approve: 2 })
      expect((await one(a!)).state).toBe('taken')
      expect(await settle(csv)).toMatchObject({ settled: 2 })
      expect(await settle(csv)).toMatchObject({ settled: 0, counts: { approvedBefore: 2 } })
      const later = await settle(`id,txId\n${c},${tx}\n`)
      expect(later).toMatchObject({ settled: null, counts: { usedBefore: 1 } })
      const sent = await one(a!)
      expect(sent).toMatchObject({ state: 'sent', endedBy: { email: 'bob@example.com' } })
    })

    test('PQU-010 a file that is no CSV, or has no header, says so and settles nothing', async () => {
      for (const csv of ['', 'id;txId\n1;2\n', 'number,hash\n1,2\n', 'id,txId\n"1\n']) {
        const { counts, settled } = await settle(csv)
        expect([Object.keys(counts), settled]).toEqual([['badLine'], null])
      }
    })

    test('PQU-005 of two files with the same transaction at the same time, one is approved', async () => {
      for (let round = 0; round < 10; round += 1) {
        const ids = await some(2)
        await signIn()
        await handOver(ids)
        const tx = txIdOf(700_000 + round)
        const answers = await Promise.all(
          ids.map((id) =>
            desk.as(bob, 'POST', 'batches/settle', {
              csv: `id,txId\n${id},${tx}\n`,
              isPreview: false,
            }),
          ),
        )
        const outcomes = answers.map(({ code, data }) => code ?? Object.keys(data.counts).join())
        expect(outcomes).toContain('approve')
        expect(['usedBefore', 'changed_meanwhile']).toContain(
          outcomes.find((outcome) => outcome !== 'approve'),
        )
        const states = [await one(ids[0]!), await one(ids[1]!)].map(({ state }) => state)
        expect(states.toSorted()).toEqual(['sent', 'taken'])
      }
    })

    test('PQU-010 of one file sent many times at once, each payout is approved once', async () => {
      const ids = await some(4)
      await handOver(ids)
      const csv = `id,txId\n${ids.map((id) => `${id},${txIdOf(id)}`).join('\n')}\n`
      const answers = await Promise.all(Array.from({ length: 6 }, () => settle(csv)))
      const sums = answers.map(({ settled }) => settled as number)
      expect(sums.reduce((sum, settled) => sum + settled, 0)).toBe(ids.length)
    })
  })

  test('PQU-007 rejecting what is in a batch needs the answer that it was not sent, which its entry holds', async () => {
    const id = await pending()
    await handOver([id])
    const reject = (more: object = {}) =>
      desk.as(fin, 'POST', `payouts/${id}/reject`, {
        version: 2,
        reason: 'the sender failed',
        ...more,
      })
    const refused = await reject()
    expect([refused.code, refused.body.errors[0].fieldName]).toEqual(['required', 'isNotSent'])
    expect((await reject({ isNotSent: true })).code).toBeUndefined()
    const entries = await desk.entriesSince()
    expect(entries.at(-1)).toMatchObject({
      actor: 'fin@example.com',
      command: 'payouts reject',
      details: { id, reason: 'the sender failed', isNotSent: true },
    })
  })

  test('PQU-011 a batch counts what became of its payouts, and what is older than 24 hours', async () => {
    const [a, b, c] = await some(3)
    const { batchId } = (await handOver([a!, b!, c!])).data
    await desk.as(fin, 'POST', `payouts/${a}/approve`, { version: 2, txId: txIdOf(a!) })
    await desk.as(fin, 'POST', `payouts/${b}/reject`, {
      version: 2,
      reason: 'no',
      isNotSent: true,
    })
    const read = async () => (await desk.as(fin, 'GET', `batches/${batchId}`)).data
    const { handedAt } = await read()
    expect(await read()).toMatchObject({ payouts: 3, approved: 1, rejected: 1, open: 1, late: 0 })
    desk.clock.now = handedAt + DAY - 30_000
    fin = await desk.signIn(fin)
    expect(desk.clock.now).toBe(handedAt + DAY)
    expect((await read()).late).toBe(0)
    desk.clock.now += 1
    expect((await read()).late).toBe(1)
    const late = (await desk.as(fin, 'GET', 'batches?state=late')).data.content
    expect(idsIn(late)).toContain(batchId)
    const own = (await desk.as(fin, 'GET', `payouts?batch=${batchId}&state=taken`)).data.content
    expect(idsIn(own)).toEqual([c])
    expect((await desk.as(fin, 'GET', 'batches/999999')).code).toBe('not_found')
  })

  test('verify finds nothing wrong afterwards', async () => {
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
