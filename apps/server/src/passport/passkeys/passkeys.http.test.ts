import { MOST_PASSKEYS } from '@partner-office/contracts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../../testing/identity.ts'
import { PasskeyDevice } from '../../testing/passkey-device.ts'
import { setAuthenticator } from '../accounts/accounts.ts'
import { codeAt } from '../../proofs/totp.ts'

const MINUTE = 60_000
const SITE = { origin: 'http://passport.test', rpId: 'passport.test' }
const AGENT = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
}
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const DESTINATION = { application: 'partner', backUrl: 'http://office.test/en/catch' }

const map = (errors: object) => ({ state: 'error', data: null, errors })
const REFUSED = map({ _common: 'invalid_passkey' })
const LOCKED = map({ _common: 'user_account_locked' })
const done = { state: 'success', data: {}, errors: [] }

onPostgres('passkeys', (newDatabase) => {
  let identity: TestIdentity
  let token: string
  let device: PasskeyDevice
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(async () => {
    await identity.startAgain()
    token = await identity.signIn()
    device = new PasskeyDevice(SITE)
  })

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  const ask = async (method: Method, path: string, body?: object, as = token) =>
    (await identity.as(as, method, path, body)).body
  const isOpen = async (of: string) => (await identity.as(of, 'GET', '/v1/user')).status === 200
  const list = async () => (await ask('GET', '/v1/passkeys')).data

  async function add(of = device, as = token): Promise<void> {
    const { data } = await ask('POST', '/v1/passkeys/options', {}, as)
    expect(await ask('POST', '/v1/passkeys', of.create(data), as)).toEqual(done)
  }

  /** A browser that is asked for a passkey: the challenge, and its cookies. */
  async function asked(cookie?: string) {
    const { body, headers } = await identity.post('/v1/login/passkey/options', {}, undefined, {
      cookie,
    })
    return { options: body.data, cookie: String(headers['set-cookie']).split(';', 1)[0]! }
  }

  const send = (passkey: object, cookie?: string, from?: string) =>
    identity.post('/v1/login/passkey', { ...DESTINATION, passkey }, from, { cookie })

  /** Signs in with the passkey of partner 1; the answer's body. */
  async function signIn(deviation: Parameters<PasskeyDevice['sign']>[2] = {}) {
    const { options, cookie } = await asked()
    return (await send(device.sign(options, 1, deviation), cookie)).body
  }

  const owed = () =>
    identity.core.database.read
      .selectFrom('passport.notices')
      .select(['address', 'kind', 'facts'])
      .orderBy('id')
      .execute()

  async function withAuthenticator(): Promise<void> {
    await identity.core.database.transaction((tx) => setAuthenticator(identity.core, tx, 1, SECRET))
  }

  describe('of the own account', () => {
    test('are added, listed, renamed and removed, each with a mail to the owner', async () => {
      expect(await list()).toEqual([])
      const { data } = await ask('POST', '/v1/passkeys/options')
      expect(data).toMatchObject({
        rp: { id: 'passport.test', name: 'partner' },
        user: { name: 'one@example.com' },
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      const headers = { authorization: `Bearer ${token}`, ...AGENT }
      await identity.call('POST', '/v1/passkeys', { payload: device.create(data), headers })
      const [{ id, ...passkey }] = await list()
      const { now } = identity.clock
      expect(passkey).toEqual({ name: 'Firefox, Windows', addedAt: now, usedAt: null })
      const again = (await ask('POST', '/v1/passkeys/options')).data
      expect(again.excludeCredentials).toEqual([
        { id: device.id, type: 'public-key', transports: ['internal'] },
      ])
      expect(await ask('PUT', `/v1/passkeys/${id}`, { name: '  هاتفي ' })).toEqual(done)
      expect(await list()).toMatchObject([{ name: 'هاتفي' }])

      const other = await identity.signIn()
      expect(await ask('DELETE', `/v1/passkeys/${id}`, {})).toEqual(done)
      expect(await list()).toEqual([])
      expect([await isOpen(token), await isOpen(other)]).toEqual([true, false])
      const told = (await owed()).filter(({ kind }) => kind.startsWith('passkey'))
      expect(told).toEqual([
        { address: 'one@example.com', kind: 'passkeyAdded', facts: { name: '⁨Firefox, Windows⁩' } },
        { address: 'one@example.com', kind: 'passkeyRemoved', facts: { name: '⁨هاتفي⁩' } },
      ])
    })

    test('a name has 1 to 64 characters', async () => {
      await add()
      const [{ id, name }] = await list()
      expect(name).toBe('Passkey')
      const rename = (to: string) => ask('PUT', `/v1/passkeys/${id}`, { name: to })
      expect(await rename('  ')).toEqual(map({ name: 'required' }))
      expect(await rename('a'.repeat(65))).toEqual(map({ name: 'max_length' }))
      expect(await rename('a'.repeat(64))).toEqual(done)
    })

    test('five minutes after a sign-in, adding and removing ask for the password', async () => {
      await add()
      const [{ id }] = await list()
      identity.clock.now += 5 * MINUTE
      const required = map({ password: 'required' })
      expect(await ask('POST', '/v1/passkeys/options', {})).toEqual(required)
      expect(await ask('DELETE', `/v1/passkeys/${id}`, {})).toEqual(required)
      expect(await ask('DELETE', `/v1/passkeys/${id}`, { password: 'wrong' })).toEqual(
        map({ password: 'wrong_old_password' }),
      )
      expect(await list()).toHaveLength(1)
      expect(await ask('DELETE', `/v1/passkeys/${id}`, { password: PASSWORD })).toEqual(done)
    })

    test('another partner can neither see, rename, remove nor add them', async () => {
      await add()
      const [{ id }] = await list()
      const bea = await identity.signIn({ email: 'two@example.com' })
      expect((await ask('GET', '/v1/passkeys', undefined, bea)).data).toEqual([])
      const notFound = map({ _common: 'not_found' })
      expect(await ask('PUT', `/v1/passkeys/${id}`, { name: 'x' }, bea)).toEqual(notFound)
      expect(await ask('DELETE', `/v1/passkeys/${id}`, {}, bea)).toEqual(notFound)
      const { data } = await ask('POST', '/v1/passkeys/options', {}, bea)
      expect(await ask('POST', '/v1/passkeys', device.create(data), bea)).toEqual(
        map({ _common: 'not_unique' }),
      )
      expect(await list()).toMatchObject([{ id }])
    })

    test('a new one must answer the challenge of this session, once, within five minutes', async () => {
      const begin = async () => (await ask('POST', '/v1/passkeys/options', {})).data
      const sent = (created: object, as = token) => ask('POST', '/v1/passkeys', created, as)
      for (const deviation of [
        { origin: 'http://evil.test' },
        { rpId: 'evil.test' },
        { challenge: 'A'.repeat(43) },
        { type: 'webauthn.get' },
        { isVerified: false },
      ]) {
        expect(await sent(device.create(await begin(), deviation))).toEqual(REFUSED)
      }
      const options = await begin()
      const other = await identity.signIn()
      expect(await sent(device.create(options), other)).toEqual(REFUSED)
      const late = await begin()
      identity.clock.now += 5 * MINUTE
      expect(await sent(device.create(late))).toEqual(REFUSED)
      expect(await list()).toEqual([])

      token = await identity.signIn()
      const last = await begin()
      identity.clock.now += 5 * MINUTE - 1
      const created = device.create(last)
      expect(await sent(created)).toEqual(done)
      expect(await sent(created)).toEqual(REFUSED)
    })

    test('one with certificates is refused: their lists of revoked ones are never read', async () => {
      const { data } = await ask('POST', '/v1/passkeys/options', {})
      const created = device.create(data)
      const object = Buffer.from(created.response.attestationObject, 'base64url').toString('latin1')
      const attestationObject = Buffer.from(
        object.replace('cfmtdnone', 'cfmteapple'),
        'latin1',
      ).toString('base64url')
      const response = { ...created.response, attestationObject }
      expect(await ask('POST', '/v1/passkeys', { ...created, response })).toEqual(REFUSED)
      const broken = { ...created.response, attestationObject: 'AAAA' }
      const next = (await ask('POST', '/v1/passkeys/options', {})).data
      const clientDataJSON = device.create(next).response.clientDataJSON
      expect(
        await ask('POST', '/v1/passkeys', { ...created, response: { ...broken, clientDataJSON } }),
      ).toEqual(REFUSED)
    })

    test('an account has twenty at most', async () => {
      for (let at = 1; at < MOST_PASSKEYS; at += 1) await add(new PasskeyDevice(SITE))
      const { data } = await ask('POST', '/v1/passkeys/options', {})
      await add()
      const full = map({ _common: 'max_length' })
      expect(await ask('POST', '/v1/passkeys', new PasskeyDevice(SITE).create(data))).toEqual(full)
      expect(await ask('POST', '/v1/passkeys/options', {})).toEqual(full)
      expect(await list()).toHaveLength(MOST_PASSKEYS)
    })

    test('export and erasure of personal data cover them', async () => {
      await identity.core.database.read
        .insertInto('passport.passkeys')
        .values({
          userId: 3,
          credentialId: Buffer.from(device.id, 'base64url'),
          publicKey: Buffer.alloc(1),
          counter: 0,
          transports: ['usb'],
          name: 'My key',
          addedAt: 1,
        })
        .execute()
      const { out } = await identity.office('partner export 3')
      expect(JSON.parse(out).passkeys).toEqual([
        { name: 'My key', transports: ['usb'], addedAt: 1, usedAt: null },
      ])
      await identity.office('partner erase 3 --reason asked')
      const left = await identity.core.database.read
        .selectFrom('passport.passkeys')
        .select('id')
        .where('userId', '=', 3)
        .execute()
      expect(left).toEqual([])
    })
  })

  describe('at sign-in', () => {
    beforeEach(() => add())

    test('replace password and code, and the browser becomes a known device', async () => {
      await withAuthenticator()
      identity.clock.now += MINUTE
      const { options, cookie } = await asked()
      expect(options).toMatchObject({ rpId: 'passport.test', allowCredentials: [] })
      expect(cookie).toMatch(/^passport-passkey=/)
      const { body, headers } = await send(device.sign(options, 1), cookie)
      expect(body.data.redirect).toMatch(/^http:\/\/office\.test\/en\/catch\?token=/)
      expect(headers['set-cookie']).toMatch(/^passport-device=.*HttpOnly/)
      expect(await list()).toMatchObject([{ usedAt: identity.clock.now }])
    })

    test.each([
      ['another origin', { origin: 'http://evil.test' }],
      ['another site', { rpId: 'evil.test' }],
      ['another challenge', { challenge: 'A'.repeat(43) }],
      ['an answer of another kind', { type: 'webauthn.create' }],
      ['a user who was not verified', { isVerified: false }],
      ['another user', { userId: 2 }],
      ['no user', { userId: null }],
    ])('%s is refused', async (_name, deviation) => {
      expect(await signIn(deviation)).toEqual(REFUSED)
      expect(await list()).toMatchObject([{ usedAt: null }])
      expect((await signIn()).state).toBe('success')
    })

    test('a challenge is answered once, by its browser alone, within five minutes', async () => {
      const { options, cookie } = await asked()
      const answer = device.sign(options, 1)
      const other = await asked()
      expect((await send(answer, other.cookie)).body).toEqual(REFUSED)
      expect((await send(answer)).body).toEqual(REFUSED)
      expect((await send(answer, cookie)).body.state).toBe('success')
      expect((await send(answer, cookie)).body).toEqual(REFUSED)

      identity.clock.now += MINUTE
      const late = await asked(cookie)
      expect(late.cookie).toBe(cookie)
      const inTime = await asked(cookie)
      identity.clock.now += 5 * MINUTE - 1
      expect((await send(device.sign(inTime.options, 1), cookie)).body.state).toBe('success')
      identity.clock.now += 1
      expect((await send(device.sign(late.options, 1), cookie)).body).toEqual(REFUSED)
    })

    test('of five answers to one challenge at the same time, one counts', async () => {
      await identity.configure({ 'rateLimit.signInAccount': '0' })
      const { options, cookie } = await asked()
      const answers = Array.from({ length: 5 }, () => device.sign(options, 1))
      const sent = await Promise.all(answers.map((answer) => send(answer, cookie)))
      const states = sent.map(({ body }) => body.state)
      expect(states.filter((state) => state === 'success')).toHaveLength(1)
    })

    test('a wrong signature uses the challenge up', async () => {
      const { options, cookie } = await asked()
      const answer = device.sign(options, 1)
      const { signature } = new PasskeyDevice(SITE).sign(options, 1).response
      const forged = { ...answer, response: { ...answer.response, signature } }
      expect((await send(forged, cookie)).body).toEqual(REFUSED)
      expect((await send(answer, cookie)).body).toEqual(REFUSED)
    })

    test('a count that does not rise shows a copy: it is refused, and the owner gets a mail', async () => {
      expect((await signIn({ counter: 7 })).state).toBe('success')
      for (const counter of [7, 6, 0]) expect(await signIn({ counter })).toEqual(REFUSED)
      const copied = (await owed()).filter(({ kind }) => kind === 'passkeyCopied')
      expect(copied.map(({ facts }) => facts)).toEqual(
        Array.from({ length: 3 }, () => ({ name: '⁨Passkey⁩' })),
      )
      identity.clock.now += MINUTE
      expect((await signIn({ counter: 8 })).state).toBe('success')
    })

    test('a device that does not count stays at 0', async () => {
      expect((await signIn({ counter: 0 })).state).toBe('success')
      expect((await signIn({ counter: 0 })).state).toBe('success')
    })

    test('an unknown, removed or closed one is refused alike', async () => {
      const { options, cookie } = await asked()
      expect((await send(new PasskeyDevice(SITE).sign(options, 1), cookie)).body).toEqual(REFUSED)
      const [{ id }] = await list()
      await ask('DELETE', `/v1/passkeys/${id}`, {})
      expect((await send(device.sign(options, 1), cookie)).body).toEqual(REFUSED)
    })

    test('wrong ones lock the account as wrong passwords do, and the lock holds for both', async () => {
      await identity.configure({ 'rateLimit.signInAccount': '0' })
      for (let tried = 0; tried < 10; tried += 1) {
        expect(await signIn({ isVerified: false })).toEqual(REFUSED)
      }
      expect(await signIn()).toEqual(LOCKED)
      expect((await identity.login()).body).toEqual(LOCKED)
      identity.clock.now += 15 * MINUTE
      expect((await signIn()).state).toBe('success')
      expect((await identity.login()).body.state).toBe('success')
    })

    test('share the limits of a sign-in with a password: five a minute and account', async () => {
      identity.clock.now += MINUTE
      for (let tried = 0; tried < 3; tried += 1) expect((await signIn()).state).toBe('success')
      for (let tried = 0; tried < 2; tried += 1) await identity.login()
      expect(await signIn()).toEqual(map({ _common: 'too_many_requests' }))
    })

    test('sixty a minute and network may ask for a challenge', async () => {
      const ways = await Promise.all(
        Array.from({ length: 61 }, () =>
          identity.post('/v1/login/passkey/options', {}, '192.0.2.9'),
        ),
      )
      expect(ways.filter(({ status }) => status === 429)).toHaveLength(1)
    })

    test('an account whose e-mail is not confirmed cannot sign in, and the attempt does not count', async () => {
      const setConfirmed = (emailConfirmed: boolean) =>
        identity.core.database.read
          .updateTable('passport.accounts')
          .set({ emailConfirmed })
          .where('userId', '=', 1)
          .execute()
      await setConfirmed(false)
      expect(await signIn()).toEqual(map({ _common: 'unverified_user' }))
      const { wrongPasswords } = await identity.core.database.read
        .selectFrom('passport.accounts')
        .select('wrongPasswords')
        .where('userId', '=', 1)
        .executeTakeFirstOrThrow()
      expect(wrongPasswords).toBe(0)
      await setConfirmed(true)
    })

    test('a known device has its own count, also with a passkey', async () => {
      const { headers } = await identity.login()
      const [known = ''] = String(headers['set-cookie']).split(';')
      await identity.configure({ 'rateLimit.signInAccount': '0' })
      for (let tried = 0; tried < 10; tried += 1) await signIn({ isVerified: false })
      expect(await signIn()).toEqual(LOCKED)
      const { options, cookie } = await asked()
      const answer = device.sign(options, 1)
      expect((await send(answer, `${known}; ${cookie}`)).body.state).toBe('success')
    })

    test('a way back that is not the office is refused before anything is used up', async () => {
      const { options, cookie } = await asked()
      const passkey = device.sign(options, 1)
      const body = { ...DESTINATION, backUrl: 'http://evil.test/en/catch', passkey }
      const wrong = await identity.post('/v1/login/passkey', body, undefined, { cookie })
      expect(wrong.body).toEqual(map({ backUrl: 'invalid_grant' }))
      expect((await send(passkey, cookie)).body.state).toBe('success')
    })

    test.each([
      ['not base64url', { id: 'a b', rawId: 'a b' }],
      ['of another kind of credential', { type: 'password' }],
      ['without a signature', { response: {} }],
    ])('an answer %s is not read', async (_name, changes) => {
      const { options, cookie } = await asked()
      const answer = device.sign(options, 1)
      const { body } = await send({ ...answer, ...changes }, cookie)
      expect(body).toMatchObject({ state: 'error', data: null })
      expect((await send(answer, cookie)).body.state).toBe('success')
    })
  })

  describe('as the second factor', () => {
    beforeEach(async () => {
      await add()
      await withAuthenticator()
      identity.clock.now += MINUTE
    })

    async function begin(fields: object = {}) {
      const { body, headers } = await identity.login(fields)
      return {
        answer: body.data,
        cookie: String(headers['set-cookie'] ?? '').split(';', 1)[0]!,
      }
    }

    test('stand beside the code, for accounts that have one', async () => {
      const { answer, cookie } = await begin()
      expect(answer).toMatchObject({
        twoFaRequired: true,
        passkey: { allowCredentials: [{ id: device.id }], userVerification: 'required' },
      })
      const signed = device.sign(answer.passkey, 1, { userId: null })
      const { body } = await identity.login({ passkey: signed }, undefined, cookie)
      expect(body.data.redirect).toContain('?token=')
      const code = codeAt(SECRET, Math.floor(identity.clock.now / 30_000))
      expect((await identity.login({ code })).body.state).toBe('success')

      const [{ id }] = await list()
      await ask('DELETE', `/v1/passkeys/${id}`, {})
      expect((await begin()).answer).toEqual({ twoFaRequired: true })
    })

    test('need the password, and only for the account that was asked', async () => {
      const { answer, cookie } = await begin()
      const signed = () => device.sign(answer.passkey, 1)
      const login = async (fields: object) => (await identity.login(fields, undefined, cookie)).body
      expect(await login({ passkey: signed(), password: 'wrong' })).toEqual(
        map({ _common: 'bad_credentials' }),
      )
      expect(await login({ passkey: signed(), email: 'two@example.com' })).toEqual(REFUSED)
      expect((await send(signed(), cookie)).body).toEqual(REFUSED)
      const alone = await asked()
      const passkey = device.sign(alone.options, 1)
      expect((await identity.login({ passkey }, undefined, alone.cookie)).body).toEqual(REFUSED)
      expect((await login({ passkey: signed() })).state).toBe('success')
    })

    test('a wrong one counts like a wrong code', async () => {
      await identity.configure({ 'rateLimit.signInAccount': '0' })
      for (let tried = 0; tried < 10; tried += 1) {
        const { answer, cookie } = await begin()
        const passkey = device.sign(answer.passkey, 1, { origin: 'http://evil.test' })
        expect((await identity.login({ passkey }, undefined, cookie)).body).toEqual(REFUSED)
      }
      expect((await identity.login()).body).toEqual(LOCKED)
    })

    test('an operator removes them with a lost authenticator', async () => {
      await identity.office('partner reset-2fa 1 --reason lost')
      const { headers } = await identity.login()
      expect(String(headers['set-cookie'])).toContain('passport-device=')
      token = await identity.signIn()
      expect(await list()).toEqual([])
    })
  })

  test('taking a changed address back removes the passkeys added since, and keeps the older ones', async () => {
    await add()
    identity.clock.now += 1
    await ask('POST', '/v1/email', { email: 'new@example.com' })
    await identity.post('/v1/email/confirm', { token: await identity.mailedToken(1) })
    const back = await identity.mailedToken(2)
    await add(new PasskeyDevice(SITE))
    expect(await list()).toHaveLength(2)
    await identity.post('/v1/email/back', { token: back })
    token = await identity.signIn()
    expect(await list()).toHaveLength(1)
    expect((await signIn()).state).toBe('success')
  })
})
