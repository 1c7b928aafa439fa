import { readInviteCode, INVITE_CODE_LENGTH, INVITE_CODE_SIGNS } from '@partner-office/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Core } from '../../core/core.ts'
import { asUpload, openTestCore } from '../../testing/core.ts'
import { onPostgres } from '../../testing/databases.ts'
import { race, RACERS } from '../../testing/races.ts'
import { enrollPartner } from './enroll-partner.ts'
import { importPartners } from './import-partners.ts'
import { ownerOfCode } from './invite-codes.ts'
import { registerPartner } from './register-partner.ts'

const partnersFile = (...ids: readonly number[]) =>
  asUpload(
    ['id,sponsorId,email,firstName,lastName,registeredAt,countryId']
      .concat(ids.map((id) => `${id},,p${id}@example.com,A,B,2026-01-01T00:00:00Z,DE`))
      .join('\n'),
  )

const codesOf = async ({ database }: Core): Promise<string[]> => {
  const rows = await database.read
    .selectFrom('partners')
    .select('inviteCode')
    .orderBy('id')
    .execute()
  return rows.map(({ inviteCode }) => inviteCode)
}

/** A core that draws these codes, one after the other, the last one again and again. */
const drawing = (core: Core, ...codes: readonly string[]): Core => {
  const left = [...codes]
  return { ...core, newInviteCode: () => (left.length > 1 ? left.shift()! : left[0]!) }
}

onPostgres('invite codes', (newDatabase) => {
  test('C11.28 new codes are short and use no signs that look alike', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, partnersFile(1, 2, 3))
    for (const code of await codesOf(core)) {
      expect(code).toMatch(new RegExp(`^[${INVITE_CODE_SIGNS}]{${INVITE_CODE_LENGTH}}$`))
    }
  })

  test('C11.28 a partner is found with stray signs, in another case and with spaces; an unknown code finds no partner', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(drawing(core, 'K7M2QXRT', 'K7M2QXRW'), partnersFile(1, 2))
    const found = (text: string) => ownerOfCode(core.database.read, text)
    for (const text of ['K7M2QXRT', 'k7m2qxrt', 'K7M2QXRT).', ' k7m2 qxrt/', 'K7M2-QXRT\n']) {
      expect(await found(text), text).toBe(1)
    }
    for (const text of ['', ').', 'K7M2QXR', 'K7M2QXRTW', 'K7M2QX_T']) {
      expect(await found(text), text).toBeNull()
    }
  })

  test('C11.28 of codes that differ only in case the exact code wins; without an exact code no partner is found', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, partnersFile(1, 2, 3))
    for (const [id, code] of [
      [1, 'abcD'],
      [2, 'ABCd'],
      [3, 'single'],
    ] as const) {
      await core.database.transaction((tx) =>
        tx.updateTable('partners').set({ inviteCode: code }).where('id', '=', id).execute(),
      )
    }
    const found = (text: string) => ownerOfCode(core.database.read, text)
    expect(await found('(abcD)')).toBe(1)
    expect(await found('ABCd')).toBe(2)
    expect(await found('abcd')).toBeNull()
    expect(await found('SINGLE')).toBe(3)
  })

  test('a file draws again for codes that it or the network uses already, in any case', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(drawing(core, 'aaaa'), partnersFile(1))
    const codes = ['AAAA', 'BBBB', 'BBBB', 'BBBB', 'CCCC', 'CCCC', 'AaAa', 'DDDD', 'EEEE']
    await importPartners(drawing(core, ...codes), partnersFile(2, 3, 4, 5))
    const stored = (await codesOf(core)).map(readInviteCode)
    expect(stored.toSorted()).toEqual(['BBBB', 'CCCC', 'DDDD', 'EEEE', 'aaaa'])
  })

  test('the database refuses a code that a partner has', async () => {
    const core = await openTestCore(await newDatabase())
    await importPartners(core, partnersFile(1, 2))
    const [code] = await codesOf(core)
    const taking = core.database.transaction((tx) =>
      tx.updateTable('partners').set({ inviteCode: code! }).where('id', '=', 2).execute(),
    )
    await expect(taking).rejects.toMatchObject({ code: '23505' })
  })
})

onPostgres('invite codes of many at once', (newDatabase) => {
  test('registrations that are confirmed at the same time and draw the same codes get one each', async () => {
    const core = await openTestCore(await newDatabase())
    const register = (at: number) =>
      registerPartner(core, {
        email: `p${at}@example.com`,
        passwordHash: 'hash',
        firstName: 'New',
        lastName: 'Partner',
        countryId: 'DE',
        language: 'en',
        referral: null,
      })
    const ids = []
    for (let at = 0; at < RACERS; at += 1) ids.push(await register(at))
    /** Each draws the codes of all, in the same order. */
    const codes = ids.map((id) => `CODE${id}`)
    const results = await race(
      core.database,
      (tx) => sql`select from fact_log for update`.execute(tx),
      ids.map((id) => () => enrollPartner(drawing(core, ...codes), id, async () => {})),
    )
    expect(results.map(({ status }) => status)).toEqual(ids.map(() => 'fulfilled'))
    expect((await codesOf(core)).toSorted()).toEqual(codes.toSorted())
  })
})
