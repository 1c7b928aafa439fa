import { beforeAll, expect, test } from 'vitest'

import { asUpload } from '../../testing/core.ts'
import { onBothDatabases, onPostgres } from '../../testing/databases.ts'
import { newAddress, PayoutDesk } from '../../testing/payout-desk.ts'
import { verifyAll } from '../../verify/verify-all.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { batchLines, handOverPayouts, settlePayouts } from './hand-over.ts'

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
    return ['id,txId', ...ids.map((id) => `${id},0x${id}`)].join('\n')
  }
}

onBothDatabases('handing payouts over', (newDatabase) => {
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
      txId: `0x${first.id}`,
    })
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })

  test('a file with a bad line settles nothing, and every bad line is named', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay()
    const other = await payer.pay()
    await payer.cancel(other.id)
    const file = ['id,txId', `${id},0x1`, 'five,0x2', `${id},two words`, '99999,0x4'].join('\n')
    await expect(settlePayouts(desk.core, asUpload(file))).rejects.toMatchObject({ total: 2 })
    const unknown = ['id,txId', `${id},0x1`, '99999,0x4', `${other.id},0x5`].join('\n')
    await expect(settlePayouts(desk.core, asUpload(unknown))).rejects.toMatchObject({
      problems: [
        { line: 3, problem: 'there is no payout 99999' },
        { line: 4, problem: 'it is not pending' },
      ],
    })
    expect((await payer.get(`/v1/payout/${id}`)).status).toBe('PENDING')
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
