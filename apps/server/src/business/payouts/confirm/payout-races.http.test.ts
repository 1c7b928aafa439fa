import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'

import type { Tx } from '../../../db/database.ts'
import { onBothDatabases, onPostgres } from '../../../testing/databases.ts'
import { newAddress, type Payer, PayoutDesk, REQUEST } from '../../../testing/payout-desk.ts'
import { payoutRaces } from '../../../testing/payout-races.ts'
import { race, RACERS } from '../../../testing/races.ts'
import { verifyAll } from '../../../verify/verify-all.ts'
import { changeSettings } from '../../settings/change-settings.ts'

const UPT = { from: 'UCHAIN_UPT_BONUS', to: 'UPT_XRC10_WHITE' }

/**
 * Races of confirmations, and of cancel, take, approve and reject by commands and operators, in which each of the ten calls comes
 * first at least twice; `soak/payout-races` runs more.
 */
const RACES = 50
const RACES_TIMEOUT_MS = 300_000

const holdGuard = (payer: Payer) => (tx: Tx) =>
  sql`insert into payout_guards (partner_id) values (${payer.id})
    on conflict (partner_id) do update set partner_id = excluded.partner_id`.execute(tx)

type Answer = { readonly code: string | undefined }

/** The codes of all answers, counted; `ok` for an answer without one. */
function countedCodes(results: readonly PromiseSettledResult<Answer>[]): Record<string, number> {
  const counted: Record<string, number> = {}
  for (const result of results) {
    const code = result.status === 'fulfilled' ? (result.value.code ?? 'ok') : String(result.reason)
    counted[code] = (counted[code] ?? 0) + 1
  }
  return counted
}

onPostgres('payouts at the same time', (newDatabase) => {
  let desk: PayoutDesk
  beforeAll(async () => {
    desk = await PayoutDesk.open(await newDatabase())
  })

  const racers = (call: (racer: number) => Promise<Answer>) =>
    Array.from({ length: RACERS }, (_, racer) => () => call(racer))

  test('C1 B2 one of many confirmations with the same code pays', async () => {
    const payer = await desk.payer()
    await payer.init()
    const code = payer.code()
    const results = await race(
      desk.core.database,
      holdGuard(payer),
      racers(() => payer.confirm(code)),
    )
    expect(countedCodes(results)).toEqual({ ok: 1, confirmation_code_error: RACERS - 1 })
    expect(await payer.history()).toHaveLength(1)
    expect(await payer.balance()).toBe('900.00000000')
  })

  test('B2 one code confirms one of two sources', async () => {
    const payer = await desk.payer()
    await payer.init()
    await payer.init(UPT)
    const code = payer.code()
    const results = await race(
      desk.core.database,
      holdGuard(payer),
      racers((racer) => payer.confirm(code, racer % 2 === 0 ? REQUEST.from : UPT.from)),
    )
    const { ok, otp_already_used: used = 0 } = countedCodes(results)
    expect([ok, used > 0]).toEqual([1, true])
    expect(await payer.history()).toHaveLength(1)
  })

  test('B6 of many wrong codes at once three are checked', async () => {
    const payer = await desk.payer()
    await payer.init()
    const results = await race(
      desk.core.database,
      holdGuard(payer),
      racers(() => payer.confirm(payer.wrongCode())),
    )
    expect(countedCodes(results)).toEqual({
      invalid_confirmation_code: 2,
      confirmation_code_error: RACERS - 2,
    })
    const { rows } = await sql<{ wrong: number }>`
      select cardinality(wrong_at) as wrong from payout_guards where partner_id = ${payer.id}`.execute(
      desk.core.database.read,
    )
    expect(rows).toEqual([{ wrong: 3 }])
  })

  test('D-142 of many requests at once the last one is open', async () => {
    const payer = await desk.payer()
    const results = await race(
      desk.core.database,
      holdGuard(payer),
      racers((racer) => payer.init({ amount: String(10 + racer) })),
    )
    expect(countedCodes(results)).toEqual({ ok: RACERS })
    const { data } = await payer.confirm(payer.code())
    expect(await payer.history()).toMatchObject([{ amount: data.amount }])
  })

  test('D-142 requests of another session at the same time never change what a confirmation pays', async () => {
    const owner = await desk.payer()
    const thief = await owner.inNewSession()
    const stolen = { address: newAddress(), amount: '500' }
    for (let round = 0; round < 2; round += 1) {
      desk.nextCode()
      await owner.init({ amount: '50' })
      const results = await race(desk.core.database, holdGuard(owner), [
        ...racers(() => thief.init(stolen)).slice(1),
        () => owner.confirm(owner.code()),
      ])
      expect(countedCodes(results)).toEqual({ ok: RACERS })
      desk.nextCode()
      expect((await owner.confirm(owner.code())).code).toBe('confirmation_code_error')
    }
    const paid = await owner.history()
    expect(paid).toMatchObject(
      [1, 2].map(() => ({ amount: '50.00000000', address: REQUEST.address })),
    )
    expect(await owner.balance()).toBe('900.00000000')
  })

  test('D-142 sessions that confirm at the same time pay what each has asked for', async () => {
    const phone = await desk.payer()
    const desktop = await phone.inNewSession()
    const other = newAddress()
    await phone.init({ amount: '10' })
    await desktop.init({ amount: '20', address: other })
    const results = await race(desk.core.database, holdGuard(phone), [
      () => phone.confirm(phone.code()),
      () => desktop.confirm(phone.code(1)),
    ])
    const pending = await phone.history()
    const asked = [
      { amount: '10.00000000', address: REQUEST.address },
      { amount: '20.00000000', address: other },
    ]
    // The later step may be confirmed first, which uses up the earlier one.
    expect(countedCodes(results)['ok']).toBe(pending.length)
    for (const payout of pending) {
      expect(asked).toContainEqual(
        expect.objectContaining({ amount: payout.amount, address: payout.address }),
      )
    }
  })

  test('C11.15 payouts of all sources at once never pass the number that may be pending', async () => {
    await changeSettings(desk.core, { maxPendingPayouts: '1' })
    const payer = await desk.payer()
    await payer.init()
    await payer.init(UPT)
    const results = await race(desk.core.database, holdGuard(payer), [
      () => payer.confirm(payer.code()),
      () => payer.confirm(payer.code(1), UPT.from),
    ])
    const codes = countedCodes(results)
    expect(codes['ok']).toBe(1)
    expect(await payer.history()).toHaveLength(1)
    await changeSettings(desk.core, { maxPendingPayouts: null })
  })

  test('PAY-073 a confirmation waits for a credit that is being taken back, and counts what is left', async () => {
    const payer = await desk.payer({ balance: 100 })
    await payer.init({ amount: '100' })
    const [confirmed] = await race(
      desk.core.database,
      async (tx) => {
        await sql`select from accounts where partner_id = ${payer.id} for update`.execute(tx)
        await payer.takeBack(tx, 1)
      },
      [() => payer.confirm(payer.code())],
    )
    expect(confirmed).toMatchObject({ value: { code: 'not_enough_funds' } })
    expect(await payer.balance(REQUEST.from)).toBe('99.00000000')
  })

  test(
    'PAY-080 PQU-006 cancel, take, approve and reject at the same time, by commands and two operators: one of them ends it, and the ledger agrees',
    async () => {
      const { paid, ended, faults } = await payoutRaces(await newDatabase(), { races: RACES })
      expect(faults).toEqual([])
      expect(paid).toBeGreaterThan(RACES / 3)
      expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(paid)
    },
    RACES_TIMEOUT_MS,
  )
})

onBothDatabases('two payouts with money for one', (newDatabase) => {
  test('PAY-073 one is paid and the other refused, however they meet', async () => {
    const desk = await PayoutDesk.open(await newDatabase())
    for (let round = 0; round < 5; round += 1) {
      const payer = await desk.payer({ balance: 150 })
      desk.nextCode()
      await payer.init()
      const first = payer.confirm(payer.code(-1))
      const second = payer.init().then(() => payer.confirm(payer.code()))
      await Promise.all([first, second])
      const paid = await payer.history()
      expect(paid).toHaveLength(1)
      expect(await payer.balance()).toBe('50.00000000')
    }
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
