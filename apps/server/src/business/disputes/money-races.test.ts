// Disputes beside everything else that moves the money of a partner, at the same moment.
import { expect, test } from 'vitest'

import { readOperators } from '../../console/accounts/operators.ts'
import { onPostgres } from '../../testing/databases.ts'
import { MoneyRaces } from '../../testing/money-races.ts'
import { PayoutDesk } from '../../testing/payout-desk.ts'
import { runOffice } from '../../testing/run-office.ts'
import { verifyAll } from '../../verify/verify-all.ts'

onPostgres('races of everything that moves money', (newDatabase) => {
  test('DSP-004 DSP-007 ADJ-010 PQU-006 payouts, holds, corrections, answers, cancellations and blocks have one effect each', async () => {
    // `soak/money-races.ts` runs ten thousand rounds.
    const desk = await PayoutDesk.open(await newDatabase())
    await runOffice(desk.core, ['operator', 'add', 'dora@example.com', '--role', 'support'])
    const [dora] = await readOperators(desk.core.database.read)
    const races = new MoneyRaces(desk, dora!.id)
    for (let round = 0; round < 8; round += 1) expect(await races.race()).toEqual([])
    expect(races.effects['hold']).toBe(8)
    expect((await verifyAll(desk.core)).differences).toEqual([])
  })
})
