import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { PayoutDesk, REQUEST } from '../../testing/payout-desk.ts'
import { race } from '../../testing/races.ts'

onPostgres('payouts at the same time', (newDatabase) => {
  test('PAY-073 a confirmation waits for a credit that is being taken back, and counts what is left', async () => {
    const desk = await PayoutDesk.open(await newDatabase())
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
})
