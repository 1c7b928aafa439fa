import { expect, test } from 'vitest'

import { onPostgres } from '../../testing/databases.ts'
import { measureFairSignIn } from '../../testing/fair-sign-in.ts'

onPostgres('H9 sign-ins of one address without a pause', (newDatabase) => {
  test('refuse none from other addresses', async () => {
    const wishes = { connections: 40, forMs: 300, othersASecond: 10 }
    const { busy, attacks } = await measureFairSignIn(await newDatabase(), wishes)
    expect(attacks).toBeGreaterThanOrEqual(40)
    expect({ refused: busy.busy, failed: busy.failed }).toEqual({ refused: 0, failed: [] })
  })
})
