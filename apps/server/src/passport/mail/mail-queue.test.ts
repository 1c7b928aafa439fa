import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { openTestCore, TEST_NOW } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { MailServer } from '../../testing/mail-server.ts'
import { deliverNext, type DeliverMail, mailQueue } from './mail-queue.ts'
import { smtp } from './smtp.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LETTER = {
  userId: 1,
  to: 'one@example.com',
  subject: 'Häufige Fragen',
  text: 'Hier: http://passport.test/de/reset#token=a-secret',
  html: '<p>Hier</p>',
}

onPostgres('mails to a mail server', (newDatabase) => {
  let core: Core
  let server: MailServer
  let deliverMail: DeliverMail
  const clock = { now: TEST_NOW }
  beforeEach(async () => {
    core = await openTestCore(await newDatabase(), { clock })
    server = await new MailServer({ user: 'office', pass: 'pa:ss@word' }).start()
    deliverMail = smtp(server.url, 'https://passport.test')
  })
  afterEach(() => server.stop())

  const deliver = () => deliverNext(core, deliverMail)
  const waiting = () => core.database.read.selectFrom('passport.mails').selectAll().execute()

  test('are received as they were written, once', async () => {
    await mailQueue(core).send(LETTER)
    expect(server.received).toEqual([])
    expect([await deliver(), await deliver()]).toEqual([true, false])
    expect(server.received).toMatchObject([
      {
        from: { address: 'no-reply@passport.test' },
        to: [{ address: LETTER.to }],
        subject: `${LETTER.subject} · Partner Office`,
        text: `${LETTER.text}\n`,
        html: expect.stringContaining(LETTER.html),
      },
    ])
    expect(await waiting()).toEqual([])
  })

  test('come from the address that the URL names', async () => {
    deliverMail = smtp(`${server.url}?from=office@example.com`, 'https://passport.test')
    await mailQueue(core).send(LETTER)
    await deliver()
    expect(server.received[0]?.from?.address).toBe('office@example.com')
  })

  test('wait while the server is down, twice as long each time, and arrive once it is back', async () => {
    await server.stop()
    await mailQueue(core).send(LETTER)
    const stored = JSON.stringify(await waiting())
    for (const hidden of ['a-secret', LETTER.to]) {
      expect(stored).not.toContain(hidden)
      expect(stored).not.toContain(JSON.stringify([...Buffer.from(hidden)]).slice(1, -1))
    }

    await expect(deliver()).rejects.toThrow('The mail server did not take a mail: ESOCKET')
    clock.now += MINUTE - 1
    expect(await deliver()).toBe(false)
    clock.now += 1
    await expect(deliver()).rejects.toThrow('did not take')
    clock.now += 2 * MINUTE - 1
    expect(await deliver()).toBe(false)

    await server.start()
    clock.now += 1
    expect([await deliver(), await deliver()]).toEqual([true, false])
    expect(server.received).toHaveLength(1)
  })

  test('are retried for a day, at least once an hour', async () => {
    await server.stop()
    await mailQueue(core).send(LETTER)
    let tries = 0
    for (const end = clock.now + 25 * HOUR; clock.now < end; clock.now += MINUTE) {
      tries += (await deliver().catch(() => true)) ? 1 : 0
    }
    // After 0, 1, 3, 7, 15, 31 minutes, then each hour; the last once a day is over.
    expect(tries).toBe(6 + 24)
    expect(await waiting()).toEqual([])
  })

  test('with a permanent refusal are dropped, others are not', async () => {
    server.refuses.set('gone@example.com', 550).set('busy@example.com', 451)
    for (const to of ['gone@example.com', 'busy@example.com']) {
      await mailQueue(core).send({ ...LETTER, to })
      await expect(deliver()).rejects.toThrow('did not take')
      clock.now += 1
    }
    expect(await waiting()).toHaveLength(1)
    server.refuses.clear()
    clock.now += MINUTE
    await deliver()
    expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual(['busy@example.com'])
  })

  test('are kept while the login fails, and its log has no secret', async () => {
    deliverMail = smtp(server.url.replace('pa%3Ass', 'wrong'), 'https://passport.test')
    await mailQueue(core).send(LETTER)
    const error = await deliver().catch((refused: Error) => refused)
    expect(String(error)).toBe('Error: The mail server did not take a mail: EAUTH 535')
    expect(await waiting()).toHaveLength(1)
  })
})
