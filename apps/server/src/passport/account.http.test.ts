import { callsOf, CONFIG, HEALTH, PASSPORT } from '@partner-office/contracts'
import { COUNTRY_CODES } from '@partner-office/domain'
import { beforeAll, beforeEach, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../testing/identity.ts'
import { race, RACERS } from '../testing/races.ts'
import { codeAt } from '../proofs/totp.ts'

const NEW_PASSWORD = 'another-Secret-1'
const FORM = {
  email: 'new@example.com',
  password: PASSWORD,
  firstName: 'Zoë',
  lastName: "O'Neil",
  country: 'IE',
  language: 'en',
  application: 'partner',
}

const map = (errors: object) => ({ state: 'error', data: null, errors })
const DONE = { status: 200, body: { state: 'success', data: {}, errors: [] } }

const codeOf = (identity: TestIdentity, secret: string) =>
  codeAt(secret, Math.floor(identity.clock.now / 30_000))

/** Sets up an authenticator for the owner of the token; returns its secret. */
async function setUp(identity: TestIdentity, token: string): Promise<string> {
  const { body } = await identity.as(token, 'POST', '/v1/two-fa/google')
  const { secret } = body.data
  const code = codeOf(identity, secret)
  expect(await identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code })).toMatchObject(
    DONE,
  )
  identity.clock.now += 30_000
  return secret
}

/** Password mails that count within the day of the only account that asked for some. */
async function mailsOfDay({ core }: TestIdentity): Promise<number | undefined> {
  const count = await core.database.read
    .selectFrom('passport.rateLimits')
    .select('calls')
    .where('subject', 'like', 'mails of a day%')
    .executeTakeFirst()
  return count?.calls
}

onPostgres('accounts', (newDatabase) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(() => identity.startAgain())

  const register = (fields: object = {}) =>
    identity.post('/v1/registration', { ...FORM, ...fields })
  const inviteCodeOf = async (id: number) =>
    (
      await identity.core.database.read
        .selectFrom('partners')
        .select('inviteCode')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).inviteCode
  const partner = (id: number) =>
    identity.core.database.read
      .selectFrom('partners')
      .select(['sponsorId', 'depth', 'firstName', 'countryId', 'uiLanguage', 'registeredAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const isOpen = async (token: string) =>
    (await identity.as(token, 'GET', '/v1/user')).status === 200

  test('every call of the port is in the contracts, and every contract is served', async () => {
    await identity.app.ready()
    const calls = identity.app.calls.filter(({ path }) => path !== '/*')
    const served = calls.map(({ method, path }) => `${method} ${path}`)
    const agreed = callsOf(CONFIG, HEALTH, ...Object.values(PASSPORT))
    expect(served.toSorted()).toEqual(
      agreed.map(({ method, path }) => `${method} ${path}`).toSorted(),
    )
  })

  test('a call that needs a token refuses any other', async () => {
    const bearer = callsOf(...Object.values(PASSPORT)).filter(({ auth }) => auth === 'bearer')
    for (const { method, path, ...contract } of bearer) {
      const payload = 'body' in contract ? { payload: {} } : {}
      for (const authorization of ['Bearer x', 'Basic x', undefined]) {
        const headers = authorization === undefined ? {} : { authorization }
        const { status, body } = await identity.call(method, path, { headers, ...payload })
        expect(`${path} ${status} ${JSON.stringify(body.errors)}`).toContain('invalid_token')
        expect(status).toBe(401)
      }
    }
  })

  test('API-041 the passport answers the account of the caller', async () => {
    const { body } = await identity.as(await identity.signIn(), 'GET', '/v1/user')
    expect(body.data).toEqual({
      id: 1,
      email: 'one@example.com',
      phone: '+49 30 1',
      language: 'en',
      twoFaMethods: [],
      createdAt: expect.any(Number),
      version: expect.any(String),
    })
  })

  test('a phone number and a language are changed separately; omitted fields stay', async () => {
    const token = await identity.signIn({ email: 'two@example.com' })
    const change = async (fields: object) =>
      (await identity.as(token, 'PUT', '/v1/user', fields)).body
    const { data } = await change({ phone: ' +33 (1) 23-45.67/8 ' })
    expect(data).toMatchObject({ id: 2, phone: '+33 (1) 23-45.67/8', language: 'en' })
    const german = (await change({ language: 'de-AT' })).data
    expect(german).toEqual({ ...data, language: 'de-AT', version: expect.any(String) })
    expect((await change({ phone: null, language: null })).data).toEqual(german)
    expect((await identity.as(token, 'GET', '/v1/user')).body.data.language).toBe('de-AT')
    expect((await change({ phone: '', language: 'en' })).data).toEqual({
      ...data,
      phone: null,
      version: expect.any(String),
    })

    const tooLong = `+49 30 123456${' '.repeat(256)}7`
    for (const phone of ['12345', '+1234567890123456', '+49 30 12x456', '++49301234', tooLong]) {
      expect(await change({ phone, language: 'x' })).toEqual(
        map({ phone: 'wrong_phone', language: 'invalid_format' }),
      )
    }
    expect(await change({ email: 'other@example.com', id: 1 })).toMatchObject({
      data: { id: 2, email: 'two@example.com', phone: null },
    })
  })

  test('a save from a page that was opened before another save is refused, and nothing is stored', async () => {
    const token = await identity.signIn({ email: 'two@example.com' })
    const change = async (fields: object) =>
      (await identity.as(token, 'PUT', '/v1/user', fields)).body
    const read = async () => (await identity.as(token, 'GET', '/v1/user')).body.data
    const opened = await read()
    for (const changed of [{ phone: '+49 30 222222' }, { language: 'fr' }]) {
      const { version: before } = await read()
      const { data: saved } = await change({ ...changed, version: before })
      expect(saved).toMatchObject(changed)
      expect(saved.version).not.toBe(before)
      for (const older of [{ phone: '+49 30 333333' }, { language: 'it' }, {}]) {
        expect(await change({ ...older, version: before })).toEqual(
          map({ _common: 'changed_meanwhile' }),
        )
      }
      expect(await read()).toEqual(saved)
    }
    const { version } = await read()
    const numbers = ['444441', '444442', '444443'].map((end) => `+49 30 ${end}`)
    const answers = await Promise.all(numbers.map((phone) => change({ phone, version })))
    const kept = answers.flatMap(({ data }) => (data === null ? [] : [data.phone]))
    expect(kept).toEqual([(await read()).phone])

    // The same values are the same version, and a call without a version changes them as they are.
    const { phone, language } = opened
    expect((await change({ phone: phone ?? '', language })).data.version).toBe(opened.version)
    expect((await change({ language: 'de', version: null })).data.language).toBe('de')
    await change({ language })
  })

  test('API-040 VER-002 every kind of document has a state, NONE without an upload', async () => {
    const token = await identity.signIn()
    const verifications = async () =>
      (await identity.as(token, 'GET', '/v1/verifications')).body.data
    const { createdAt } = (await identity.as(token, 'GET', '/v1/user')).body.data
    const none = { status: 'NONE', fields: {}, updatedAt: createdAt }
    const documents = ['PASSPORT', 'ADDRESS', 'PHONE', 'COMPANY']
    expect(await verifications()).toEqual(
      documents.map((documentType) => ({ documentType, ...none })),
    )
    const fields = { name: { value: 'Ada', verified: true } }
    const passed = { documentType: 'PASSPORT', status: 'APPROVED', updatedAt: 7 } as const
    await identity.core.database.read
      .insertInto('passport.verifications')
      .values([
        { ...passed, userId: 1, fields: JSON.stringify(fields) },
        { ...passed, userId: 2, documentType: 'PHONE', fields: '{}' },
      ])
      .execute()
    const [passport, ...others] = await verifications()
    expect(passport).toEqual({ ...passed, fields })
    expect(others).toEqual(documents.slice(1).map((documentType) => ({ documentType, ...none })))
  })

  test('API-042 PRF-020 the countries of registration are a list of code and label', async () => {
    const { body } = await identity.call('GET', '/v1/countries/registration?language=de')
    expect(body.data).toHaveLength(COUNTRY_CODES.length)
    expect(body.data).toContainEqual({ code: 'AT', label: 'Österreich' })
    const unknown = await identity.call('GET', '/v1/countries/registration?language=__')
    expect(unknown.body.data).toContainEqual({ code: 'AT', label: 'Austria' })
  })

  test('a registration with an invite code is placed below the code’s owner and can sign in once confirmed', async () => {
    const email = 'Invited@example.com'
    const referral = `(${(await inviteCodeOf(2)).toLowerCase()}).`
    const { body } = await register({ email, referral })
    const { userId } = body.data
    expect((await identity.login({ email })).body).toEqual(map({ _common: 'unverified_user' }))

    const token = await identity.mailedToken(1)
    expect(identity.letters[0]!.to).toBe(email)
    expect(await identity.post('/v1/registration/confirm', { token })).toMatchObject(DONE)
    expect((await identity.post('/v1/registration/confirm', { token })).body).toEqual(
      map({ token: 'not_found' }),
    )
    expect(await partner(userId)).toEqual({
      sponsorId: 2,
      depth: 2,
      firstName: 'Zoë',
      countryId: 'IE',
      uiLanguage: 'en',
      registeredAt: identity.clock.now,
    })
    expect(await isOpen(await identity.signIn({ email: 'invited@EXAMPLE.com' }))).toBe(true)
  })

  test('a registration is in no figure and no list of a team before it is confirmed', async () => {
    const { network, database } = identity.core
    const seen = async () => ({
      figures: await network.figures(1),
      downline: await network.downline(1),
      firstLine: await network.firstLine(3),
      partners: (await database.read.selectFrom('partners').select('id').execute()).length,
    })
    const before = await seen()
    const { body } = await register({ email: 'waits@example.com', referral: await inviteCodeOf(3) })
    const { userId } = body.data
    expect(await seen()).toEqual(before)

    identity.clock.now += 3_600_000
    await identity.post('/v1/registration/confirm', { token: await identity.mailedToken(1) })
    const after = await seen()
    expect(after.figures!.teamSize).toBe(before.figures!.teamSize + 1)
    expect(after.firstLine.partnerIds).toEqual([userId])
    expect(after.downline.partnerIds).toContain(userId)
    expect(await partner(userId)).toMatchObject({ registeredAt: identity.clock.now })
  })

  test('a new password by mail confirms a registration too; one that is erased can never be confirmed', async () => {
    const { body } = await register({ email: 'reset@example.com' })
    await identity.post('/v1/password/forgot', { email: 'reset@example.com' })
    const form = { token: await identity.mailedToken(2), password: NEW_PASSWORD }
    expect(await identity.post('/v1/password/reset', form)).toMatchObject(DONE)
    expect(await partner(body.data.userId)).toMatchObject({ firstName: 'Zoë' })
    const confirm = { token: await identity.mailedToken(1) }
    expect(await identity.post('/v1/registration/confirm', confirm)).toMatchObject(DONE)

    const erased = await register({ email: 'erased@example.com' })
    const { userId } = erased.body.data
    const token = await identity.mailedToken(3)
    const held = await identity.office(`partner export ${userId}`)
    expect(JSON.parse(held.out)).toMatchObject({
      partner: { userId, lastName: "O'Neil" },
      account: { email: 'erased@example.com', emailConfirmed: false },
    })
    await identity.office(`partner erase ${userId} --reason asked`)
    expect((await identity.post('/v1/registration/confirm', { token })).body).toEqual(
      map({ token: 'not_found' }),
    )
    const again = await register({ email: 'erased@example.com' })
    expect(again.body.data.userId).toBe(userId + 1)
  })

  test.each([
    ['de-AT', 'de', 'ltr', 'Bitte bestätigen Sie Ihre E-Mail-Adresse'],
    ['ar', 'ar', 'rtl', 'يُرجى تأكيد عنوان بريدك الإلكتروني'],
    ['tlh', 'en', 'ltr', 'Please confirm your email address'],
  ])(
    'a registration in %s gets mails in %s, direction %s',
    async (language, page, direction, subject) => {
      const email = `reader-${page}@example.com`
      const { body } = await register({ email, language })
      const token = await identity.mailedToken(1)
      const link = `http://passport.test/${page}/confirm#token=${token}`
      const [letter] = identity.letters
      expect(letter).toMatchObject({ userId: body.data.userId, to: email, subject })
      expect(letter!.text.split('\n\n')).toContain(link)
      expect(letter!.html).toContain(`<html lang="${page}" dir="${direction}">`)
      expect(letter!.html).toContain(`href="${link}"`)
      expect(letter!.text + letter!.html).not.toContain('{{')
    },
  )

  test('without an invite code the sponsor is the configured one, or none', async () => {
    const join = async (email: string, mail: number) => {
      const { body } = await register({ email })
      const token = await identity.mailedToken(mail)
      await identity.post('/v1/registration/confirm', { token })
      return partner(body.data.userId)
    }
    expect(await join('alone@example.com', 1)).toMatchObject({ sponsorId: null, depth: 0 })
    await identity.configure({ defaultSponsor: '1' })
    expect(await join('placed@example.com', 2)).toMatchObject({ sponsorId: 1, depth: 1 })
  })

  test('an unknown invite code and one of a blocked partner can be cleared by the visitor', async () => {
    for (const referral of ['nobody', ').']) {
      expect((await register({ referral })).body).toEqual(map({ referral: 'not_found' }))
    }
    await identity.block(3)
    const referral = await inviteCodeOf(3)
    expect((await register({ referral })).body).toEqual(map({ referral: 'not_found' }))
  })

  test('an e-mail address registers once', async () => {
    expect((await register({ email: 'ONE@example.com' })).body).toEqual(
      map({ email: 'not_unique' }),
    )
  })

  test('all errors of a form are named', async () => {
    expect((await register({ firstName: '', lastName: null, password: undefined })).body).toEqual(
      map({ firstName: 'required', lastName: 'required', password: 'required' }),
    )
    expect((await register({ country: '', email: 'x@', language: '' })).body).toEqual(
      map({ email: 'wrong_email', country: 'required', language: 'required' }),
    )
    const faults = {
      email: 'x@',
      password: 'short',
      firstName: 'Зоя',
      lastName: '1',
      country: 'XX',
      language: '../en',
      application: 'other',
    }
    expect((await register(faults)).body).toEqual(
      map({
        email: 'wrong_email',
        password: 'invalid_password_format',
        firstName: 'only_latin_chars',
        lastName: 'only_latin_chars',
        country: 'country_not_available_for_registration',
        language: 'invalid_format',
        application: 'invalid_grant',
      }),
    )
    expect((await register({ password: 'tabs\tare not typed' })).body).toEqual(
      map({ password: 'invalid_password_chars' }),
    )
  })

  test('a country that the operators have barred is refused, and the list of countries stays whole', async () => {
    await identity.configure({ registrationBarredCountries: 'FR,DE' })
    const refused = await register({ email: 'barred@example.com', country: 'DE' })
    expect(refused.body).toEqual(map({ country: 'country_not_available_for_registration' }))
    const { body } = await identity.call('GET', '/v1/countries/registration')
    expect(body.data).toContainEqual({ code: 'DE', label: 'Germany' })
    await identity.configure({ registrationBarredCountries: '' })
    const taken = await register({ email: 'barred@example.com', country: 'DE' })
    expect(taken.body.state).toBe('success')
  })

  test('ACC-018 a changed password ends every other session of the account', async () => {
    const [own, other] = [await identity.signIn(), await identity.signIn()]
    const pending = await identity.handOff()
    const form = { oldPassword: PASSWORD, newPassword: NEW_PASSWORD, repeat: NEW_PASSWORD }
    expect(await identity.as(own, 'PUT', '/v1/password', form)).toMatchObject(DONE)
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false])
    expect((await identity.swap(pending)).status).toBe(400)
    expect((await identity.login()).body).toEqual(map({ _common: 'bad_credentials' }))
    expect(await isOpen(await identity.signIn({ password: NEW_PASSWORD }))).toBe(true)
  })

  test('ACC-018 a reset password ends every session, and a lock', async () => {
    const token = await identity.signIn()
    await identity.core.database.read
      .updateTable('passport.accounts')
      .set({ wrongPasswords: 10, lockedUntil: identity.clock.now + 60_000 })
      .where('userId', '=', 1)
      .execute()
    await identity.post('/v1/password/forgot', { email: 'ONE@example.com' })
    const mailed = await identity.mailedToken(1)
    expect((await identity.post('/v1/password/reset', {})).body).toEqual(
      map({ token: 'required', password: 'required' }),
    )
    const form = { token: mailed, password: NEW_PASSWORD }
    expect(await identity.post('/v1/password/reset', form)).toMatchObject(DONE)
    expect(await isOpen(token)).toBe(false)
    expect((await identity.post('/v1/password/reset', form)).body).toEqual(
      map({ token: 'not_found' }),
    )
    expect(await isOpen(await identity.signIn({ password: NEW_PASSWORD }))).toBe(true)
    expect(identity.log.join('')).not.toContain(mailed)
    expect(identity.log.join('')).not.toContain(NEW_PASSWORD)
  })

  test('ACC-018 a removed or replaced authenticator ends every other session', async () => {
    const [own, other] = [await identity.signIn(), await identity.signIn()]
    const secret = await setUp(identity, own)
    expect((await identity.as(own, 'POST', '/v1/two-fa/google')).body).toEqual(
      map({ _common: 'otp_confirmation_error' }),
    )
    const code = codeOf(identity, secret)
    expect(
      (await identity.as(own, 'DELETE', '/v1/two-fa/google', { code: '000000' })).body,
    ).toEqual(map({ code: 'incorrect_otp' }))
    expect(await identity.as(own, 'DELETE', '/v1/two-fa/google', { code })).toMatchObject(DONE)
    expect([await isOpen(own), await isOpen(other)]).toEqual([true, false])
    expect((await identity.login()).body.data.redirect).toContain('token=')
  })

  test('password mails are valid side by side for 30 minutes, until one is used; the answer never reveals an account', async () => {
    const known = await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const unknown = await identity.post('/v1/password/forgot', { email: 'nobody@example.com' })
    expect(known).toMatchObject(DONE)
    expect(unknown.body).toEqual(known.body)
    const first = await identity.mailedToken(1)
    identity.clock.now += 60_000
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const second = await identity.mailedToken(2)
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const third = await identity.mailedToken(3)
    const reset = async (token: string) =>
      (await identity.post('/v1/password/reset', { token, password: NEW_PASSWORD })).body
    identity.clock.now += 29 * 60_000
    expect(await reset(first)).toEqual(map({ token: 'not_found' }))
    expect((await reset(second)).state).toBe('success')
    expect(await reset(third)).toEqual(map({ token: 'not_found' }))
    expect(new Set(identity.letters.map(({ to }) => to))).toEqual(new Set(['one@example.com']))
  })

  test('the link of a password mail is checked without using it up, until it is used or 30 minutes old', async () => {
    const check = async (token: string | null) =>
      (await identity.post('/v1/password/reset/check', { token })).body
    const over = map({ token: 'not_found' })
    const ask = async (mail: number): Promise<string> => {
      await identity.post('/v1/password/forgot', { email: 'one@example.com' })
      return identity.mailedToken(mail)
    }
    const used = await ask(1)
    const valid = { ...DONE.body, data: { email: 'one@example.com' } }
    expect([await check(used), await check(used)]).toEqual([valid, valid])
    const form = { token: used, password: NEW_PASSWORD }
    expect(await identity.post('/v1/password/reset', form)).toMatchObject(DONE)
    expect(await check(used)).toEqual(over)

    const expiring = await ask(2)
    identity.clock.now += 30 * 60_000 - 1
    expect(await check(expiring)).toEqual(valid)
    identity.clock.now += 1
    expect(await check(expiring)).toEqual(over)
    expect(await check('unknown')).toEqual(over)
    expect(await check(null)).toEqual(map({ token: 'required' }))
    await register()
    expect(await check(await identity.mailedToken(3))).toEqual(over)
  })

  test('a network address may check links as often in a minute as it may sign in', async () => {
    await identity.configure({ 'rateLimit.signInAddress': '2' })
    const check = (from: string) =>
      identity.post('/v1/password/reset/check', { token: 'unknown' }, from)
    const statuses = []
    for (const from of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2']) {
      statuses.push((await check(from)).status)
    }
    const { status } = await check('10.0.0.3')
    expect(statuses).toEqual([status, status, 429, status])
    expect(status).not.toBe(429)
  })

  test('I3 who keeps asking for password mails floods nobody, and keeps nobody from the next one', async () => {
    const ask = (from: string) =>
      identity.post('/v1/password/forgot', { email: 'one@example.com' }, from)
    for (let mail = 1; mail <= 5; mail += 1) {
      expect((await ask('2001:db8::1')).status).toBe(200)
      await identity.mailedToken(mail)
    }
    expect((await ask('2001:db8::2')).status).toBe(429)
    expect((await ask('10.0.0.1')).status).toBe(200)
    await expect.poll(() => mailsOfDay(identity)).toBe(6)

    // The last link that works has ended: the next request gets another one.
    identity.clock.now += 30 * 60_000
    await ask('10.0.0.1')
    await identity.mailedToken(6)
    expect(identity.letters).toHaveLength(6)

    identity.clock.now += 24 * 3_600_000
    await ask('10.0.0.1')
    await identity.mailedToken(7)
    await ask('10.0.0.1')
    await identity.mailedToken(8)
  })

  test('the browser that sets a new password signs in, however often others try meanwhile', async () => {
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const form = { token: await identity.mailedToken(1), password: NEW_PASSWORD }
    const { headers } = await identity.post('/v1/password/reset', form)
    const [cookie] = String(headers['set-cookie']).split(';')
    for (let time = 0; time < 6; time += 1) await identity.login({}, '10.9.9.9')
    const own = { password: NEW_PASSWORD }
    expect((await identity.login(own)).status).toBe(429)
    expect((await identity.login(own, undefined, cookie)).body.state).toBe('success')
  })

  test('B13 a password counts in its normal form and to its last character, when it is set and when it is checked', async () => {
    // Typed with separate accents, it has 510 characters; as it is stored, 256.
    const long = 'e\u0301'.repeat(254) + 'xy'
    await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    const form = { token: await identity.mailedToken(1), password: long }
    expect(await identity.post('/v1/password/reset', form)).toMatchObject(DONE)
    for (const password of [long, long.normalize('NFC')]) {
      expect((await identity.login({ password })).body.state).toBe('success')
    }
    expect((await identity.login({ password: `${long.slice(0, -1)}z` })).body).toEqual(
      map({ _common: 'bad_credentials' }),
    )
  })

  test('changing a password needs the old one, and the new one twice', async () => {
    const token = await identity.signIn()
    const change = async (fields: object) =>
      (
        await identity.as(token, 'PUT', '/v1/password', {
          oldPassword: PASSWORD,
          newPassword: NEW_PASSWORD,
          repeat: NEW_PASSWORD,
          ...fields,
        })
      ).body
    expect(await change({ oldPassword: 'wrong' })).toEqual(
      map({ oldPassword: 'wrong_old_password' }),
    )
    expect(await change({ repeat: 'other' })).toEqual(map({ repeat: 'not_match' }))
    expect(await change({ newPassword: 'x', repeat: 'x' })).toEqual(
      map({ newPassword: 'invalid_password_format' }),
    )
  })

  test('API-039 VER-003 two-factor tokens are listed, and required at sign-in from then on', async () => {
    const token = await identity.signIn()
    const methods = async () =>
      (await identity.as(token, 'GET', '/v1/two-fa/tokens')).body.data.tokens
    expect(await methods()).toEqual([])
    expect((await identity.login({ code: '000000' })).body).toEqual(map({ code: '2fa_disabled' }))
    const secret = await setUp(identity, token)
    expect(await methods()).toEqual([{ tokenType: 'GOOGLE_AUTHENTICATOR' }])
    expect((await identity.as(token, 'POST', '/v1/two-fa/google')).body).toEqual(
      map({ _common: 'otp_confirmation_error' }),
    )

    expect((await identity.login()).body.data).toEqual({ twoFaRequired: true })
    identity.clock.now += 60_000
    expect((await identity.login({ code: '000000' })).body).toEqual(map({ code: 'incorrect_otp' }))
    const code = codeOf(identity, secret)
    expect((await identity.login({ code })).body.data.redirect).toContain('token=')
    expect((await identity.login({ code })).body).toEqual(map({ code: 'incorrect_otp' }))
    const log = identity.log.join('')
    for (const hidden of [secret, code]) expect(log).not.toContain(`"${hidden}"`)
  })

  test('an authenticator is active once a code has confirmed it; its link has the data for apps', async () => {
    const token = await identity.signIn()
    const { body } = await identity.as(token, 'POST', '/v1/two-fa/google')
    expect(body.data.otpauthUrl).toBe(
      `otpauth://totp/partner:one%40example.com?secret=${body.data.secret}&issuer=partner&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await identity.login()).body.data.redirect).toContain('token=')
    const wrong = await identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code: '000000' })
    expect(wrong.body).toEqual(map({ code: 'incorrect_otp' }))
  })

  test('a code confirms nothing before an authenticator is set up, nor after one was confirmed', async () => {
    const token = await identity.signIn()
    const confirm = async (code: string) =>
      (await identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code })).body
    expect(await confirm('123456')).toEqual(map({ _common: 'otp_confirmation_error' }))
    const secret = await setUp(identity, token)
    expect(await confirm(codeOf(identity, secret))).toEqual(
      map({ _common: 'otp_confirmation_error' }),
    )
  })

  test('ten wrong codes lock like ten wrong passwords, also with right passwords between them', async () => {
    await identity.configure({ 'rateLimit.signInAccount': '0' })
    const secret = await setUp(identity, await identity.signIn())
    for (let time = 0; time < 10; time += 1) {
      expect((await identity.login()).body.data).toEqual({ twoFaRequired: true })
      expect((await identity.login({ code: '00000x' })).body).toEqual(
        map({ code: 'incorrect_otp' }),
      )
    }
    expect((await identity.login({ code: codeOf(identity, secret) })).body).toEqual(
      map({ _common: 'user_account_locked' }),
    )
  })
})

onPostgres('guesses with a session', (newDatabase) => {
  test('a session gets no more guesses by making and removing authenticators of its own', async () => {
    const identity = await TestIdentity.open(await newDatabase())
    const token = await identity.signIn()
    const change = async () =>
      (
        await identity.as(token, 'PUT', '/v1/password', {
          oldPassword: 'wrong',
          newPassword: NEW_PASSWORD,
          repeat: NEW_PASSWORD,
        })
      ).body.errors
    for (let time = 0; time < 9; time += 1) {
      expect(await change()).toEqual({ oldPassword: 'wrong_old_password' })
    }
    const code = codeOf(identity, await setUp(identity, token))
    expect(await identity.as(token, 'DELETE', '/v1/two-fa/google', { code: code })).toMatchObject(
      DONE,
    )
    expect(await change()).toEqual({ oldPassword: 'wrong_old_password' })
    expect(await change()).toEqual({ _common: 'user_account_locked' })
  })

  test('wrong codes at the end of the setup count like wrong passwords', async () => {
    const identity = await TestIdentity.open(await newDatabase())
    const token = await identity.signIn()
    await identity.as(token, 'POST', '/v1/two-fa/google')
    const confirm = async () =>
      (await identity.as(token, 'POST', '/v1/two-fa/google/confirm', { code: '00000x' })).body
    for (let time = 0; time < 10; time += 1) {
      expect(await confirm()).toEqual(map({ code: 'incorrect_otp' }))
    }
    expect(await confirm()).toEqual(map({ _common: 'user_account_locked' }))
  })
})

onPostgres('races on accounts', (newDatabase) => {
  test(`of ${RACERS} sign-ins at the same time with one code one succeeds`, async () => {
    const identity = await TestIdentity.open(await newDatabase())
    await identity.configure({ 'rateLimit.signInAccount': '0' })
    const code = codeOf(identity, await setUp(identity, await identity.signIn()))
    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('passport.accounts').selectAll().forUpdate().execute(),
      Array.from({ length: RACERS }, () => () => identity.login({ code })),
    )
    const bodies = results.map((result) =>
      result.status === 'fulfilled' ? result.value.body : undefined,
    )
    expect(bodies.filter((body) => body?.state === 'success')).toHaveLength(1)
    expect(bodies.filter((body) => body?.state === 'error')).toHaveLength(RACERS - 1)
  })

  test(`of ${RACERS} registrations at the same time with one address one succeeds`, async () => {
    const identity = await TestIdentity.open(await newDatabase())
    await identity.configure({ 'rateLimit.signInAccount': '0' })
    const results = await race(
      identity.core.database,
      (tx) => tx.selectFrom('factLog').selectAll().forUpdate().execute(),
      Array.from({ length: RACERS }, () => () => identity.post('/v1/registration', FORM)),
    )
    const states = results.map((result) =>
      result.status === 'fulfilled' ? result.value.body.state : 'failed',
    )
    expect(states.filter((state) => state === 'success')).toHaveLength(1)
    expect(states.filter((state) => state === 'error')).toHaveLength(RACERS - 1)
  })
})
