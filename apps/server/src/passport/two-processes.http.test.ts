import { randomBytes } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { passwordSeal, SEAL_KEY_BYTES } from '../core/password-seal.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { createPostgresDatabase } from '../testing/databases.ts'
import { PASSWORD, TestIdentity } from '../testing/identity.ts'

const PATIENCE = { timeout: 20_000, interval: 5 }

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
    await one.startAgain()
    const listener = await databases[1]!.listen(() => {})
    await vi.waitUntil(() => listener.isListening(), PATIENCE)
    atEnd.push(() => listener.stop(), ...databases.map((database) => () => database.close()), drop)
  })
  afterAll(async () => {
    for (const end of atEnd) await end()
  })
  afterEach(() => vi.restoreAllMocks())

  /** A session that the other process has just read; what it has read does not get old by itself from here on. */
  async function sessionInUse(): Promise<string> {
    const token = await one.signIn()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now)
    expect(await statusAt(other, token)).toBe(200)
    return token
  }
  const statusAt = async (at: TestIdentity, token: string) =>
    (await at.as(token, 'GET', '/v1/user')).status

  const ENDS: readonly [string, (token: string) => Promise<unknown>][] = [
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
  ]

  test.each(ENDS)(
    '%s ends the session in the other process as soon as it is announced',
    async (_name, end) => {
      const token = await sessionInUse()
      await end(token)
      expect(await statusAt(one, token)).toBe(401)
      await expect.poll(() => statusAt(other, token), PATIENCE).toBe(401)
    },
  )
})
