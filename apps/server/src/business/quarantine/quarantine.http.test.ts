import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { InQuarantine } from '../../core/in-quarantine.ts'
import { leaderJobsOf } from '../../jobs/jobs.ts'
import { mailJobs } from '../../jobs/mail-jobs.ts'
import { readEnvironment } from '../../env.ts'
import type { Db } from '../../db/database.ts'
import type { Letter } from '../../mails/letter.ts'
import { onPostgres } from '../../testing/databases.ts'
import { type Payer, PayoutDesk, txIdOf } from '../../testing/payout-desk.ts'
import { runOffice } from '../../testing/run-office.ts'
import { asUpload } from '../../testing/core.ts'
import { closePeriod } from '../months/close-period.ts'
import { noteFirstService } from '../months/due-months.ts'
import { handOverPayouts } from '../payouts/end/hand-over.ts'
import { changeSettings } from '../settings/change-settings.ts'
import { beginQuarantine } from './quarantine.ts'
import { acceptRestored, showRestored } from './restored.ts'

const HOUR_MS = 3_600_000
const QUIET = pino({ level: 'silent' })

/** Events of one endpoint, whose deliveries have these states. */
async function storeEvents(db: Db, states: readonly ('PENDING' | 'DELIVERED' | 'GIVEN_UP')[]) {
  await sql`
    with endpoint as (
      insert into console.endpoints (address, note, types, sealed_secret, added_at)
      values ('https://hooks.example.com', '', '{order.recorded}', '', 1) returning id),
    events as (
      insert into console.webhook_events (id, type, at, body, noted_at)
      select 'event ' || at, 'order.recorded', at, '{}', 1 from generate_series(1, ${states.length}) as at returning number, at)
    insert into console.deliveries (endpoint_id, event_number, partner_id, due_at, state, ended_at)
    select e.id, v.number, 0, 1, s.state, case when s.state = 'PENDING' then null else 1 end
    from endpoint e, events v join unnest(${[...states]}::text[]) with ordinality as s(state, place) on s.place = v.at`.execute(
    db,
  )
}

onPostgres('a restored database', (newDatabase) => {
  let desk: PayoutDesk
  let payer: Payer
  const sent: Letter[] = []

  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
    await changeSettings(desk.core, { maxPendingPayouts: '100' })
    // The month before is due.
    await noteFirstService(desk.core.database.read, desk.clock.now - 1)
    payer = await desk.payer()
  })
  beforeEach(() => beginQuarantine(desk.core, 'it holds 7 of 9 facts'))
  afterEach(async () => {
    sent.length = 0
    await acceptRestored(desk.core, { reason: 'test', left: null }).catch(() => {})
  })

  const office = (...words: string[]) => runOffice(desk.core, words)
  const accept = (file: string | null = null) =>
    acceptRestored(desk.core, { reason: 'all seen', left: file === null ? null : asUpload(file) })

  /** Runs every job of the leader every five minutes, for an hour. */
  async function hourOfJobs(): Promise<void> {
    const environment = readEnvironment({
      DATA_DIR: desk.core.uploads,
      SMTP_URL: 'smtp://127.0.0.1:1',
    })
    const mail = { send: async (letter: Letter) => void sent.push(letter) }
    const jobs = [...leaderJobsOf(desk.core, QUIET), ...mailJobs(desk.core, mail, environment)]
    for (let minute = 0; minute < 60; minute += 5) {
      desk.clock.now += HOUR_MS / 12
      for (const { run } of jobs) await run().catch(() => {})
    }
  }
  const closings = () => desk.core.database.read.selectFrom('closings').selectAll().execute()

  test('BKP-004 sends no mail, hands nothing over and closes nothing, for an hour; then each mail leaves once', async () => {
    const { id } = await payer.pay()
    await payer.cancel(id)
    const before = await closings()
    await hourOfJobs()
    expect(sent).toEqual([])
    expect(await closings()).toEqual(before)
    await accept()
    await hourOfJobs()
    expect(sent.map(({ subject }) => subject)).toEqual([`Payout ${id} was cancelled`])
    expect(await closings()).toHaveLength(before.length + 1)
  })

  test.each([
    ['a batch', () => handOverPayouts(desk.core)],
    ['a close', () => closePeriod(desk.core, '2026-10')],
  ])('BKP-004 refuses %s', async (_title, act) => {
    await expect(act()).rejects.toThrow(InQuarantine)
  })

  test('BKP-004 takes no payout up, and records orders and what had happened', async () => {
    const [taken, open] = [await payer.pay(), await payer.pay()]
    await accept()
    await desk.operator('POST', `/payouts/${taken.id}/take`)
    await beginQuarantine(desk.core, 'again')
    const answer = await desk.operator('POST', `/payouts/${open.id}/take`)
    expect([answer.status, answer.error]).toEqual([
      503,
      expect.objectContaining({ errors: ['quarantine'] }),
    ])
    const line = await office('payouts', 'take', String(open.id))
    expect(line).toMatchObject({ exit: 1, notes: [new InQuarantine().message] })
    expect(
      await desk.operator('POST', `/payouts/${taken.id}/approve`, { txId: txIdOf(taken.id) }),
    ).toMatchObject({
      status: 200,
      code: undefined,
    })
    const order = { orderId: 1, userId: payer.id, amount: '1.00', paidAt: desk.clock.now }
    expect(await desk.operator('POST', '/orders', order)).toMatchObject({
      status: 200,
      code: undefined,
    })
    await payer.cancel(open.id)
  })

  describe('BKP-005 office restored', () => {
    test('BKP-005 show counts messages to devices, and events that no webhook has delivered', async () => {
      const { database } = desk.core
      const waiting = async () => (await showRestored(desk.core)).waiting
      const before = await waiting()
      await database.read
        .insertInto('pushNotes')
        .values({
          partnerId: payer.id,
          key: 'newCommission',
          day: 1,
          dueAt: 1,
          entries: 1,
          sums: '{}',
          items: '[]',
        })
        .execute()
      await storeEvents(database.read, ['PENDING', 'PENDING', 'DELIVERED', 'GIVEN_UP'])
      expect(await waiting()).toEqual({
        ...before,
        pushes: Number(before.pushes) + 1,
        webhooks: Number(before.webhooks) + 2,
      })
      const { out } = await office('restored', 'show')
      expect(out).toContain(`waits\tevents for webhooks\t${Number(before.webhooks) + 2}\n`)
      expect(out).toContain(`waits\tmessages to devices\t${Number(before.pushes) + 1}\n`)
    })

    test('BKP-005 show lists the reason, what waits, the last order and open payouts', async () => {
      const order = { orderId: 2, userId: payer.id, amount: '1.00', paidAt: desk.clock.now }
      await desk.operator('POST', '/orders', order)
      const recordedAt = new Date(desk.clock.now).toISOString()
      await desk.core.database.read.deleteFrom('payoutMails').execute()
      const { id } = await payer.pay()
      const { exit, out } = await office('restored', 'show')
      const lines = out
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t'))
      expect(exit).toBe(0)
      expect(lines[0]).toEqual(['quarantine', expect.any(String), 'it holds 7 of 9 facts'])
      expect(lines).toContainEqual(['waits', 'mails about payouts', '1'])
      expect(lines).toContainEqual(['last order', '2', recordedAt, 'send later ones again'])
      expect(lines.at(-1)?.slice(0, 2)).toEqual(['payout', String(id)])
      expect(lines.at(-1)).toContain('not taken up')
      await payer.cancel(id)
    })

    test('BKP-005 accept marks the payouts of a file as sent, taken up or not, and nothing leaves twice', async () => {
      const [left, waiting] = [await payer.pay(), await payer.pay()]
      const { settled } = await accept(`id,txId\n${left.id},${txIdOf(left.id)}\n`)
      expect(settled).toBe(1)
      expect((await handOverPayouts(desk.core)).map(({ id }) => id)).toEqual([waiting.id])
      await desk.operator('POST', `/payouts/${waiting.id}/reject`, { reason: 'test' })
    })

    test('accept refuses a file with a payout that it does not know, and changes nothing', async () => {
      const { id } = await payer.pay()
      const file = `id,txId\n${id},${txIdOf(id)}\n99999,${txIdOf(2)}\n`
      await expect(accept(file)).rejects.toMatchObject({
        problems: [{ line: 3, problem: 'there is no payout 99999' }],
      })
      await expect(handOverPayouts(desk.core)).rejects.toThrow(InQuarantine)
      await payer.cancel(id)
    })

    test('BKP-005 accept is one entry of the audit log with its reason, and refused a second time', async () => {
      const words = ['restored', 'accept', '--reason', 'nothing had left']
      expect(await office(...words)).toMatchObject({
        exit: 0,
        out: 'the quarantine has ended; 0 payouts that had left marked as sent\n',
      })
      expect(await office(...words)).toMatchObject({
        exit: 1,
        notes: ['the database is not in quarantine: nothing waits'],
      })
      const entries = await desk.core.database.read
        .selectFrom('auditLog')
        .select('arguments')
        .where('command', '=', 'restored accept')
        .execute()
      expect(entries).toEqual([{ arguments: { words: [], reason: 'nothing had left' } }])
    })
  })
})
