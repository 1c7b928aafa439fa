import { beforeAll, expect, test } from 'vitest'

import type { Letter } from '../../../mails/letter.ts'
import { onPostgres } from '../../../testing/databases.ts'
import { PayoutDesk, REQUEST, txIdOf } from '../../../testing/payout-desk.ts'
import { erasePartner } from '../../partners/erase-partner.ts'
import { sendNextMail } from './payout-mails.ts'

const MINUTE = 60_000

onPostgres('mails about payouts', (newDatabase) => {
  let desk: PayoutDesk
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
  })

  async function sendAll(): Promise<Letter[]> {
    const letters: Letter[] = []
    const send = async (letter: Letter) => void letters.push(letter)
    while (await sendNextMail(desk.core, { office: 'https://office.test', send }));
    return letters
  }

  test('PAY-082 the mail repeats amount, fee, what arrives and the whole address', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay({ amount: '100.5' })
    const [letter, ...others] = await sendAll()
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      userId: payer.id,
      to: `p${payer.id}@example.com`,
      subject: `Payout ${id} was accepted`,
    })
    for (const body of [letter!.text, letter!.html]) {
      for (const told of ['100.50000000 UCN', '2.01000000 UCN', '98.49000000 UCN', REQUEST.address])
        expect(body).toContain(told)
      expect(body).toContain(`https://office.test/en/transactions/payouts?payout=${id}`)
    }
    expect(await sendAll()).toEqual([])
  })

  test.each([
    ['en', ['Amount: 100.50000000 UCN', 'Fee: 2.01000000 UCN', 'You receive: 98.49000000 UCN']],
    ['de', ['Betrag: 100,50000000 UCN', 'Gebühr: 2,01000000 UCN', 'Sie erhalten: 98,49000000 UCN']],
  ] as const)('PAY-082 in %s each amount stands at its label', async (language, lines) => {
    const payer = await desk.payer()
    await setLanguage(payer.id, language)
    const { id } = await payer.pay({ amount: '100.5' })
    const wallet = language === 'en' ? 'To wallet' : 'An Wallet'
    const [accepted] = await sendAll()
    await desk.approve(id)
    const [sent] = await sendAll()
    for (const letter of [accepted!, sent!]) {
      const told = letter.text.split('\n')
      for (const line of [...lines, `${wallet}: ${REQUEST.address}`]) expect(told).toContain(line)
    }
    expect(sent!.text).toContain(txIdOf(id))
  })

  const setLanguage = (id: number, uiLanguage: string) =>
    desk.core.database.transaction((tx) =>
      tx.updateTable('partners').set({ uiLanguage }).where('id', '=', id).execute(),
    )

  test('C11.31 a payout that was cancelled before its mail went out was never accepted, and is called cancelled', async () => {
    const payer = await desk.payer()
    const { id } = await payer.pay({ amount: '100.5' })
    await payer.cancel(id)
    const [letter, ...others] = await sendAll()
    expect(others).toEqual([])
    expect(letter!.subject).toBe(`Payout ${id} was cancelled`)
    expect(letter!.text).toContain('Amount: 100.50000000 UCN\n')
    expect(letter!.text).not.toMatch(/Reason|98\.49|2\.01/)
  })

  test('a partner whose data were erased gets no mail, and none stays', async () => {
    const payer = await desk.payer()
    await payer.pay()
    await erasePartner(desk.core, payer.id)
    expect(await sendAll()).toEqual([])
    const owed = await desk.core.database.read.selectFrom('payoutMails').selectAll().execute()
    expect(owed).toEqual([])
  })

  test('the end of a payout has its mail, and a reason is text', async () => {
    const payer = await desk.payer()
    const [sent, rejected] = [await payer.pay(), await payer.pay()]
    await sendAll()
    await desk.approve(sent.id)
    await desk.operator('POST', `/payouts/${rejected.id}/reject`, { reason: '<b>no</b> wallet' })
    const letters = await sendAll()
    expect(letters.map(({ subject }) => subject)).toEqual([
      `Payout ${sent.id} was sent`,
      `Payout ${rejected.id} was not sent`,
    ])
    expect(letters[0]!.text).toContain(txIdOf(sent.id))
    expect(letters[1]!.text).toContain('<b>no</b> wallet')
    expect(letters[1]!.html).not.toContain('<b>')
  })

  test('a mail that cannot be handed over is tried again later', async () => {
    const payer = await desk.payer()
    await payer.pay()
    const failing = async () => {
      throw new Error('no mail server')
    }
    const tryOnce = () => sendNextMail(desk.core, { office: '', send: failing })
    await expect(tryOnce()).rejects.toThrow('no mail server')
    expect(await tryOnce()).toBe(false)
    desk.clock.now += MINUTE
    await expect(tryOnce()).rejects.toThrow('no mail server')
    for (const minutes of [2, 4, 8, 16, 32, 60, 60]) {
      desk.clock.now += minutes * MINUTE - 1
      expect(await tryOnce()).toBe(false)
      desk.clock.now += 1
      await expect(tryOnce()).rejects.toThrow('no mail server')
    }
    desk.clock.now += 60 * MINUTE
    expect(await sendAll()).toHaveLength(1)
  })
})
