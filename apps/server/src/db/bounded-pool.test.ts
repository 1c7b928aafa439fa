import { expect, test } from 'vitest'

import { boundedPool, isDatabaseBusy } from './bounded-pool.ts'

const poolOf = (waitingCount: number, connect: () => Promise<never>) =>
  boundedPool({ options: {}, waitingCount, connect, end: async () => {} } as never, {
    mostWaiting: 3,
  })

const refusal = (pool: ReturnType<typeof poolOf>) => pool.connect().catch((error: Error) => error)

test('H9 the queue for connections is bounded: the next caller is refused at once', async () => {
  const connected = async () => ({ query: async () => 'an answer' }) as never
  const connection = await poolOf(2, connected).connect()
  expect(await connection.query('select 1')).toBe('an answer')
  expect(isDatabaseBusy(await refusal(poolOf(3, connected)))).toBe(true)
})

test('H9 a caller who waited too long is told that the database is busy, not that the server failed', async () => {
  const late = async () => {
    throw new Error('timeout exceeded when trying to connect')
  }
  const lost = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  expect(isDatabaseBusy(await refusal(poolOf(0, late)))).toBe(true)
  expect(isDatabaseBusy(await refusal(poolOf(0, lost)))).toBe(false)
})
