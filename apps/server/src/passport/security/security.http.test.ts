import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { contactOfAccount } from '../../business/partners/read-contact.ts'
import { onPostgres } from '../../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../../testing/identity.ts'
import { deliverNotice } from '../notices/deliver-notices.ts'
import { hashOf } from '../../proofs/secret-token.ts'
import { codeAt } from '../../proofs/totp.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const map = (errors: object) => ({ state: 'error', data: null, errors })
const done = { state: 'success', data: {}, errors: [] }

onPostgres('account security', (newDatabase) => {
  let identity: TestIdentity
  let token: string
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(async () => {
    await identity.startAgain()
    token = await identity.signIn()
  })

  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    as = token,
  ) => (await identity.as(as, method, path, body)).body
  const isOpen = async (of: string) => (await identity.as(of, 'GET', '/v1/user')).status === 200

  type Letter = (typeof identity.letters)[number]

  /** Delivers all notices that are due; returns their subjects. */
  async function told(
    send = async (letter: Letter): Promise<void> => void identity.letters.push(letter),
  ): Promise<string[]> {
    const { core, letters } = identity
    const before = letters.length
    const post = {
      core,
      mail: { send },
      officeOrigin: 'http://office.test',
      passportOrigin: 'http://passport.test',
      business: { contactOf: (userId: number) => contactOfAccount(core.database.read, userId) },
    }
    while (await deliverNotice(post)) continue
    return letters.slice(before).map(({ to, subject }) => `${to}: ${subject}`)
  }

  async function setUp(): Promise<string> {
    const { data } = await ask('POST', '/v1/two-fa/google')
    const code = codeAt(data.secret, Math.floor(identity.clock.now / 30_000))
    expect(await ask('POST', '/v1/two-fa/google/confirm', { code })).toEqual(done)
    return data.secret
  }

  test('sessions show device, place and last use; a revoked one ends at its next call', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    identity.clock.now += MINUTE
    const handOff = await identity.handOff({}, undefined, {
      'user-agent': userAgent,
      'x-forwarded-for': '203.0.113.7',
    })
    const other = (await identity.swap(handOff)).body.data.access_token
    const { data } = await ask('GET', '/v1/sessions')
    expect(data).toMatchObject([
      {
        device: 'Firefox, Windows',
        place: '203.0.x.x',
        openedAt: identity.clock.now,
        isCurrent: false,
      },
      { isCurrent: true },
    ])
    const bea = await identity.signIn({ email: 'two@example.com' })
    const foreign = await identity.as(bea, 'DELETE', `/v1/sessions/${data[0].id}`)
    expect(foreign.body).toMatchObject({ errors: [{ code: 'not_found' }] })
    expect(await isOpen(other)).toBe(true)
    expect(await ask('DELETE', `/v1/sessions/${data[0].id}`)).toEqual(done)
    expect(await isOpen(other)).toBe(false)
    expect(await isOpen(token)).toBe(true)
    expect((await ask('GET', '/v1/sessions')).data).toHaveLength(1)
    expect(await told()).toEqual(['one@example.com: New login to your account'])
    expect(identity.letters.at(-1)).toMatchObject({
      text: expect.stringContaining('Device: Firefox, Windows\nNetwork: 203.0.x.x\n'),
      html: expect.stringContaining('Firefox, Windows<br>'),
    })
    expect(await ask('GET', '/v1/sessions', undefined, bea)).toMatchObject({ data: [{}] })
  })

  test('the first device of an account and a known one are no news', async () => {
    const { headers } = await identity.login()
    await told()
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    await identity.login({}, undefined, cookie)
    expect(await told()).toEqual([])
  })

  test('a notice whose mail fails is tried again after a minute', async () => {
    await setUp()
    const fail = async () => Promise.reject(new Error('no room for a mail'))
    await expect(told(fail)).rejects.toThrow('no room for a mail')
    identity.clock.now += MINUTE - 1
    expect(await told()).toEqual([])
    identity.clock.now += 1
    expect(await told()).toHaveLength(1)
    expect(await told()).toEqual([])
  })

  test('five minutes after a sign-in, changes of the sign-in ask for the password', async () => {
    const start = (body?: object) => ask('POST', '/v1/two-fa/google', body)
    identity.clock.now += 5 * MINUTE - 1
    expect(await start()).toMatchObject({ state: 'success' })
    identity.clock.now += 1
    expect(await start()).toEqual(map({ password: 'required' }))
    expect(await start({ password: 'wrong' })).toEqual(map({ password: 'wrong_old_password' }))
    expect(await start({ password: PASSWORD })).toMatchObject({ state: 'success' })
    identity.clock.now -= 10 * MINUTE
    expect(await start()).toEqual(map({ password: 'required' }))
    identity.clock.now += 10 * MINUTE
    expect((await ask('GET', '/v1/security')).data.freshUntil).toBeLessThanOrEqual(
      identity.clock.now,
    )
    for (let tried = 0; tried < 9; tried += 1) await start({ password: 'wrong' })
    expect(await start({ password: PASSWORD })).toEqual(map({ _common: 'user_account_locked' }))
  })

  test('each recovery code works once instead of a code, and ends with the authenticator', async () => {
    expect(await ask('POST', '/v1/two-fa/recovery-codes')).toEqual(map({ _common: '2fa_disabled' }))
    await setUp()
    const first = (await ask('POST', '/v1/two-fa/recovery-codes')).data.codes
    const { codes } = (await ask('POST', '/v1/two-fa/recovery-codes')).data
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(await storedCodes()).toEqual(
      codes.map((code: string) => hashOf(code.replaceAll('-', '')).toString('hex')).toSorted(),
    )
    const signedIn = async (code: string) => (await identity.login({ code })).body.state
    expect(await signedIn(first[0])).toBe('error')
    expect(await signedIn(codes[0].toLowerCase().replaceAll('-', ' '))).toBe('success')
    expect(await signedIn(codes[0])).toBe('error')
    expect((await ask('GET', '/v1/security')).data).toMatchObject({
      hasAuthenticator: true,
      recoveryCodesLeft: 9,
    })
    expect(await ask('DELETE', '/v1/two-fa/google', { code: codes[0] })).toEqual(
      map({ code: 'incorrect_otp' }),
    )
    expect(await ask('DELETE', '/v1/two-fa/google', { code: codes[1] })).toEqual(done)
    expect((await ask('GET', '/v1/security')).data).toMatchObject({
      hasAuthenticator: false,
      recoveryCodesLeft: 0,
    })
    expect(await told()).toEqual(
      [
        'An authenticator was set up',
        'New recovery codes were made',
        'New recovery codes were made',
        'A recovery code was used',
        'New login to your account',
        'A recovery code was used',
        'The authenticator was removed',
      ].map((subject) => `one@example.com: ${subject}`),
    )
    expect(await storedCodes()).toEqual([])
  })

  async function storedCodes(): Promise<string[]> {
    const rows = await identity.core.database.read
      .selectFrom('passport.recoveryCodes')
      .select('codeHash')
      .execute()
    return rows.map(({ codeHash }) => codeHash.toString('hex')).toSorted()
  }

  test('parallel uses of one recovery code give one sign-in', async () => {
    await setUp()
    const { codes } = (await ask('POST', '/v1/two-fa/recovery-codes')).data
    const logins = Array.from({ length: 4 }, () => identity.login({ code: codes[0] }))
    const states = (await Promise.all(logins)).map(({ body }) => body.state)
    expect(states.filter((state) => state === 'success')).toHaveLength(1)
  })

  test('operators remove a lost authenticator, which ends all sessions', async () => {
    expect(await identity.office('partner reset-2fa 1 --reason lost')).toMatchObject({
      exit: 1,
      notes: ['partner 1 has no authenticator'],
    })
    await setUp()
    expect((await identity.office('partner reset-2fa 1 --reason lost')).exit).toBe(0)
    expect(await isOpen(token)).toBe(false)
    token = await identity.signIn()
    expect((await ask('GET', '/v1/two-fa/tokens')).data.tokens).toEqual([])
    expect(await identity.office('partner reset-2fa 99 --reason lost')).toMatchObject({
      notes: ['there is no partner 99'],
    })
    expect((await identity.office('audit list')).out).toContain('partner reset-2fa')
  })

  test('a new address counts once confirmed, and the old one can take it back for 72 hours', async () => {
    const other = await identity.signIn()
    const change = (email: string, password = '') => ask('POST', '/v1/email', { email, password })
    expect(await change('no address')).toEqual(map({ email: 'wrong_email' }))
    expect(await change('TWO@example.com')).toEqual(map({ email: 'not_unique' }))
    expect(await change('new@example.com')).toEqual(done)
    const confirm = await identity.mailedToken(1)
    expect(identity.letters[0]).toMatchObject({ to: 'new@example.com' })
    expect((await ask('GET', '/v1/user')).data.email).toBe('one@example.com')

    const use = async (path: string, mailed: string) =>
      (await identity.post(`/v1/email/${path}`, { token: mailed })).body
    expect(await use('back', confirm)).toEqual(map({ token: 'not_found' }))
    expect(await use('confirm', confirm)).toEqual(done)
    expect(await use('confirm', confirm)).toEqual(map({ token: 'not_found' }))
    expect((await ask('GET', '/v1/user')).data.email).toBe('new@example.com')
    const back = await identity.mailedToken(2)
    expect(identity.letters[1]).toMatchObject({ to: 'one@example.com' })
    const third = await identity.as(token, 'POST', '/v1/email', { email: 'third@example.com' })
    expect(third.body).toEqual(map({ _common: 'too_many_requests' }))
    expect(third.headers['retry-after']).toBe(String(72 * 60 * 60))

    identity.clock.now += 72 * HOUR - 1
    expect(await use('back', back)).toEqual(done)
    expect(await isOpen(other)).toBe(false)
    expect(await isOpen(token)).toBe(false)
    token = await identity.signIn()
    expect((await ask('GET', '/v1/user')).data.email).toBe('one@example.com')
    const { email } = await identity.core.database.read
      .selectFrom('partners')
      .select('email')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(email).toBe('one@example.com')
    expect(await use('back', back)).toEqual(map({ token: 'not_found' }))
  })

  test('an address changes only together with the mail that tells the old one', async () => {
    await ask('POST', '/v1/email', { email: 'new@example.com' })
    const form = { token: await identity.mailedToken(1) }
    const push = vi.spyOn(identity.letters, 'push').mockImplementationOnce(() => {
      throw new Error('no room for a mail')
    })
    expect((await identity.post('/v1/email/confirm', form)).status).toBe(500)
    push.mockRestore()
    expect((await ask('GET', '/v1/user')).data.email).toBe('one@example.com')
    expect((await identity.post('/v1/email/confirm', form)).body).toEqual(done)
    expect((await ask('GET', '/v1/user')).data.email).toBe('new@example.com')
    expect(identity.letters[1]).toMatchObject({ to: 'one@example.com' })
    const back = await identity.mailedToken(2)
    expect((await identity.post('/v1/email/back', { token: back })).body).toEqual(done)
  })

  test('a new password ends the link for another address', async () => {
    await ask('POST', '/v1/email', { email: 'new@example.com' })
    const toNew = { token: await identity.mailedToken(1) }
    const newPassword = 'another-Secret-1'
    const form = { oldPassword: PASSWORD, newPassword, repeat: newPassword }
    expect(await ask('PUT', '/v1/password', form)).toEqual(done)
    expect((await identity.post('/v1/email/confirm', toNew)).body).toEqual(
      map({ token: 'not_found' }),
    )
    expect((await ask('GET', '/v1/user')).data.email).toBe('one@example.com')
  })

  test('a link for a new password ends with the address it was mailed to', async () => {
    const use = async (path: string, mailed: string) =>
      (await identity.post(path, { token: mailed })).body
    const checked = (mailed: string) => use('/v1/password/reset/check', mailed)
    const askFor = async (email: string, mail: number) => {
      await identity.post('/v1/password/forgot', { email })
      return identity.mailedToken(mail)
    }
    const toOld = await askFor('one@example.com', 1)
    await ask('POST', '/v1/email', { email: 'new@example.com' })
    expect(await use('/v1/email/confirm', await identity.mailedToken(2))).toEqual(done)
    expect(await checked(toOld)).toEqual(map({ token: 'not_found' }))

    const toNew = await askFor('new@example.com', 4)
    expect((await checked(toNew)).data).toEqual({ email: 'new@example.com' })
    expect(await use('/v1/email/back', await identity.mailedToken(3))).toEqual(done)
    expect(await checked(toNew)).toEqual(map({ token: 'not_found' }))
    const form = { token: toNew, password: 'another-Secret-1' }
    expect((await identity.post('/v1/password/reset', form)).body).toEqual(
      map({ token: 'not_found' }),
    )
    expect((await identity.login()).body.state).toBe('success')
  })

  test('after 72 hours an address can no longer be taken back', async () => {
    await ask('POST', '/v1/email', { email: 'new@example.com' })
    await identity.post('/v1/email/confirm', { token: await identity.mailedToken(1) })
    const back = await identity.mailedToken(2)
    identity.clock.now += 72 * HOUR
    const { body } = await identity.post('/v1/email/back', { token: back })
    expect(body).toEqual(map({ token: 'not_found' }))
    token = await identity.signIn({ email: 'new@example.com' })
    await ask('POST', '/v1/email', { email: 'one@example.com' })
    await identity.post('/v1/email/confirm', { token: await identity.mailedToken(3) })
    expect((await ask('GET', '/v1/user')).data.email).toBe('one@example.com')
  })

  test('a partner asks for personal data once, and operators see it until it is done', async () => {
    expect(await ask('POST', '/v1/data-requests', { kind: 'EXPORT' })).toEqual(done)
    const { exportRequestedAt } = (await ask('GET', '/v1/security')).data
    expect(exportRequestedAt).toBe(identity.clock.now)
    identity.clock.now += 1_000
    await ask('POST', '/v1/data-requests', { kind: 'EXPORT' })
    await ask('POST', '/v1/data-requests', { kind: 'ERASURE' })
    expect((await identity.office('partner requests')).out.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^1\tEXPORT\t/),
      expect.stringMatching(/^1\tERASURE\t/),
    ])
    await identity.office('partner export 1')
    expect((await ask('GET', '/v1/security')).data).toMatchObject({
      exportRequestedAt: null,
      erasureRequestedAt: identity.clock.now,
    })
  })

  test('a change of password ends other sessions and is sent by mail', async () => {
    const other = await identity.signIn()
    const form = {
      oldPassword: PASSWORD,
      newPassword: 'another-Secret-1',
      repeat: 'another-Secret-1',
    }
    expect(await ask('PUT', '/v1/password', form)).toEqual(done)
    expect(await isOpen(other)).toBe(false)
    expect(await isOpen(token)).toBe(true)
    expect((await ask('GET', '/v1/security')).data.passwordChangedAt).toBe(identity.clock.now)
    expect(await told()).toContain('one@example.com: Your password was changed')
  })
})
