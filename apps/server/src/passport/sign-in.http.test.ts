import { createHash } from 'node:crypto'

import { beforeAll, beforeEach, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../testing/identity.ts'
import { race, RACERS } from '../testing/races.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const WRONG = { password: 'not-the-password' }

onPostgres('signing in', (newDatabase) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(() => identity.startAgain())

  const refused = async (fields: object) => (await identity.login(fields)).body
  const map = (errors: object) => ({ state: 'error', data: null, errors })

  test('API-046 check_token takes the token and the credentials of the client, and returns the owner', async () => {
    const token = await identity.signIn()
    const { status, body } = await identity.form('/oauth/check_token', { token })
    expect(status).toBe(200)
    expect(body).toEqual({
      state: 'success',
      errors: [],
      data: {
        active: true,
        user_id: 1,
        user_name: 'one@example.com',
        client_id: 'partner-office',
        exp: identity.clock.now / 1_000 + 24 * 3_600,
        scope: 'READ WRITE active',
        scope_code: 'active',
      },
    })
    const unknown = await identity.form('/oauth/check_token', { token: 'x' })
    expect(unknown).toMatchObject({ status: 401, body: { errors: [{ code: 'invalid_token' }] } })
    const stranger = { id: 'partner-office', secret: 'guessed' }
    const foreign = await identity.form('/oauth/check_token', { token }, stranger)
    expect(foreign).toMatchObject({ status: 401, body: { errors: [{ code: 'invalid_client' }] } })
  })

  test('API-047 STA-031 a token that was revoked at log-out is refused everywhere from then on', async () => {
    const token = await identity.signIn()
    expect(await identity.as(token, 'DELETE', '/oauth/token/revoke')).toMatchObject({
      status: 200,
      body: { state: 'success', data: {} },
    })
    expect((await identity.as(token, 'GET', '/v1/user')).status).toBe(401)
    expect((await identity.form('/oauth/check_token', { token })).status).toBe(401)
    expect((await identity.as(token, 'DELETE', '/oauth/token/revoke')).status).toBe(401)
  })

  test('STA-044 a hand-off token works once; a second use ends the session of the first', async () => {
    const handOff = await identity.handOff()
    const first = await identity.swap(handOff)
    expect(first.body.data).toMatchObject({ scope: 'READ WRITE active', scope_code: 'active' })
    expect(await identity.swap(handOff)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_description: expect.any(String) },
    })
    expect((await identity.as(first.body.data.access_token, 'GET', '/v1/user')).status).toBe(401)
  })

  test('STA-044 a hand-off token works only within 60 s and with the verifier of its sign-in', async () => {
    const handOff = await identity.handOff()
    const other = { ...handOff, verifier: 'v'.repeat(43) }
    expect((await identity.swap(other)).body).toMatchObject({ error: 'invalid_grant' })
    identity.clock.now += 61_000
    expect((await identity.swap(handOff)).body).toMatchObject({ error: 'invalid_grant' })

    const late = await identity.handOff()
    identity.clock.now += 59_000
    expect((await identity.swap(late)).status).toBe(200)
    const unbound = await identity.handOff({ challenge: undefined })
    expect((await identity.swap(unbound)).status).toBe(400)
  })

  test('a form of a foreign page does not sign in: only OAuth takes forms', async () => {
    const body = { email: 'one@example.com', password: PASSWORD, application: 'partner' }
    const { status, headers } = await identity.form('/v1/login', {
      ...body,
      backUrl: 'http://office.test/en/catch',
    })
    expect({ status, cookie: headers['set-cookie'] }).toEqual({ status: 400, cookie: undefined })
  })

  test('the token call refuses as OAuth does: another grant, another client, a field twice', async () => {
    for (const grant_type of ['password', 'refresh_token', 'authorization_code', '']) {
      const other = await identity.form('/oauth/token', { grant_type, refresh_token: 'x' })
      expect(other).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } })
    }
    const form = { grant_type: 'hand_off' }
    expect(await identity.form('/oauth/token', form, { id: 'x', secret: 'y' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    const twice = await identity.call('POST', '/oauth/token', {
      payload: 'grant_type=hand_off&grant_type=password',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(twice).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('a locked account cannot swap a token, and gets the text that the back office knows', async () => {
    const handOff = await identity.handOff()
    await identity.core.database.read
      .updateTable('passport.accounts')
      .set({ lockedUntil: identity.clock.now + 1 })
      .where('userId', '=', 1)
      .execute()
    expect((await identity.swap(handOff)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'User account is locked',
    })
  })

  test('a session ends a day after its last use, and thirty days after it began', async () => {
    const token = await identity.signIn()
    const isOpen = async () => (await identity.as(token, 'GET', '/v1/user')).status === 200
    const hour = 60 * MINUTE
    for (let day = 0; day < 31; day += 1) {
      identity.clock.now += 23 * hour
      expect(await isOpen()).toBe(true)
    }
    identity.clock.now += 7 * hour - 1
    expect(await isOpen()).toBe(true)
    identity.clock.now += 1
    expect(await isOpen()).toBe(false)

    const idle = await identity.signIn()
    identity.clock.now += 24 * hour
    expect((await identity.as(idle, 'GET', '/v1/user')).status).toBe(401)
  })

  test('operators can shorten open sessions, too', async () => {
    const token = await identity.signIn()
    await identity.configure({ sessionIdle: '5m' })
    identity.clock.now += 5 * MINUTE
    expect((await identity.as(token, 'GET', '/v1/user')).status).toBe(401)
  })

  test('sign-in can answer the access token itself, if the setting allows it', async () => {
    await identity.configure({ signInToken: 'access' })
    const { token } = await identity.handOff()
    expect((await identity.as(token, 'GET', '/v1/user')).status).toBe(200)
  })

  test('an unknown account, an account without a password and a wrong password get the same answer', async () => {
    const answers = await Promise.all(
      [{ email: 'nobody@example.com' }, { email: 'three@example.com' }, WRONG].map((fields) =>
        identity.login(fields),
      ),
    )
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: map({ _common: 'bad_credentials' }) })
    }
  })

  test('sign-in leads back to the back office only', async () => {
    for (const backUrl of [
      'http://evil.test/en/catch',
      'http://office.test.evil.test/',
      'http://office.test@evil.test/',
      '//evil.test/',
      'http://office.test\\@evil.test/',
      'http:office.test/en/catch',
      'javascript:alert(1)',
      'http://office.test',
      ' http://office.test/',
      'http://office.test/en/catch?token=x',
      'http://office.test/en/dashboard',
      'http://office.test/en/catch\r\nLocation: http://evil.test',
      'HTTP://OFFICE.TEST/en/catch',
    ]) {
      expect(await refused({ backUrl })).toEqual(map({ backUrl: 'invalid_grant' }))
    }
    for (const application of [
      '//evil.test',
      'https://evil.test',
      'PARTNER',
      'partner\u202e',
      '*',
    ]) {
      expect(await refused({ application })).toEqual(map({ application: 'invalid_grant' }))
    }
    expect(await refused({ application: 'partner\r\n' })).toEqual(
      map({ application: 'validation_error' }),
    )
    expect(await refused({ application: 'other', challenge: 'short' })).toEqual(
      map({ application: 'invalid_grant', challenge: 'invalid_format' }),
    )
    const { body } = await identity.login({ backUrl: 'http://office.test/en/catch?a=1#b' })
    expect(body.data.redirect).toMatch(/^http:\/\/office\.test\/en\/catch\?a=1&token=[\w-]{43}#b$/)
  })

  test('the back office, and no other origin, calls the passport from a browser', async () => {
    const asks = (origin: string) =>
      identity.app.inject({ method: 'OPTIONS', url: '/oauth/token', headers: { origin } })
    const own = await asks('http://office.test')
    expect(own.statusCode).toBe(204)
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': 'http://office.test',
      'access-control-allow-headers': 'authorization, content-type',
    })
    for (const origin of ['null', 'http://office.test.evil.test', 'https://office.test', '*']) {
      const { statusCode, headers } = await asks(origin)
      expect(statusCode).toBe(404)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('every missing field is named', async () => {
    expect((await identity.post('/v1/login', {})).body).toEqual(
      map({
        email: 'required',
        password: 'required',
        application: 'required',
        backUrl: 'required',
      }),
    )
    expect(await refused({ email: 7 })).toEqual(map({ email: 'validation_error' }))
  })

  test('ten wrong passwords lock for 15 minutes, ten more for 30; an unknown account looks the same', async () => {
    await identity.configure({ 'rateLimit.signInAccount': '0' })
    for (const email of ['one@example.com', 'nobody@example.com']) {
      const fails = async (times: number) => {
        for (let time = 0; time < times; time += 1) {
          expect(await refused({ ...WRONG, email })).toEqual(map({ _common: 'bad_credentials' }))
        }
      }
      const locked = map({ _common: 'user_account_locked' })
      await fails(10)
      expect(await refused({ email })).toEqual(locked)
      const { headers } = await identity.login({ email })
      expect(headers['retry-after']).toBe(String(15 * 60))
      identity.clock.now += 15 * MINUTE - 1
      expect(await refused({ email })).toEqual(locked)
      identity.clock.now += 1
      await fails(10)
      identity.clock.now += 30 * MINUTE - 1
      expect(await refused({ email })).toEqual(locked)
      identity.clock.now += 1
    }
    expect((await identity.login()).body.data.redirect).toContain('token=')
    for (let time = 0; time < 9; time += 1) await identity.login(WRONG)
    expect((await identity.login()).body.state).toBe('success')
  })

  test('H9 a lock set while the clock was 40 days ahead is over when the clock is right again; one of a day holds', async () => {
    await identity.configure({ 'rateLimit.signInAccount': '0' })
    const locked = map({ _common: 'user_account_locked' })
    const jump = 40 * DAY
    for (const email of ['one@example.com', 'nobody@example.com']) {
      const right = async () => (await identity.login({ email })).body
      const unlocked = email.startsWith('one') ? 'success' : 'bad_credentials'
      const stateOf = (body: { state: string; errors: { _common?: string } }) =>
        body.state === 'success' ? 'success' : body.errors._common
      identity.clock.now += jump
      for (let time = 0; time < 10; time += 1) await refused({ ...WRONG, email })
      expect(await right()).toEqual(locked)
      // 15 minutes of lock: at this time it ends a day from now, which is possible, and a moment earlier it is not.
      identity.clock.now -= DAY - 15 * MINUTE
      expect(await right()).toEqual(locked)
      identity.clock.now -= 1
      expect(stateOf(await right())).toBe(unlocked)
      identity.clock.now -= jump - DAY + 15 * MINUTE - 1
      expect(stateOf(await right())).toBe(unlocked)
    }
    expect(await identity.signIn()).toMatch(/^[\w-]{43}$/)
  })

  test('H17 sign-ins of one IPv6 network count together', async () => {
    await identity.configure({ 'rateLimit.signInAddress': '2' })
    const statusFrom = async (from: string) =>
      (await identity.login({ email: `${from.length}@example.com` }, from)).status
    const froms = ['2001:db8::1', '2001:db8::ffff', '2001:db8::3:4', '2001:db8:0:1::1']
    const statuses = []
    for (const from of froms) statuses.push(await statusFrom(from))
    expect(statuses).toEqual([200, 200, 429, 200])
    await identity.configure({ 'rateLimit.signInAddress': '60' })
  })

  test('sign-in is limited to 5 a minute for an account, with a Retry-After', async () => {
    for (const email of ['one@example.com', 'nobody@example.com']) {
      for (let time = 0; time < 5; time += 1) await identity.login({ ...WRONG, email })
      identity.clock.now += 10_000
      const { status, headers, body } = await identity.login(
        { email: email.toUpperCase() },
        '9.9.9.9',
      )
      expect({ status, body }).toEqual({ status: 429, body: map({ _common: 'too_many_requests' }) })
      expect(headers['retry-after']).toBe('50')
    }
    identity.clock.now += 50_000
    expect((await identity.login()).body.state).toBe('success')
  })

  test('sign-in is limited for a network address, whatever the accounts', async () => {
    await identity.configure({ 'rateLimit.signInAddress': '2' })
    const from = async (address: string, email: string) =>
      (await identity.login({ ...WRONG, email }, address)).status
    expect(await from('10.0.0.1', 'a@example.com')).toBe(200)
    expect(await from('10.0.0.1', 'b@example.com')).toBe(200)
    expect(await from('10.0.0.1', 'c@example.com')).toBe(429)
    expect(await from('10.0.0.2', 'd@example.com')).toBe(200)
  })

  test('other calls are limited by account when signed in, else by network address', async () => {
    const [one, two] = [
      await identity.signIn(),
      await identity.signIn({ email: 'two@example.com' }),
    ]
    await identity.configure({ 'rateLimit.user': '2', 'rateLimit.address': '3' })
    identity.clock.now += MINUTE
    const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
      const seen = []
      for (let time = 0; time < times; time += 1) seen.push((await call()).status)
      return seen
    }
    expect(await statuses(3, () => identity.as(one, 'GET', '/v1/user'))).toEqual([200, 200, 429])
    expect(await statuses(3, () => identity.as(two, 'GET', '/v1/two-fa/tokens'))).toEqual([
      200, 200, 429,
    ])
    expect((await identity.as(two, 'DELETE', '/oauth/token/revoke')).status).toBe(200)
    const countries = () => identity.call('GET', '/v1/countries/registration')
    expect(await statuses(2, countries)).toEqual([200, 200])
    expect(await statuses(2, () => identity.as('guessed', 'GET', '/v1/user'))).toEqual([401, 429])
    const { status, headers, body } = await identity.form('/oauth/check_token', { token: one })
    expect({ status, code: body.errors[0].code }).toEqual({
      status: 429,
      code: 'too_many_requests',
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await identity.login()).body.state).toBe('success')
    identity.clock.now += MINUTE
    expect(await statuses(1, () => identity.as(one, 'GET', '/v1/user'))).toEqual([200])
    expect(await statuses(1, countries)).toEqual([200])
  })

  test('no secret is in the log, or in plain text in the database', async () => {
    const handOff = await identity.handOff()
    const { body } = await identity.swap(handOff)
    await identity.as(body.data.access_token, 'GET', '/v1/user')
    const challenge = createHash('sha256').update(handOff.verifier).digest('base64url')
    const log = identity.log.join('')
    expect(log).toContain('/oauth/token')
    for (const secret of [PASSWORD, handOff.token, handOff.verifier, body.data.access_token]) {
      expect(log).not.toContain(secret)
    }
    const { read } = identity.core.database
    const stored = JSON.stringify([
      await read.selectFrom('passport.sessions').selectAll().execute(),
      await read.selectFrom('passport.handOffs').selectAll().execute(),
    ])
    expect(stored).toContain(challenge)
    expect(stored).not.toContain(body.data.access_token)
    expect(stored).not.toContain(handOff.token)
  })
})

onPostgres('races at sign-in', (newDatabase) => {
  test(`of ${RACERS} uses of one hand-off token at the same time one succeeds, and its session ends`, async () => {
    const identity = await TestIdentity.open(await newDatabase())
    const handOff = await identity.handOff()
    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.handOffs').selectAll().forUpdate().execute(),
      Array.from({ length: RACERS }, () => () => identity.swap(handOff)),
    )
    const answers = results.map((result) => (result.status === 'fulfilled' ? result.value : null))
    const swapped = answers.filter((answer) => answer?.status === 200)
    expect(swapped).toHaveLength(1)
    expect(answers.filter((answer) => answer?.status === 400)).toHaveLength(RACERS - 1)
    const token = swapped[0]!.body.data.access_token
    expect((await identity.as(token, 'GET', '/v1/user')).status).toBe(401)
  })

  test('of many wrong passwords at the same time ten are compared', async () => {
    const identity = await TestIdentity.open(await newDatabase())
    await identity.configure({ 'rateLimit.signInAccount': '0' })
    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.accounts').selectAll().forUpdate().execute(),
      Array.from({ length: RACERS }, () => () => identity.login(WRONG)),
    )
    const codes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.body.errors._common : 'failed',
    )
    expect(codes.filter((code) => code === 'bad_credentials')).toHaveLength(10)
    expect(codes.filter((code) => code === 'user_account_locked')).toHaveLength(10)
  })
})
