import { verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { openTestCore } from '../../testing/core.ts'
import { openEmbedded } from '../../testing/databases.ts'
import {
  closeAccount,
  createAccounts,
  hashPending,
  readAccount,
  replaceSealed,
  unlockAccount,
} from './accounts.ts'
import { passwordSeal } from '../../keys/password-seal.ts'

const PASSWORD = 'a-Secret-1 ☃'

describe('accounts', () => {
  let core: Core
  beforeAll(async () => {
    core = await openTestCore(await openEmbedded())
    await core.database.transaction((tx) =>
      createAccounts(core, tx, [
        { userId: 1, email: 'one@example.com', password: PASSWORD },
        { userId: 2, email: 'two@example.com', password: null },
        { userId: 3, email: 'three@example.com', password: PASSWORD },
        { userId: 4, email: 'four@example.com', password: PASSWORD },
      ]),
    )
  })

  afterAll(() => core.database.close())

  const stored = async (userId: number) => {
    const { rows } = await sql<{ hash: string | null; sealed: Buffer | null; text: string }>`
      select password_hash as hash, sealed_password as sealed, a::text as text
      from passport.accounts a where user_id = ${userId}`.execute(core.database.read)
    return rows[0]!
  }

  test('a password is never stored in plain text', async () => {
    const { hash, sealed, text } = await stored(1)
    expect(hash).toBeNull()
    expect(sealed).not.toBeNull()
    expect(text).not.toContain(PASSWORD)
    expect(sealed!.includes(PASSWORD)).toBe(false)
  })

  test('a sealed password opens only for its own account and with its own key', async () => {
    const { sealed } = await stored(1)
    expect(core.passwords.open(1, sealed!)).toBe(PASSWORD)
    expect(core.passwords.open(3, sealed!)).toBeNull()
    expect(passwordSeal(Buffer.alloc(32)).open(1, sealed!)).toBeNull()
    expect(core.passwords.open(1, Buffer.from('short'))).toBeNull()
  })

  test('passwords are hashed in the background with argon2id, 19 MiB, two passes', async () => {
    // A password sealed with another key stays; the other passwords are hashed.
    const foreign = passwordSeal(Buffer.alloc(32)).seal(3, PASSWORD)
    await sql`update passport.accounts set sealed_password = ${foreign} where user_id = 3`.execute(
      core.database.read,
    )

    expect(await hashPending(core, 0)).toEqual({ after: 4, hashed: 2, unreadable: 1 })
    expect(await hashPending(core, 4)).toEqual({ after: 0, hashed: 0, unreadable: 0 })

    const { hash, sealed } = await stored(1)
    expect(sealed).toBeNull()
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify(hash!, PASSWORD)).toBe(true)
    expect((await stored(2)).hash).toBeNull()
    expect((await stored(3)).sealed).toEqual(foreign)
  })

  test('the second process to store a hash gets the hash of the first', async () => {
    const sealed = core.passwords.seal(4, PASSWORD)
    await sql`update passport.accounts set sealed_password = ${sealed}, password_hash = null where user_id = 4`.execute(
      core.database.read,
    )
    const hashes = ['first', 'second'].map((hash) => replaceSealed(core, 4, sealed, hash))
    expect(await Promise.all(hashes)).toEqual(['first', 'first'])
    expect((await stored(4)).hash).toBe('first')
  })

  test('unlocking clears the wrong attempts and the lock', async () => {
    await sql`update passport.accounts set wrong_passwords = 10, locked_until = 9 where user_id = 1`.execute(
      core.database.read,
    )
    expect(await readAccount(core.database.read, 1)).toMatchObject({
      lockedUntil: 9,
      hasPassword: true,
    })
    await core.database.transaction((tx) => unlockAccount(tx, 1))
    expect(await readAccount(core.database.read, 1)).toMatchObject({ lockedUntil: null })
    await expect(core.database.transaction((tx) => unlockAccount(tx, 99))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a closed account has no password and releases its e-mail', async () => {
    await core.database.transaction((tx) =>
      closeAccount(tx, 1, { email: 'erased-1@invalid', now: 7 }),
    )
    expect(await readAccount(core.database.read, 1)).toMatchObject({
      hasPassword: false,
      closedAt: 7,
    })
    await core.database.transaction((tx) =>
      createAccounts(core, tx, [{ userId: 5, email: 'one@example.com', password: null }]),
    )
    expect(await readAccount(core.database.read, 99)).toBeNull()
  })
})
