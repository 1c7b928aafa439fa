import { beforeAll, beforeEach, expect, test } from 'vitest'

import { deviceCookie } from './http/browser-cookies.ts'
import { onPostgres } from '../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../testing/identity.ts'
import { unlockAccount } from './accounts/accounts.ts'
import { hashOf } from '../proofs/secret-token.ts'

const MINUTE = 60_000
const WRONG = { password: 'not-the-password' }
const STRANGER = '203.0.113.7'
const NEW_PASSWORD = 'another-Secret-1'

const map = (errors: object) => ({ state: 'error', data: null, errors })
const LOCKED = map({ _common: 'user_account_locked' })
const WRONG_PASSWORD = map({ _common: 'bad_credentials' })

test('the cookie is read by no script, sent by no other site, and on https only over https', () => {
  const token = 'a'.repeat(43)
  expect(deviceCookie('http://127.0.0.1:3001').text(token)).toBe(
    `passport-device=${token}; Path=/v1/login; Max-Age=31536000; HttpOnly; SameSite=Lax`,
  )
  const secure = deviceCookie('https://passport.test')
  expect(secure.text(token)).toBe(
    `__Secure-passport-device=${token}; Path=/v1/login; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(secure.read(`a=b; __Secure-passport-device=${token}; c=d`)).toBe(token)
  for (const other of [
    undefined,
    '',
    `passport-device=${token}`,
    `__Secure-passport-device=${token}x`,
  ]) {
    expect(secure.read(other)).toBeNull()
  }
})

onPostgres('browsers that an account has signed in from', (newDatabase) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(() => identity.startAgain())

  /** Signs in; returns the browser's cookie. */
  async function cookieOf(fields: object = {}, before = ''): Promise<string> {
    const { headers, body } = await identity.login(fields, undefined, before)
    expect(body.state).toBe('success')
    return String(headers['set-cookie']).split(';', 1)[0]!
  }
  const from = async (cookie: string, fields: object = {}) =>
    (await identity.login(fields, undefined, cookie)).body
  const guess = async (times: number, cookie = '') => {
    for (let time = 0; time < times; time += 1) {
      const { body } = await identity.login(WRONG, STRANGER, cookie)
      expect(body).toEqual(WRONG_PASSWORD)
    }
  }
  const unlimited = () => identity.configure({ 'rateLimit.signInAccount': '0' })

  test('have their own count of wrong passwords: a stranger locks other browsers out, not the owner', async () => {
    const cookie = await cookieOf()
    await unlimited()
    await guess(10)
    expect((await identity.login()).body).toEqual(LOCKED)

    const handOff = await identity.handOff({}, cookie)
    const swapped = await identity.swap(handOff)
    expect(swapped.status).toBe(200)
    const { access_token: token } = swapped.body.data
    expect((await identity.as(token, 'GET', '/v1/user')).status).toBe(200)
    expect((await identity.login()).body).toEqual(LOCKED)
  })

  test('have their own rate limit: a stranger uses up the limit of other browsers, not that of the owner', async () => {
    const cookie = await cookieOf()
    identity.clock.now += MINUTE
    await guess(5)
    expect((await identity.login()).status).toBe(429)
    expect((await from(cookie)).state).toBe('success')
  })

  test('are locked alone after ten wrong passwords', async () => {
    const cookie = await cookieOf()
    await unlimited()
    await guess(10, cookie)
    expect(await from(cookie)).toEqual(LOCKED)
    expect((await identity.login()).body.state).toBe('success')
    expect(await from(cookie)).toEqual(LOCKED)
    await identity.core.database.transaction((tx) => unlockAccount(tx, 1))
    expect((await from(cookie)).state).toBe('success')

    await guess(9, cookie)
    expect((await from(cookie)).state).toBe('success')
    await guess(9, cookie)
    expect((await from(cookie)).state).toBe('success')
  })

  test('prove no identity, and count only for accounts that know them', async () => {
    const cookie = await cookieOf()
    await unlimited()
    expect(await from(cookie, WRONG)).toEqual(WRONG_PASSWORD)
    const asked = await identity.call('GET', '/v1/user', { headers: { cookie } })
    expect(asked.status).toBe(401)

    const email = 'two@example.com'
    for (let time = 0; time < 10; time += 1) {
      expect(await from(cookie, { ...WRONG, email })).toEqual(WRONG_PASSWORD)
    }
    expect((await identity.login({ email })).body).toEqual(LOCKED)
    for (const odd of [
      `passport-device=${'x'.repeat(43)}`,
      'passport-device=',
      cookie.slice(0, -1),
    ]) {
      expect(await from(odd, { email })).toEqual(LOCKED)
    }
  })

  test('get a new token when another account signs in there; the old token is worthless', async () => {
    const kept = await cookieOf()
    const shared = await cookieOf({ email: 'two@example.com' }, kept)
    expect(shared).not.toBe(kept)
    expect(await cookieOf({}, shared)).toBe(shared)
    await unlimited()
    await guess(10)
    expect(await from(kept)).toEqual(LOCKED)
    expect((await from(shared)).state).toBe('success')
  })

  test('are dropped with the password, and after a year without use', async () => {
    const before = await cookieOf()
    const token = await identity.signIn()
    const form = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, repeat: NEW_PASSWORD }
    expect((await identity.as(token, 'PUT', '/v1/password', form)).body.state).toBe('success')
    const fields = { password: NEW_PASSWORD }
    expect(await cookieOf(fields, before)).not.toBe(before)

    const devices = () =>
      identity.core.database.read.selectFrom('passport.devices').select('knownAt').execute()
    identity.clock.now += 365 * 24 * 60 * MINUTE
    const [late] = [await cookieOf(fields)]
    await expect.poll(devices).toEqual([{ knownAt: identity.clock.now }])
    expect(await cookieOf(fields, late)).toBe(late)
  })

  test('are stored as hashes, and their tokens are in no log', async () => {
    const [, token] = (await cookieOf()).split('=')
    const stored = await identity.core.database.read
      .selectFrom('passport.devices')
      .selectAll()
      .execute()
    expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([hashOf(token!)])
    expect(identity.log.join('')).not.toContain(token)
  })
})
