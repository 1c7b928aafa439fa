import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { recentSettings } from '../business/settings/read-settings.ts'
import { onPostgres } from '../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../testing/identity.ts'
import type { Tx } from '../db/database.ts'
import { PasskeyDevice } from '../testing/passkey-device.ts'
import { race, raceInOrder, RACERS } from '../testing/races.ts'
import { setAuthenticator } from './accounts/accounts.ts'
import { PasswordHasher } from '../proofs/password-hasher.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { deliverNext, mailQueue } from './mail/mail-queue.ts'
import type { Passport } from './passport.ts'
import { changePassword } from './passwords/passwords.ts'
import { Semaphore } from '../turns/semaphore.ts'
import { signIn } from './sign-in/sign-in.ts'
import { requireSession } from './tokens/sessions.ts'
import { codeAt } from '../proofs/totp.ts'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const NEW_PASSWORD = 'another-Secret-1'
/** One fewer than the attempts that lock an account. */
const ATTEMPTS = 9
const FORM = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, repeat: NEW_PASSWORD }

/** Starts comparing at once, and answers only when the gate opens: every caller then has a right password. */
class GatedHasher extends PasswordHasher {
  arrived = 0
  readonly #gate = Promise.withResolvers<void>()

  open(): void {
    this.#gate.resolve()
  }

  override async isRight(stored: string | null, password: string): Promise<boolean> {
    const isRight = await super.isRight(stored, password)
    this.arrived += 1
    await this.#gate.promise
    return isRight
  }
}

function passportWith({ core }: TestIdentity, passwords: PasswordHasher): Passport {
  return {
    core,
    passwords,
    mail: { send: async () => {} },
    background: new BackgroundTasks((error) => {
      throw error
    }),
    signIns: new Semaphore(RACERS),
    officeOrigin: 'http://office.test',
    passportOrigin: 'http://passport.test',
    business: {
      setting: async (name) => (await recentSettings(core.database))[name],
      register: () => Promise.reject(new Error('these tests register no account')),
      enroll: () => Promise.reject(new Error('these tests register no account')),
      contactOf: async () => ({ phone: '', language: 'en', version: '' }),
      changeContact: async () => {},
      changeEmail: async () => {},
    },
  }
}

const values = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))

onPostgres('races of the passport', (newDatabase) => {
  const openUnlimited = async () => {
    const identity = await TestIdentity.open(await newDatabase())
    await identity.configure({ 'rateLimit.signInAccount': '0', signInToken: 'access' })
    return identity
  }
  const openSessions = ({ core }: TestIdentity, userId: number) =>
    core.database.read
      .selectFrom('passport.sessions')
      .select('tokenHash')
      .where('userId', '=', userId)
      .execute()

  test('ACC-018 no sign-in with the old password outlives a password change at the same time', async () => {
    const identity = await openUnlimited()
    const { token } = await identity.handOff()
    const passwords = new GatedHasher()
    const passport = passportWith(identity, passwords)
    const session = await requireSession(passport, `Bearer ${token}`)
    const login = {
      email: 'one@example.com',
      password: PASSWORD,
      application: 'partner',
      backUrl: 'http://office.test/en/catch',
      code: '',
      challenge: '',
    }
    const caller = {
      userAgent: '',
      address: '10.0.0.1',
      device: null,
      setDeviceToken: () => {},
      passkeyBrowser: null,
      setPasskeyBrowser: () => {},
    }
    const change = changePassword(passport, session, FORM)
    const signIns = Array.from({ length: ATTEMPTS - 1 }, () => signIn(passport, login, caller))
    await expect.poll(() => passwords.arrived, { timeout: 20_000 }).toBe(ATTEMPTS)

    const results = await race<unknown>(
      identity.core.database,
      (tx) => tx.selectFrom('passport.accounts').selectAll().forUpdate().execute(),
      [change, ...signIns].map((call) => () => {
        passwords.open()
        return call
      }),
    )
    expect(results[0]).toMatchObject({ status: 'fulfilled' })
    expect(await openSessions(identity, 1)).toEqual([{ tokenHash: session.tokenHash }])
  })

  test('ACC-018 no hand-off that is swapped during a password change leaves a session', async () => {
    const identity = await openUnlimited()
    const { token } = await identity.handOff()
    await identity.configure({ signInToken: 'handoff' })
    const handOffs = []
    for (let each = 1; each < RACERS; each += 1) handOffs.push(await identity.handOff())

    const results = await race(
      identity.core.database,
      (tx) => sql`lock table passport.sessions in share mode`.execute(tx),
      [
        ...handOffs.map((handOff) => () => identity.swap(handOff)),
        () => identity.as(token, 'PUT', '/v1/password', FORM),
      ],
    )
    expect(values(results).at(-1)).toMatchObject({ status: 200 })
    expect(await openSessions(identity, 1)).toHaveLength(1)
    expect((await identity.as(token, 'GET', '/v1/user')).status).toBe(200)
  })

  test('an authenticator is confirmed with the secret that its code belongs to', async () => {
    const identity = await openUnlimited()
    const { token } = await identity.handOff()
    const begin = () => identity.as(token, 'POST', '/v1/two-fa/google')
    const first = (await begin()).body.data.secret
    const step = Math.floor(identity.clock.now / 30_000)
    const code = codeAt(first, step)

    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.authenticators').selectAll().forUpdate().execute(),
      [
        ...Array.from({ length: RACERS - 1 }, () => begin),
        () => identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code }),
      ],
    )
    const confirmed = values(results).at(-1)!.body.state === 'success'
    identity.clock.now += 30_000
    const { body } = await identity.login({ code: codeAt(first, step + 1) })
    expect(body.state).toBe(confirmed ? 'success' : 'error')
    if (!confirmed) expect(body.errors).toEqual({ code: '2fa_disabled' })
  })

  test(`of ${RACERS} uses of one mailed token at the same time one sets its password`, async () => {
    const identity = await openUnlimited()
    await identity.configure({ 'rateLimit.signInAddress': '0' })
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const token = await identity.mailedToken(1)
    const passwords = Array.from({ length: RACERS }, (_, each) => `a-new-Secret-${each}`)

    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.mailedTokens').selectAll().forUpdate().execute(),
      passwords.map((password) => () => identity.post('/v1/password/reset', { token, password })),
    )
    const states = values(results).map(({ body }) => body.state)
    expect(states.filter((state) => state === 'success')).toHaveLength(1)
    expect(states.filter((state) => state === 'error')).toHaveLength(RACERS - 1)
    const password = passwords[states.indexOf('success')]
    expect((await identity.login({ password })).body.state).toBe('success')
  })

  test('no link for a new password that is mailed during a change of address outlives its address', async () => {
    const identity = await openUnlimited()
    const { token } = await identity.handOff()
    await identity.as(token, 'POST', '/v1/email', { email: 'new@example.com' })
    const confirm = await identity.mailedToken(1)
    const forget = () => identity.post('/v1/password/forgot', { email: 'one@example.com' })

    await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.accounts').selectAll().forUpdate().execute(),
      [forget, forget, () => identity.post('/v1/email/confirm', { token: confirm }), forget],
    )
    // Waits for the mails, which are sent behind the calls.
    await identity.app.close()
    const { count } = await identity.core.database.read
      .selectFrom('passport.mailedTokens')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('purpose', '=', 'reset')
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })

  const emailOf = async ({ core }: TestIdentity, userId: number) => {
    const { email } = await core.database.read
      .selectFrom('passport.accounts')
      .select('email')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    return email
  }

  const lockAccounts = (tx: Tx) =>
    tx.selectFrom('passport.accounts').selectAll().forUpdate().execute()
  const lockTokens = (tx: Tx) =>
    tx.selectFrom('passport.mailedTokens').selectAll().forUpdate().execute()

  test.each([
    ['its account', lockAccounts],
    ['its token', lockTokens],
  ])(
    'no address counts without the link that was mailed to it: another one is asked for while a link waits for %s',
    async (_, hold) => {
      const identity = await openUnlimited()
      await identity.configure({ 'rateLimit.signInAddress': '0' })
      const { token } = await identity.handOff()
      const ask = (email: string) => identity.as(token, 'POST', '/v1/email', { email })
      await ask('read@example.com')
      const read = await identity.mailedToken(1)
      const confirm = () => identity.post('/v1/email/confirm', { token: read })
      const results = await race(identity.core.database, hold, [
        confirm,
        ...['a', 'b', 'c'].flatMap((name) => [() => ask(`${name}@example.com`), confirm]),
      ])
      expect(values(results)).toHaveLength(7)
      for (const { status } of values(results)) expect(status).toBeLessThan(500)
      expect(['one@example.com', 'read@example.com']).toContain(await emailOf(identity, 1))
      // Each link that went out confirms the address that it went to, or nothing.
      await identity.app.close()
      const links = await identity.core.database.read
        .selectFrom('passport.mailedTokens as t')
        .innerJoin('passport.emailChanges as c', 'c.userId', 't.userId')
        .select(['t.address', 'c.newEmail'])
        .where('t.purpose', '=', 'email')
        .execute()
      for (const { address, newEmail } of links) expect(address).toBe(newEmail)
    },
  )

  test('no address is taken back with a link that another change at the same time has replaced', async () => {
    const identity = await openUnlimited()
    await identity.configure({ 'rateLimit.signInAddress': '0' })
    const { token } = await identity.handOff()
    await identity.as(token, 'POST', '/v1/email', { email: 'new@example.com' })
    await identity.post('/v1/email/confirm', { token: await identity.mailedToken(1) })
    const back = await identity.mailedToken(2)
    // The last instant at which the link works is the last at which no other change begins.
    identity.clock.now += 72 * 3_600_000 - 1
    const { token: fresh } = await identity.handOff({ email: 'new@example.com' })
    const takeBack = () => identity.post('/v1/email/back', { token: back })
    const results = await race(identity.core.database, lockAccounts, [
      () => identity.as(fresh, 'POST', '/v1/email', { email: 'third@example.com' }),
      takeBack,
      takeBack,
    ])
    expect(values(results).filter(({ body }) => body.state === 'success')).toHaveLength(1)
    expect(await emailOf(identity, 1)).toBe('one@example.com')
  })

  test('of links that confirm a registration at the same time one does, and an erasure leaves none', async () => {
    const identity = await openUnlimited()
    await identity.configure({ 'rateLimit.signInAddress': '0' })
    const { body } = await identity.post('/v1/registration', {
      email: 'new@example.com',
      password: NEW_PASSWORD,
      firstName: 'Nora',
      lastName: 'New',
      country: 'DE',
      language: 'en',
      application: 'partner',
    })
    const token = await identity.mailedToken(1)
    const confirm = () => identity.post('/v1/registration/confirm', { token })
    const results = await race(
      identity.core.database,
      (tx) => sql`select from fact_log for update`.execute(tx),
      [confirm, confirm, confirm],
    )
    expect(
      values(results)
        .map(({ body: { state } }) => state)
        .toSorted(),
    ).toEqual(['error', 'error', 'success'])
    await identity.office(`partner erase ${body.data.userId} --reason asked`)
    expect((await confirm()).body.state).toBe('error')
  })

  test('nothing that a session began outlives a new password at the same time', async () => {
    const identity = await openUnlimited()
    await identity.configure({ 'rateLimit.signInAddress': '0' })
    const { core } = identity
    const { token } = await identity.handOff()
    const { data } = (await identity.as(token, 'POST', '/v1/passkeys/options', {})).body
    const passkey = new PasskeyDevice({ origin: 'http://passport.test', rpId: 'passport.test' })
    await core.database.transaction((tx) => setAuthenticator(core, tx, 1, SECRET))
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const reset = await identity.mailedToken(1)
    const code = codeAt(SECRET, Math.floor(identity.clock.now / 30_000))

    const [changed, ...begun] = await raceInOrder(core.database, lockAccounts, [
      () => identity.post('/v1/password/reset', { token: reset, password: NEW_PASSWORD }),
      () => identity.as(token, 'POST', '/v1/email', { email: 'new@example.com' }),
      () => identity.as(token, 'POST', '/v1/passkeys', passkey.create(data)),
      () => identity.as(token, 'POST', '/v1/two-fa/recovery-codes', {}),
      () => identity.as(token, 'POST', '/v1/two-fa/google', {}),
      () => identity.as(token, 'DELETE', '/v1/two-fa/google', { code }),
    ])
    expect(changed).toMatchObject({ value: { body: { state: 'success' } } })
    expect(values(begun).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    const { rows } = await sql<{ rows: number }>`
      select (select count(*) from passport.email_changes) + (select count(*) from passport.passkeys)
        + (select count(*) from passport.recovery_codes)
        + (select count(*) from passport.authenticators where confirmed_at is null) as rows`.execute(
      core.database.read,
    )
    expect(rows).toEqual([{ rows: 0 }])
  })

  test('no code sets up an authenticator, and no passkey is removed, by a session that a new password has ended', async () => {
    const identity = await openUnlimited()
    await identity.configure({ 'rateLimit.signInAddress': '0' })
    const { core } = identity
    const { token } = await identity.handOff()
    const { data } = (await identity.as(token, 'POST', '/v1/passkeys/options', {})).body
    const device = new PasskeyDevice({ origin: 'http://passport.test', rpId: 'passport.test' })
    await identity.as(token, 'POST', '/v1/passkeys', device.create(data))
    const [{ id }] = (await identity.as(token, 'GET', '/v1/passkeys')).body.data
    const { secret } = (await identity.as(token, 'POST', '/v1/two-fa/google', {})).body.data
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const reset = await identity.mailedToken(1)
    const code = codeAt(secret, Math.floor(identity.clock.now / 30_000))

    const [changed, ...begun] = await raceInOrder(core.database, lockAccounts, [
      () => identity.post('/v1/password/reset', { token: reset, password: NEW_PASSWORD }),
      () => identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code }),
      () => identity.as(token, 'DELETE', `/v1/passkeys/${id}`, {}),
    ])
    expect(changed).toMatchObject({ value: { body: { state: 'success' } } })
    expect(values(begun).map(({ status }) => status)).toEqual([401, 401])
    const signedIn = await identity.login({ password: NEW_PASSWORD })
    expect(signedIn.body.data).not.toHaveProperty('twoFaRequired')
  })

  test('a change of the password by a session that a new password has ended meanwhile is refused', async () => {
    const identity = await openUnlimited()
    const { token } = await identity.handOff()
    const passwords = new GatedHasher()
    const passport = passportWith(identity, passwords)
    const session = await requireSession(passport, `Bearer ${token}`)
    const change = changePassword(passport, session, FORM)
    await expect.poll(() => passwords.arrived, { timeout: 20_000 }).toBe(1)

    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const reset = { token: await identity.mailedToken(1), password: 'a-Secret-of-the-owner' }
    expect((await identity.post('/v1/password/reset', reset)).body.state).toBe('success')
    passwords.open()
    await expect(change).rejects.toThrow('invalid_token')
    const { body } = await identity.login({ password: reset.password })
    expect(body.state).toBe('success')
  })

  test('a passkey removed at the same time opens no session that stays', async () => {
    const identity = await openUnlimited()
    await identity.configure({ 'rateLimit.signInAddress': '0' })
    const { token } = await identity.handOff()
    const { data } = (await identity.as(token, 'POST', '/v1/passkeys/options', {})).body
    const device = new PasskeyDevice({ origin: 'http://passport.test', rpId: 'passport.test' })
    await identity.as(token, 'POST', '/v1/passkeys', device.create(data))
    const [{ id }] = (await identity.as(token, 'GET', '/v1/passkeys')).body.data
    const asked = await Promise.all(
      [1, 2, 3].map(() => identity.post('/v1/login/passkey/options', {})),
    )
    const signIns = asked.map(({ body, headers }) => () => {
      const form = {
        application: 'partner',
        backUrl: 'http://office.test/en/catch',
        passkey: device.sign(body, 1),
      }
      const cookie = String(headers['set-cookie']).split(';', 1)[0]
      return identity.post('/v1/login/passkey', form, undefined, { cookie })
    })
    const [first, ...others] = signIns
    await race(identity.core.database, lockAccounts, [
      first!,
      () => identity.as(token, 'DELETE', `/v1/passkeys/${id}`, {}),
      ...others,
    ])
    expect(await openSessions(identity, 1)).toHaveLength(1)
  })

  test(`of ${RACERS} calls at the same time exactly the limit is admitted`, async () => {
    const identity = await openUnlimited()
    const email = 'one@example.com'
    await identity.post('/v1/password/forgot', { email })
    await identity.configure({ 'rateLimit.signInAccount': '5', 'rateLimit.signInAddress': '0' })
    identity.clock.now += 60_000
    await identity.post('/v1/password/forgot', { email })

    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.rateLimits').selectAll().forUpdate().execute(),
      Array.from({ length: RACERS }, () => () => identity.post('/v1/password/forgot', { email })),
    )
    const statuses = values(results).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(4)
    expect(statuses.filter((status) => status === 429)).toHaveLength(RACERS - 4)
  })

  test(`${RACERS} processes that deliver at the same time deliver every mail once`, async () => {
    const { core } = await openUnlimited()
    const mails = Array.from({ length: RACERS }, (_, each) => `${each}@example.com`)
    for (const to of mails) {
      await mailQueue(core).send({ userId: 1, to, subject: randomUUID(), text: '', html: '' })
    }
    const delivered: string[] = []
    const deliver = async ({ to }: { to: string }) => void delivered.push(to)
    await race(
      core.database,
      (tx) => sql`lock table passport.mails in exclusive mode`.execute(tx),
      Array.from({ length: RACERS }, () => () => deliverNext(core, deliver)),
    )
    while (await deliverNext(core, deliver));
    expect(delivered.toSorted()).toEqual(mails.toSorted())
  })
})
