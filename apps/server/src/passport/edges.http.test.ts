import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { TestIdentity } from '../testing/identity.ts'
import { deliverNext, mailQueue, MailRefused } from './mail/mail-queue.ts'
import { hashOf } from '../proofs/secret-token.ts'
import { codeAt } from '../proofs/totp.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 30 * SECOND
const LETTER = { userId: 1, to: 'one@example.com', subject: '', text: '', html: '' }

/** An instant one millisecond before a limit, at it, and one after it; only the first is inside. */
const AROUND: readonly (readonly [string, number, boolean])[] = [
  ['one below', -1, true],
  ['equal', 0, false],
  ['one above', 1, false],
]

/** Every limit of the passport, one below it, at it and one above it. */
onPostgres('limits of the passport', (newDatabase) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(async () => {
    await identity.startAgain()
    await db().deleteFrom('passport.mails').execute()
  })

  const db = () => identity.core.database.read
  const isOpen = async (token: string) =>
    (await identity.as(token, 'GET', '/v1/user')).status === 200

  test.each(AROUND)('STA-044 a hand-off is swapped within 60 s: %s', async (_, off, isIn) => {
    const handOff = await identity.handOff()
    identity.clock.now += MINUTE + off
    expect((await identity.swap(handOff)).status).toBe(isIn ? 200 : 400)
  })

  test.each([
    ['42 characters', 42, false],
    ['43 characters', 43, true],
    ['44 characters', 44, true],
    ['127 characters', 127, true],
    ['128 characters', 128, true],
    ['129 characters', 129, false],
  ])('STA-044 a verifier of %s', async (_, length, isIn) => {
    const verifier = 'v'.repeat(length)
    const challenge = hashOf(verifier).toString('base64url')
    const { token } = await identity.handOff({ challenge })
    expect((await identity.swap({ token, verifier })).status).toBe(isIn ? 200 : 400)
  })

  test.each([
    [42, false],
    [43, true],
    [44, false],
  ])('a challenge of %d characters', async (length, isIn) => {
    const { body } = await identity.login({ challenge: 'c'.repeat(length) })
    expect(body.state).toBe(isIn ? 'success' : 'error')
  })

  test.each([
    ['one below', -1, true],
    ['equal', 0, true],
    ['one above', 1, false],
  ])('a locked account swaps from the end of its lock: %s', async (_, off, isIn) => {
    const handOff = await identity.handOff()
    const lockedUntil = identity.clock.now + off
    await db()
      .updateTable('passport.accounts')
      .set({ lockedUntil })
      .where('userId', '=', 1)
      .execute()
    expect((await identity.swap(handOff)).status).toBe(isIn ? 200 : 400)
  })

  test('D-148 neither a session nor a hand-off of a closed account is accepted', async () => {
    const token = await identity.signIn()
    const handOff = await identity.handOff()
    const close = (closedAt: number | null) =>
      db().updateTable('passport.accounts').set({ closedAt }).where('userId', '=', 1).execute()
    await close(identity.clock.now)
    identity.core.database.recent.forget()
    expect(await isOpen(token)).toBe(false)
    expect((await identity.swap(handOff)).status).toBe(400)
    await close(null)
  })

  test.each([
    ['90s', 90 * SECOND],
    ['5m', 5 * MINUTE],
    ['2h', 2 * HOUR],
    ['3d', 3 * DAY],
    ['45000', 45 * SECOND],
  ])(
    'D-024 a session that is idle for %s ends, not a millisecond earlier',
    async (idle, length) => {
      await identity.configure({ sessionIdle: idle })
      const [kept, lost] = [await identity.signIn(), await identity.signIn()]
      identity.clock.now += length - 1
      expect(await isOpen(kept)).toBe(true)
      identity.clock.now += 1
      expect(await isOpen(lost)).toBe(false)
      expect(await isOpen(kept)).toBe(true)
    },
  )

  test.each([
    ['24h', MINUTE],
    ['20m', MINUTE],
    ['10m', 30 * SECOND],
  ])('with %s of idle time the last use is stored every %d ms', async (sessionIdle, length) => {
    await identity.configure({ sessionIdle })
    const token = await identity.signIn()
    const openedAt = identity.clock.now
    const lastUse = async () => {
      await isOpen(token)
      const { lastUsedAt } = await db()
        .selectFrom('passport.sessions')
        .select('lastUsedAt')
        .where('tokenHash', '=', hashOf(token))
        .executeTakeFirstOrThrow()
      return lastUsedAt - openedAt
    }
    identity.clock.now += length - 1
    expect(await lastUse()).toBe(0)
    identity.clock.now += 1
    expect(await lastUse()).toBe(length)
  })

  test.each([
    ['the idle time', '1h', '2h', HOUR],
    ['the longest life', '2h', '1h', HOUR],
  ])('API-046 a token expires after %s, whichever ends first', async (_, idle, most, length) => {
    await identity.configure({ sessionIdle: idle, sessionMax: most })
    const { body: swapped } = await identity.swap(await identity.handOff())
    expect(swapped.data.expires).toBe(identity.clock.now + length)
    const token = swapped.data.access_token
    const { body } = await identity.form('/oauth/check_token', { token })
    expect(body.data.exp).toBe((identity.clock.now + length) / SECOND)
  })

  test.each([
    [9, null],
    [10, 15 * MINUTE],
    [11, null],
    [19, null],
    [20, 30 * MINUTE],
    [30, HOUR],
    [60, 8 * HOUR],
    [70, 16 * HOUR],
    [80, DAY],
    [90, DAY],
    [1_000, DAY],
  ])('wrong password number %d in a row locks for %j ms', async (number, length) => {
    const { now } = identity.clock
    await db()
      .updateTable('passport.accounts')
      .set({ wrongPasswords: number - 1, lastAttemptAt: now })
      .where('userId', '=', 1)
      .execute()
    await sql`insert into passport.unknown_sign_ins values
      (${hashOf('nobody@example.com')}, ${number - 1}, null, ${now})`.execute(db())
    for (const email of ['one@example.com', 'nobody@example.com']) {
      await identity.login({ email, password: 'wrong' })
    }
    const lock = { wrongPasswords: number, lockedUntil: length === null ? null : now + length }
    const locks = [
      await db()
        .selectFrom('passport.accounts')
        .select(['wrongPasswords', 'lockedUntil'])
        .where('userId', '=', 1)
        .executeTakeFirst(),
      await db()
        .selectFrom('passport.unknownSignIns')
        .select(['wrongPasswords', 'lockedUntil'])
        .executeTakeFirst(),
    ]
    expect(locks).toEqual([lock, lock])
  })

  test.each([
    ['one below two days', -1, { wrongPasswords: 20, lockedFor: 30 * 60_000 }],
    ['two days', 0, { wrongPasswords: 1, lockedFor: null }],
  ])(
    '%s after the last attempt, an account and an unknown address count alike',
    async (_title, off, expected) => {
      const { now } = identity.clock
      const lastAt = now - 2 * DAY - off
      await db()
        .updateTable('passport.accounts')
        .set({ wrongPasswords: 19, lastAttemptAt: lastAt })
        .where('userId', '=', 1)
        .execute()
      await sql`insert into passport.unknown_sign_ins values
      (${hashOf('nobody@example.com')}, 19, null, ${lastAt})`.execute(db())
      for (const email of ['one@example.com', 'nobody@example.com']) {
        await identity.login({ email, password: 'wrong' })
      }
      const { rows } = await sql<{ wrongPasswords: number; lockedFor: number | null }>`
      select wrong_passwords, locked_until - ${now}::bigint as locked_for from passport.accounts where user_id = 1
      union all select wrong_passwords, locked_until - ${now}::bigint from passport.unknown_sign_ins`.execute(
        db(),
      )
      expect(rows).toEqual([expected, expected])
    },
  )

  test.each([
    ['one below', -1, false],
    ['equal', 0, true],
    ['one above', 1, true],
  ])('a lock ends at its end: %s', async (_, off, isIn) => {
    const lockedUntil = identity.clock.now + HOUR
    const lock = { wrongPasswords: 20, lockedUntil }
    await db().updateTable('passport.accounts').set(lock).where('userId', '=', 1).execute()
    identity.clock.now = lockedUntil + off
    expect((await identity.login()).body.state).toBe(isIn ? 'success' : 'error')
  })

  test.each(AROUND)('the minute of a limit runs from its first call: %s', async (_, off, isIn) => {
    await identity.configure({ 'rateLimit.signInAccount': '1' })
    await identity.login()
    identity.clock.now += MINUTE + off
    const { status, headers } = await identity.login()
    expect([status, headers['retry-after']]).toEqual(isIn ? [429, '1'] : [200, undefined])
    expect((await identity.login()).status).toBe(429)
  })

  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1_000, 59],
    [1_001, 59],
    [59_000, 1],
    [59_999, 1],
  ])('a call refused %d ms into the minute may come again after %d s', async (elapsed, seconds) => {
    await identity.configure({ 'rateLimit.signInAddress': '1' })
    await identity.login()
    identity.clock.now += elapsed
    expect((await identity.login()).headers['retry-after']).toBe(String(seconds))
  })

  test.each([
    ['0', [200, 200, 200]],
    ['1', [200, 429, 429]],
    ['2', [200, 200, 429]],
  ])('a limit of %s lets %j through', async (limit, expected) => {
    await identity.configure({ 'rateLimit.signInAccount': limit })
    const statuses = []
    for (const _ of expected) statuses.push((await identity.login()).status)
    expect(statuses).toEqual(expected)
  })

  test.each(AROUND)('a password mail is valid for 30 minutes: %s', async (_, off, isIn) => {
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const token = await identity.mailedToken(1)
    identity.clock.now += 30 * MINUTE + off
    const form = { token, password: 'another-Secret-1' }
    const { body } = await identity.post('/v1/password/reset', form)
    expect(body.state).toBe(isIn ? 'success' : 'error')
  })

  test.each(AROUND)('a confirmation mail is valid for a day: %s', async (title, off, isIn) => {
    const form = {
      email: `${title.replace(' ', '-')}@example.com`,
      password: 'a-Secret-of-one',
      firstName: 'Zoë',
      lastName: 'Edge',
      country: 'IE',
      language: 'en',
      application: 'partner',
    }
    await identity.post('/v1/registration', form)
    const token = await identity.mailedToken(1)
    identity.clock.now += DAY + off
    const reset = await identity.post('/v1/password/reset', { token, password: form.password })
    expect(reset.body.state).toBe('error')
    const { body } = await identity.post('/v1/registration/confirm', { token })
    expect(body.state).toBe(isIn ? 'success' : 'error')
  })

  test('no code of a step up to the last accepted one is accepted, and the next one is', async () => {
    const token = await identity.signIn()
    const { body } = await identity.as(token, 'POST', '/v1/two-fa/google')
    const codeOfStep = (off: number) =>
      codeAt(body.data.secret, Math.floor(identity.clock.now / STEP) + off)
    const now = { code: codeOfStep(0) }
    await identity.as(token, 'POST', '/v1/two-fa/google/confirm', now)
    const states = []
    for (const off of [-1, 0, 1, 0]) {
      states.push((await identity.login({ code: codeOfStep(off) })).body.state)
    }
    expect(states).toEqual(['error', 'error', 'success', 'error'])
  })

  test.each(AROUND)('a mail is retried for a day: %s', async (_, off, isIn) => {
    const { core } = identity
    await mailQueue(core).send(LETTER)
    identity.clock.now += DAY + off
    const refuse = async () => {
      throw new MailRefused('busy', false)
    }
    await expect(deliverNext(core, refuse)).rejects.toThrow('busy')
    const waiting = await db().selectFrom('passport.mails').select('nextAt').execute()
    expect(waiting).toEqual(isIn ? [{ nextAt: identity.clock.now + MINUTE }] : [])
  })

  test('a clock that has jumped makes no mail old, and a try set by it comes at once', async () => {
    const problem = async () => 'it has jumped'
    const core = { ...identity.core, trustedClock: { ...identity.core.trustedClock, problem } }
    const refuse = async () => {
      throw new MailRefused('busy', false)
    }
    await mailQueue(core).send(LETTER)
    identity.clock.now += 40 * DAY
    await expect(deliverNext(core, refuse)).rejects.toThrow('busy')
    const isSentAt = async (nextAt: number) => {
      await db().updateTable('passport.mails').set({ nextAt }).execute()
      return deliverNext(core, async () => {})
    }
    expect(await isSentAt(identity.clock.now + HOUR)).toBe(false)
    expect(await isSentAt(identity.clock.now + HOUR + 1)).toBe(true)
  })

  test.each(AROUND)(
    'a session used by a clock that was ahead ends: a day ahead, %s',
    async (_, off, isIn) => {
      const token = await identity.signIn()
      const lastUsedAt = identity.clock.now + DAY + 1 + off
      await db().updateTable('passport.sessions').set({ lastUsedAt }).execute()
      const { status } = await identity.as(token, 'GET', '/v1/user')
      expect(status).toBe(isIn ? 200 : 401)
    },
  )

  test.each([
    [1, 2 * MINUTE],
    [5, 32 * MINUTE],
    [6, HOUR],
    [7, HOUR],
    [1_000, HOUR],
  ])('a mail that was tried %d times waits %d ms', async (tries, length) => {
    const { core } = identity
    await mailQueue(core).send(LETTER)
    await db().updateTable('passport.mails').set({ tries }).execute()
    const refuse = async () => {
      throw new MailRefused('busy', false)
    }
    await expect(deliverNext(core, refuse)).rejects.toThrow('busy')
    const waiting = await db().selectFrom('passport.mails').select('nextAt').execute()
    expect(waiting).toEqual([{ nextAt: identity.clock.now + length }])
  })

  test.each([
    ['one below', -1, 2],
    ['equal', 0, 1],
    ['one above', 1, 1],
  ])('expired rows are deleted at sign-in: %s', async (_, off, left) => {
    // Rows are deleted once an hour, so each case has a day of its own.
    const at = identity.clock.now + (40 + off) * DAY
    const row = (age: number, created: number) => at - age + created
    const twice = <T>(make: (tokenHash: Buffer, kept: number, each: number) => T): T[] =>
      [0, 1].map((each) => make(hashOf(`row ${each}`), each === 0 ? HOUR : -off, each))
    await db()
      .insertInto('passport.sessions')
      .values(
        twice((tokenHash, kept) => ({
          tokenHash,
          userId: 2,
          application: 'partner',
          openedAt: row(30 * DAY, kept),
          lastUsedAt: at,
        })),
      )
      .execute()
    await db()
      .insertInto('passport.handOffs')
      .values(
        twice((tokenHash, kept) => ({
          tokenHash,
          userId: 2,
          application: 'partner',
          challenge: null,
          fromKnownDevice: false,
          expiresAt: row(30 * DAY, kept),
        })),
      )
      .execute()
    await db()
      .insertInto('passport.mailedTokens')
      .values(
        twice((tokenHash, kept, each) => ({
          tokenHash,
          userId: 2,
          purpose: each === 0 ? ('confirm' as const) : ('reset' as const),
          address: 'two@example.com',
          expiresAt: row(0, kept),
        })),
      )
      .execute()
    await db()
      .insertInto('passport.passkeyChallenges')
      .values(
        twice((challengeHash, kept) => ({
          challengeHash,
          holderHash: challengeHash,
          purpose: 'signIn',
          userId: null,
          expiresAt: row(0, kept),
        })),
      )
      .execute()
    await db()
      .insertInto('passport.documents')
      .values(
        twice((_hash, kept) => ({
          userId: 2,
          verificationId: null,
          name: 'a.pdf',
          mediaType: 'application/pdf',
          bytes: 1,
          sentAt: row(HOUR, kept),
        })),
      )
      .execute()
    const change = { oldEmail: 'a@example.com', newEmail: 'b@example.com' }
    await db()
      .insertInto('passport.emailChanges')
      .values([
        ...twice((_hash, kept, each) => ({
          ...change,
          userId: 10 + each,
          askedAt: 0,
          changedAt: row(3 * DAY, kept),
        })),
        ...twice((_hash, kept, each) => ({
          ...change,
          userId: 20 + each,
          askedAt: row(DAY, kept),
          changedAt: null,
        })),
      ])
      .execute()
    await db()
      .insertInto('passport.devices')
      .values(
        twice((tokenHash, kept) => ({
          tokenHash,
          userId: 2,
          knownAt: 0,
          lastUsedAt: row(365 * DAY, kept),
        })),
      )
      .execute()
    for (const [each, kept] of [HOUR, -off].entries()) {
      await sql`insert into passport.rate_limits values
        (${`row ${each}`}, ${row(HOUR, kept)}, 1)`.execute(db())
      await sql`insert into passport.unknown_sign_ins values
        (${hashOf(`row ${each}`)}, 1, null, ${row(2 * DAY, kept)})`.execute(db())
      await mailQueue({ ...identity.core, clock: () => row(2 * DAY, kept) }).send(LETTER)
    }

    const marker = {
      tokenHash: hashOf('marker'),
      userId: 1,
      purpose: 'reset' as const,
      address: '',
    }
    await db()
      .insertInto('passport.mailedTokens')
      .values({ ...marker, expiresAt: 0 })
      .execute()

    identity.clock.now = at
    await identity.login({ email: 'nobody@example.com' })
    const isMarked = async () =>
      (
        await db()
          .selectFrom('passport.mailedTokens')
          .select('userId')
          .where('tokenHash', '=', marker.tokenHash)
          .execute()
      ).length
    await expect.poll(isMarked).toBe(0)
    const count = async () => {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*) from passport.sessions) as sessions,
        (select count(*) from passport.hand_offs) as hand_offs,
        (select count(*) from passport.mailed_tokens) as mailed_tokens,
        (select count(*) from passport.devices) as devices,
        (select count(*) from passport.rate_limits where subject like 'row%') as rate_limits,
        (select count(*) from passport.unknown_sign_ins where last_at < ${at}) as unknown_sign_ins,
        (select count(*) from passport.passkey_challenges) as passkey_challenges,
        (select count(*) from passport.documents) as documents,
        (select count(*) from passport.email_changes where changed_at is null) as asked_changes,
        (select count(*) from passport.email_changes where changed_at is not null) as made_changes,
        (select count(*) from passport.mails) as mails`.execute(db())
      return Object.values(rows[0]!)
    }
    expect(await count()).toEqual(Array(11).fill(left))
  })

  test('expired rows are deleted once an hour', async () => {
    const expire = () =>
      db()
        .insertInto('passport.mailedTokens')
        .values({
          tokenHash: hashOf('row'),
          userId: 2,
          purpose: 'reset',
          address: '',
          expiresAt: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    const rows = () => db().selectFrom('passport.mailedTokens').select('userId').execute()
    identity.clock.now += 100 * DAY
    await expire()
    await identity.login()
    await expect.poll(rows).toEqual([])
    await expire()
    identity.clock.now += HOUR - 1
    await identity.login()
    await expect(identity.login()).resolves.toMatchObject({ status: 200 })
    expect(await rows()).toHaveLength(1)
    identity.clock.now += 1
    await identity.login()
    await expect.poll(rows).toEqual([])
  })
})
