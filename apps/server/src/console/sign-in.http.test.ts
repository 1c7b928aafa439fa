import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import {
  type Browser,
  cookieOf,
  linkToken,
  OPERATOR_PASSWORD,
  OperatorsDesk,
} from '../testing/operators-desk.ts'
import { PasskeyDevice } from '../testing/passkey-device.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SITE = { origin: 'http://localhost:3002', rpId: 'localhost' }

onPostgres('sign-in of operators', (newDatabase) => {
  let desk: OperatorsDesk
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
  })

  test('OPR-001 a link works once and for 24 hours, and the database keeps only its hash', async () => {
    const token = await desk.link('once@example.com', ['viewer'])
    const { rows } = await sql<{ text: string }>`
      select string_agg(l::text, ' ') as text from console.links l`.execute(desk.core.database.read)
    expect(rows[0]!.text).not.toContain(token)
    const made = desk.clock.now
    desk.clock.now = made + 24 * HOUR - 1
    expect((await desk.call('GET', `welcome/${token}`)).data).toMatchObject({
      email: 'once@example.com',
    })
    desk.clock.now = made + 24 * HOUR
    expect((await desk.call('GET', `welcome/${token}`)).code).toBe('not_found')
    const begun = await desk.call('POST', `welcome/${token}`, { password: OPERATOR_PASSWORD })
    expect(begun.code).toBe('not_found')

    desk.clock.now = made
    await desk.welcome('once@example.com', token)
    const again = await desk.call('POST', `welcome/${token}`, { password: OPERATOR_PASSWORD })
    expect(again.code).toBe('not_found')
    const unknown = `welcome/${'A'.repeat(43)}`
    const asked = await desk.call('POST', unknown, { password: OPERATOR_PASSWORD })
    expect(asked.code).toBe('not_found')
  })

  test('OPR-002 until password and second factor are set, nothing else answers, and the password alone does not count', async () => {
    const token = await desk.link('half@example.com', ['admin'])
    const early = await desk.call('POST', `welcome/${token}/confirm`, { code: '123456' })
    expect(early.body.errors).toEqual([{ code: 'required', fieldName: 'password', errors: null }])
    for (const [password, code] of [
      ['short', 'invalid_password_format'],
      ['x'.repeat(257), 'invalid_password_format'],
      ['password', 'invalid_password_format'],
      ['', 'required'],
    ]) {
      expect((await desk.call('POST', `welcome/${token}`, { password })).code).toBe(code)
    }
    const begun = await desk.call('POST', `welcome/${token}`, { password: OPERATOR_PASSWORD })
    expect(begun.headers['set-cookie']).toBeUndefined()
    expect(begun.data.otpauthUrl).toContain(`secret=${begun.data.secret}`)
    const login = { email: 'half@example.com', password: OPERATOR_PASSWORD }
    expect((await desk.call('POST', 'login', login)).code).toBe('bad_credentials')
    const wrong = await desk.call('POST', `welcome/${token}/confirm`, { code: '000000' })
    expect(wrong.code).toBe('incorrect_otp')
    const code = desk.code(begun.data.secret)
    const confirmed = await desk.call('POST', `welcome/${token}/confirm`, { code })
    expect(confirmed.data.operator).toMatchObject({ email: 'half@example.com', roles: ['admin'] })
    // The same time step counts once.
    const repeated = await desk.call('POST', 'login', { ...login, code })
    expect(repeated.code).toBe('incorrect_otp')
  })

  test('OPR-004 a session that has passed only the password can call nothing but the second step', async () => {
    const operator = await desk.operator('step@example.com', 'admin')
    const login = { email: 'STEP@example.com', password: OPERATOR_PASSWORD }
    const asked = await desk.call('POST', 'login', login)
    expect(asked.data).toEqual({ factors: ['authenticator'] })
    const half = { cookie: cookieOf(asked.headers), token: '' }
    expect(await desk.as(half, 'GET', 'me')).toMatchObject({ status: 401, code: 'invalid_token' })
    const done = await desk.as(half, 'POST', 'login/factor', { code: desk.code(operator.secret) })
    expect(cookieOf(done.headers)).not.toBe(half.cookie)
    const full = { cookie: cookieOf(done.headers), token: done.data.token }
    expect((await desk.as(full, 'GET', 'me')).data.operator.email).toBe('step@example.com')
    // The cookie before the second step is worth nothing afterwards, and a full one opens no second step.
    for (const cookie of [half.cookie, full.cookie]) {
      const again = await desk.as({ cookie, token: '' }, 'POST', 'login/factor', { code: '1' })
      expect(again).toMatchObject({ status: 401, code: 'invalid_token' })
    }
  })

  test('OPR-004 the second step follows within five minutes', async () => {
    const operator = await desk.operator('slow@example.com', 'viewer')
    const login = { email: 'slow@example.com', password: OPERATOR_PASSWORD }
    const asked = await desk.call('POST', 'login', login)
    desk.clock.now += 5 * MINUTE - 30_000
    const half = { cookie: cookieOf(asked.headers), token: '' }
    const late = await desk.as(half, 'POST', 'login/factor', { code: desk.code(operator.secret) })
    expect(late).toMatchObject({ status: 401, code: 'invalid_token' })
  })

  test('OPR-005 a session ends 12 hours after sign-in, whatever happens in it', async () => {
    const operator = await desk.operator('long@example.com', 'viewer')
    const begin = desk.clock.now
    expect((await desk.as(operator, 'GET', 'me')).data.endsAt).toBe(begin + 12 * HOUR)
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      desk.clock.now = begin + minutes * MINUTE
      expect((await desk.as(operator, 'GET', 'me')).status).toBe(200)
    }
    desk.clock.now = begin + 12 * HOUR - 1_000
    expect((await desk.as(operator, 'GET', 'me')).status).toBe(200)
    desk.clock.now = begin + 12 * HOUR
    expect((await desk.as(operator, 'GET', 'me')).status).toBe(401)
  })

  test('OPR-006 a session ends after 30 minutes without a call by the operator; automatic refreshes do not count', async () => {
    const operator = await desk.operator('idle@example.com', 'viewer')
    const refresh = () => desk.as(operator, 'GET', 'me', undefined, { 'x-console-refresh': '1' })
    desk.clock.now += 30 * MINUTE - 1
    expect((await desk.as(operator, 'GET', 'me')).status).toBe(200)
    const last = desk.clock.now
    desk.clock.now = last + 15 * MINUTE
    expect((await refresh()).status).toBe(200)
    desk.clock.now = last + 30 * MINUTE - 1
    expect((await refresh()).status).toBe(200)
    desk.clock.now = last + 30 * MINUTE
    expect((await refresh()).status).toBe(401)
    expect((await desk.as(operator, 'GET', 'me')).status).toBe(401)
  })

  test('OPR-008 the cookie on http has its path, is not read by scripts, and the database holds a hash of 256 random bits', async () => {
    const operator = await desk.operator('cookie@example.com', 'viewer')
    const { headers } = await desk.call('POST', 'login', {
      email: operator.email,
      password: OPERATOR_PASSWORD,
      code: desk.code(operator.secret),
    })
    expect(headers['set-cookie']).toMatch(
      /^partner_operator=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/console; HttpOnly; SameSite=Strict$/,
    )
    const { rows } = await sql<{ text: string }>`
      select string_agg(s::text, ' ') as text from console.sessions s`.execute(
      desk.core.database.read,
    )
    expect(rows[0]!.text).not.toContain(cookieOf(headers).split('=')[1])
  })

  test('OPR-014 a second factor counts as fresh for 15 minutes', async () => {
    const operator = await desk.operator('fresh@example.com', 'viewer')
    const begin = desk.clock.now
    const act = () => desk.as(operator, 'POST', 'me/factors/passkey/options')
    desk.clock.now = begin + 15 * MINUTE
    expect((await act()).code).toBeUndefined()
    desk.clock.now = begin + 15 * MINUTE + 1_000
    expect((await act()).code).toBe('fresh_sign_in_required')
    expect((await desk.as(operator, 'POST', 'fresh/options')).data.factors).toEqual([
      'authenticator',
    ])
    const wrong = await desk.as(operator, 'POST', 'fresh', { code: '000000' })
    expect(wrong.code).toBe('incorrect_otp')
    const confirmed = await desk.as(operator, 'POST', 'fresh', {
      code: desk.code(operator.secret),
    })
    expect(confirmed.data).toEqual({ freshUntil: desk.clock.now + 15 * MINUTE })
    expect((await act()).code).toBeUndefined()
  })

  describe('passkeys', () => {
    let operator: Browser
    let device: PasskeyDevice
    const named = async () => ({ userId: `operator ${await desk.idOf(operator.email)}` })
    beforeAll(async () => {
      operator = await desk.operator('key@example.com', 'viewer')
      device = new PasskeyDevice(SITE)
      const { data } = await desk.as(operator, 'POST', 'me/factors/passkey/options')
      const added = await desk.as(operator, 'POST', 'me/factors/passkey', device.create(data))
      if (added.body.state !== 'success') throw new Error(JSON.stringify(added.body))
    })

    test('OPR-004 a passkey signs in alone, and once', async () => {
      const asked = await desk.call('POST', 'login/passkey/options')
      const cookie = cookieOf(asked.headers)
      const passkey = device.sign(asked.data, 1, await named())
      const send = () => desk.call('POST', 'login/passkey', { passkey }, { headers: { cookie } })
      const signed = await send()
      expect(signed.data.operator.email).toBe('key@example.com')
      expect((await send()).code).toBe('invalid_passkey')
    })

    test('OPR-003 a passkey is the second factor, with the verification of its user', async () => {
      const login = { email: operator.email, password: OPERATOR_PASSWORD }
      const asked = await desk.call('POST', 'login', login)
      expect(asked.data.factors).toEqual(['authenticator', 'passkey'])
      const half = { cookie: cookieOf(asked.headers), token: '' }
      const unverified = device.sign(asked.data.passkey, 1, {
        ...(await named()),
        isVerified: false,
      })
      const refused = await desk.as(half, 'POST', 'login/factor', { passkey: unverified })
      expect(refused.code).toBe('invalid_passkey')
      const next = await desk.call('POST', 'login', login)
      const passkey = device.sign(next.data.passkey, 1, await named())
      const other = await desk.as(half, 'POST', 'login/factor', { passkey })
      expect(other.code).toBe('invalid_passkey')
      const last = await desk.call('POST', 'login', login)
      const signed = device.sign(last.data.passkey, 1, await named())
      const own = { cookie: cookieOf(last.headers), token: '' }
      const done = await desk.as(own, 'POST', 'login/factor', { passkey: signed })
      expect(done.data.operator.email).toBe('key@example.com')
    })

    test('OPR-004 on an IP address there is no passkey, and the code is offered', async () => {
      const headers = { host: '127.0.0.1:3002', origin: 'http://127.0.0.1:3002' }
      const login = { email: operator.email, password: OPERATOR_PASSWORD }
      const asked = await desk.call('POST', 'login', login, { headers })
      expect(asked.data.factors).toEqual(['authenticator', 'passkey'])
      expect(asked.data.passkey).toBeUndefined()
      const alone = await desk.call('POST', 'login/passkey/options', undefined, { headers })
      expect(alone.code).toBe('invalid_passkey')
    })

    test('OPR-003 the last factor cannot be removed, also after the other ones were', async () => {
      const { data } = await desk.as(operator, 'GET', 'me/factors')
      expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['authenticator', 'passkey'])
      const remove = (id: number) => desk.as(operator, 'DELETE', `me/factors/${id}`)
      expect((await remove(data[0].id)).body.state).toBe('success')
      expect((await remove(data[1].id)).body.errors).toEqual([
        { code: 'required', fieldName: 'factor', errors: null },
      ])
      expect((await remove(data[0].id)).code).toBe('not_found')
    })
  })

  test('OPR-025 sessions are listed with device and last use, each can be ended, and a changed password or factor ends all others', async () => {
    const first = await desk.operator('many@example.com', 'viewer')
    const second = await desk.signIn(first)
    const third = await desk.signIn(first)
    const list = async () => (await desk.as(first, 'GET', 'me/sessions')).data
    const sessions = await list()
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
    const seconds = (await desk.as(second, 'GET', 'me/sessions')).data.find(
      ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
    )
    expect((await desk.as(first, 'DELETE', `me/sessions/${seconds.id}`)).body.state).toBe('success')
    expect((await desk.as(first, 'DELETE', `me/sessions/${seconds.id}`)).code).toBe('not_found')
    expect((await desk.as(second, 'GET', 'me')).status).toBe(401)

    const wrong = { oldPassword: 'not it at all', newPassword: 'another-Secret-1' }
    expect((await desk.as(first, 'PUT', 'me/password', wrong)).code).toBe('wrong_old_password')
    const change = { oldPassword: OPERATOR_PASSWORD, newPassword: 'another-Secret-1' }
    expect((await desk.as(first, 'PUT', 'me/password', change)).body.state).toBe('success')
    expect((await desk.as(third, 'GET', 'me')).status).toBe(401)
    expect(await list()).toHaveLength(1)
    const old = { email: first.email, password: OPERATOR_PASSWORD, code: '' }
    expect((await desk.call('POST', 'login', old)).code).toBe('bad_credentials')

    const login = { email: first.email, password: 'another-Secret-1' }
    const fourth = await desk.call('POST', 'login', { ...login, code: desk.code(first.secret) })
    const { data } = await desk.as(first, 'POST', 'me/factors/passkey/options')
    await desk.as(first, 'POST', 'me/factors/passkey', new PasskeyDevice(SITE).create(data))
    const gone = { cookie: cookieOf(fourth.headers), token: fourth.data.token }
    expect((await desk.as(gone, 'GET', 'me')).status).toBe(401)
    expect(await list()).toHaveLength(1)
  })

  test('OPR-003 an authenticator is replaced: a second one is refused, and a code of the new one confirms it', async () => {
    const operator = await desk.operator('phone@example.com', 'viewer')
    const begin = () => desk.as(operator, 'POST', 'me/factors/authenticator')
    expect((await begin()).code).toBe('not_unique')
    const { data: asked } = await desk.as(operator, 'POST', 'me/factors/passkey/options')
    await desk.as(operator, 'POST', 'me/factors/passkey', new PasskeyDevice(SITE).create(asked))
    const { data: factors } = await desk.as(operator, 'GET', 'me/factors')
    await desk.as(operator, 'DELETE', `me/factors/${factors[0].id}`)
    const { data } = await begin()
    const confirm = (code: string) =>
      desk.as(operator, 'POST', 'me/factors/authenticator/confirm', { code })
    expect((await confirm('000000')).code).toBe('incorrect_otp')
    expect((await desk.as(operator, 'GET', 'me/factors')).data).toHaveLength(1)
    expect((await confirm(desk.code(data.secret))).body.state).toBe('success')
    expect((await confirm(desk.code(data.secret))).code).toBe('not_found')
    expect((await desk.as(operator, 'GET', 'me/factors')).data).toHaveLength(2)
  })
})

onPostgres('guesses at operators', (newDatabase) => {
  let desk: OperatorsDesk
  beforeAll(async () => {
    desk = await OperatorsDesk.open(await newDatabase())
  })

  test('OPR-015 ten wrong passwords in a row lock, each further ten for twice as long, an unknown address alike', async () => {
    const known = await desk.operator('known@example.com', 'admin')
    const begin = desk.clock.now
    const answers: Record<string, string[]> = {}
    for (const email of [known.email, 'nobody@example.com']) {
      desk.clock.now = begin
      const said: string[] = []
      const guess = async () => {
        const { code, headers } = await desk.call('POST', 'login', { email, password: 'wrong' })
        said.push(`${code} ${headers['retry-after'] ?? ''}`)
      }
      for (let count = 0; count < 11; count += 1) await guess()
      desk.clock.now += 15 * MINUTE
      for (let count = 0; count < 11; count += 1) await guess()
      answers[email] = said
    }
    expect(answers['nobody@example.com']).toEqual(answers[known.email])
    expect(answers[known.email]).toEqual([
      ...Array.from({ length: 10 }, () => 'bad_credentials '),
      'user_account_locked 900',
      ...Array.from({ length: 10 }, () => 'bad_credentials '),
      'user_account_locked 1800',
    ])
    const right = { email: known.email, password: OPERATOR_PASSWORD, code: desk.code(known.secret) }
    expect((await desk.call('POST', 'login', right)).code).toBe('user_account_locked')
    desk.clock.now += 30 * MINUTE
    const code = desk.code(known.secret)
    expect((await desk.call('POST', 'login', { ...right, code })).data.operator).toBeDefined()
  })

  test('OPR-016 of 100 parallel wrong codes at most 10 are evaluated', async () => {
    const operator = await desk.operator('guessed@example.com', 'viewer')
    const login = { email: operator.email, password: OPERATOR_PASSWORD }
    const asked = await desk.call('POST', 'login', login)
    const half = { cookie: cookieOf(asked.headers), token: '' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => desk.as(half, 'POST', 'login/factor', { code: '000000' })),
    )
    const evaluated = answers.filter(({ code }) => code === 'incorrect_otp')
    expect(evaluated).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'user_account_locked')).toHaveLength(90)
  })

  test('OPR-027 sign-in calls are counted in the database: two processes share the count', async () => {
    const database = await newDatabase()
    const one = await OperatorsDesk.open(database)
    const two = await OperatorsDesk.open(database, { clock: one.clock, seal: one.core.passwords })
    await one.run('config set rateLimit.signInAccount 4')
    const answers: (readonly [number, unknown])[] = []
    for (const each of [one, two, one, two, one]) {
      const login = { email: 'a@example.com', password: 'wrong' }
      const { status, headers } = await each.call('POST', 'login', login)
      answers.push([status, headers['retry-after']])
    }
    expect(answers).toEqual([...Array.from({ length: 4 }, () => [200, undefined]), [429, '60']])
    await one.run('config set rateLimit.signInAddress 2')
    const link = () => two.call('GET', `welcome/${'A'.repeat(43)}`)
    expect([(await link()).status, (await link()).status, (await link()).status]).toEqual([
      200, 200, 429,
    ])
  })

  test('OPR-001 of 20 first sign-ins with one link at the same time one gets in', async () => {
    const token = await desk.link('raced@example.com', ['viewer'])
    const { data } = await desk.call('POST', `welcome/${token}`, { password: OPERATOR_PASSWORD })
    const code = desk.code(data.secret)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.call('POST', `welcome/${token}/confirm`, { code })),
    )
    expect(answers.filter(({ body }) => body.state === 'success')).toHaveLength(1)
    expect(linkToken(`/console/welcome/${token}`)).toBe(token)
  })
})
