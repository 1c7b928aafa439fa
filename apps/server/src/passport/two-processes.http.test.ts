import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { passwordSeal, SEAL_KEY_BYTES } from '../keys/password-seal.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createPostgresDatabase } from '../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../testing/identity.ts'
import { PasskeyDevice } from '../testing/passkey-device.ts'
import { codeAt } from '../proofs/totp.ts'

const AT_ONCE = 10

describe('two processes on one database, PostgreSQL', () => {
  let one: TestIdentity
  let other: TestIdentity
  const atEnd: (() => Promise<void>)[] = []

  beforeAll(async () => {
    const { url, drop } = await createPostgresDatabase()
    const seal = passwordSeal(randomBytes(SEAL_KEY_BYTES))
    const databases: Database[] = []
    for (let each = 0; each < 2; each += 1) databases.push(await openDatabase({ url }))
    ;[one, other] = [
      await TestIdentity.open(databases[0]!, { seal }),
      await TestIdentity.open(databases[1]!, { seal }),
    ]
    // Nothing is announced to the other process.
    atEnd.push(...databases.map((database) => () => database.close()), drop)
  })
  afterAll(async () => {
    for (const end of atEnd) await end()
  })
  beforeEach(() => one.startAgain())

  const statusAt = async (at: TestIdentity, token: string) =>
    (await at.as(token, 'GET', '/v1/user')).status

  type HandOff = Awaited<ReturnType<TestIdentity['handOff']>>

  const ENDS: readonly [string, (token: string, handOff: HandOff) => Promise<unknown>][] = [
    ['a second use of its hand-off token', (_token, handOff) => one.swap(handOff)],
    ['a log-out', (token) => one.as(token, 'DELETE', '/oauth/token/revoke')],
    [
      'a revoked session',
      async (token) => {
        const { body } = await one.as(token, 'GET', '/v1/sessions')
        const current = body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)
        await one.as(token, 'DELETE', `/v1/sessions/${current.id}`)
      },
    ],
    [
      'a changed password',
      async () => {
        const newPassword = 'another-Secret-1'
        const form = { oldPassword: PASSWORD, newPassword, repeat: newPassword }
        const mine = await one.signIn()
        const { body } = await one.as(mine, 'PUT', '/v1/password', form)
        expect(body.state).toBe('success')
      },
    ],
    [
      'a removed authenticator',
      async () => {
        const mine = await one.signIn()
        const { body } = await one.as(mine, 'POST', '/v1/two-fa/google')
        const step = Math.floor(one.clock.now / 30_000)
        const code = (later: number) => ({ code: codeAt(body.data.secret, step + later) })
        await one.as(mine, 'POST', '/v1/two-fa/google/confirm', code(0))
        one.clock.now += 30_000
        const removed = await one.as(mine, 'DELETE', '/v1/two-fa/google', code(1))
        expect(removed.body.state).toBe('success')
      },
    ],
  ]

  test.each(ENDS)(
    '%s ends the session: each call of the other process is refused',
    async (_name, end) => {
      const handOff = await one.handOff()
      const token: string = (await one.swap(handOff)).body.data.access_token
      expect(await statusAt(other, token)).toBe(200)
      const answered = new AbortController()
      const ending = end(token, handOff).finally(() => answered.abort())
      // What the other process has read is as new as can be.
      while (!answered.signal.aborted) await Promise.all([statusAt(other, token), wait(10)])
      await ending
      const statuses = await Promise.all(
        Array.from({ length: AT_ONCE }, () => statusAt(other, token)),
      )
      expect(statuses).toEqual(Array(AT_ONCE).fill(401))
      expect(await statusAt(one, token)).toBe(401)
    },
  )

  test('CLU-005 a hand-off, a mailed link and the challenge of a passkey are good at the other process', async () => {
    const token: string = (await other.swap(await one.handOff())).body.data.access_token

    const device = new PasskeyDevice({ origin: 'http://passport.test', rpId: 'passport.test' })
    const adding = await one.as(token, 'POST', '/v1/passkeys/options', {})
    const added = await other.as(token, 'POST', '/v1/passkeys', device.create(adding.body.data))
    expect(added.body.state).toBe('success')
    const asked = await one.post('/v1/login/passkey/options', {})
    const cookie = String(asked.headers['set-cookie']).split(';', 1)[0]!
    const backUrl = 'http://office.test/en/catch'
    const form = { application: 'partner', backUrl, passkey: device.sign(asked.body.data, 1) }
    const signedIn = await other.post('/v1/login/passkey', form, undefined, { cookie })
    expect(signedIn.body.state).toBe('success')

    await one.post('/v1/password/forgot', { email: 'one@example.com' })
    const reset = { token: await one.mailedToken(1), password: 'another-Secret-1' }
    expect((await other.post('/v1/password/reset', reset)).body.state).toBe('success')
    const { body } = await one.login({ password: reset.password })
    expect(body.state).toBe('success')
  })
})
