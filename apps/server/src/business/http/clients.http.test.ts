import { expect, test } from 'vitest'

import { measureClients } from '../../testing/clients.ts'
import { onPostgres } from '../../testing/databases.ts'

onPostgres('H9 many clients at once', (newDatabase) => {
  test('are all answered', async () => {
    const wishes = { clients: 50, forMs: 500, pauseMs: 100 }
    const { calls, failed, memory } = await measureClients(await newDatabase(), wishes)
    expect(failed).toEqual([])
    expect(calls).toBeGreaterThanOrEqual(50)
    expect(Math.min(...memory)).toBeGreaterThan(0)
  })
})
