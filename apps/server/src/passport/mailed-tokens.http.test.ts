import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { onPostgres } from '../testing/databases.ts'
import { TestIdentity } from '../testing/identity.ts'
import { verifyAll } from '../verify/verify-all.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PURPOSES = ['confirm', 'reset', 'email', 'emailBack'] as const
type Purpose = (typeof PURPOSES)[number]

const CALLS: Readonly<Record<Purpose, string>> = {
  confirm: '/v1/registration/confirm',
  reset: '/v1/password/reset',
  email: '/v1/email/confirm',
  emailBack: '/v1/email/back',
}
const LIFE_MS: Readonly<Record<Purpose, number>> = {
  confirm: 24 * HOUR,
  reset: 30 * MINUTE,
  email: 24 * HOUR,
  emailBack: 72 * HOUR,
}
const SUCCESS = { state: 'success', data: {}, errors: [] }
const NOT_FOUND = { state: 'error', data: null, errors: { token: 'not_found' } }
const PASSWORD = 'another-Secret-1'

onPostgres('mailed tokens', (newDatabase) => {
  let identity: TestIdentity
  let registered = 0
  beforeAll(async () => {
    identity = await TestIdentity.open(await newDatabase())
  })
  beforeEach(async () => {
    await identity.startAgain()
    await identity.configure({ 'rateLimit.signInAccount': '0', 'rateLimit.signInAddress': '0' })
    await put('passport.accounts', 1, { email: 'one@example.com', emailConfirmed: true })
    await put('partners', 1, { email: 'one@example.com' })
  })

  const db = () => identity.core.database.read

  async function put(
    table: 'passport.accounts' | 'partners' | 'passport.emailChanges',
    id: number,
    values: object,
  ): Promise<void> {
    const key = table === 'partners' ? 'id' : 'userId'
    await db().updateTable(table).set(values).where(key, '=', id).execute()
  }

  const use = async (purpose: Purpose, token: string) =>
    (await identity.post(CALLS[purpose], { token, password: PASSWORD })).body

  /** The token of the newest mail, which an act of partner 1, or a registration, has sent for a purpose. */
  async function mailed(purpose: Purpose): Promise<string> {
    const count = identity.letters.length
    if (purpose === 'reset') {
      await identity.post('/v1/password/forgot', { email: 'one@example.com' })
    } else if (purpose === 'confirm') {
      registered += 1
      await identity.post('/v1/registration', {
        email: `new${registered}@example.com`,
        password: PASSWORD,
        firstName: 'Nora',
        lastName: 'New',
        country: 'DE',
        language: 'en',
        application: 'partner',
      })
    } else {
      const token = await identity.signIn()
      await identity.as(token, 'POST', '/v1/email', { email: 'other@example.com' })
      const confirm = await identity.mailedToken(count + 1)
      if (purpose === 'email') return confirm
      expect(await use('email', confirm)).toEqual(SUCCESS)
      return identity.mailedToken(count + 2)
    }
    return identity.mailedToken(count + 1)
  }

  describe.each(PURPOSES)('for %s', (purpose) => {
    test('work for no other purpose', async () => {
      const token = await mailed(purpose)
      for (const other of PURPOSES.filter((each) => each !== purpose)) {
        expect({ other, answer: await use(other, token) }).toEqual({ other, answer: NOT_FOUND })
      }
      expect(await use(purpose, token)).toEqual(SUCCESS)
      expect(await use(purpose, token)).toEqual(NOT_FOUND)
    })

    test('work to the last millisecond of their time, and not later', async () => {
      const last = await mailed(purpose)
      identity.clock.now += LIFE_MS[purpose] - 1
      expect(await use(purpose, last)).toEqual(SUCCESS)
    })

    test('do not work when their time is over', async () => {
      const late = await mailed(purpose)
      identity.clock.now += LIFE_MS[purpose]
      expect(await use(purpose, late)).toEqual(NOT_FOUND)
    })

    test('work for the address alone that they were mailed to', async () => {
      const token = await mailed(purpose)
      const { userId, address } = await db()
        .selectFrom('passport.mailedTokens')
        .select(['userId', 'address'])
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow()
      expect(address).toBe(identity.letters.at(-1)!.to)
      const stored = {
        confirm: ['passport.accounts', 'email'],
        reset: ['passport.accounts', 'email'],
        email: ['passport.emailChanges', 'newEmail'],
        emailBack: ['passport.emailChanges', 'oldEmail'],
      } as const
      const [table, column] = stored[purpose]
      await put(table, userId, { [column]: 'stranger@example.com' })
      expect(await use(purpose, token)).toEqual(NOT_FOUND)
      await put(table, userId, { [column]: address })
      expect(await use(purpose, token)).toEqual(SUCCESS)
    })
  })

  test.each(PURPOSES)('leave nothing that verify names: %s', async (purpose) => {
    expect(await use(purpose, await mailed(purpose))).toEqual(SUCCESS)
    expect((await verifyAll(identity.core)).differences).toEqual([])
  })
})
