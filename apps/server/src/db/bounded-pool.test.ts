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

test('H9 a caller who waited too long gets the answer that the database is busy, not that the server failed', async () => {
  const late = async () => {
    throw new Error('timeout exceeded when trying to connect')
  }
  const lost = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  expect(isDatabaseBusy(await refusal(poolOf(0, late)))).toBe(true)
  expect(isDatabaseBusy(await refusal(poolOf(0, lost)))).toBe(false)
})

test.each([
  [2, 'an answer'],
  [3, '57P01'],
])('H9 a connection that the server ends %i times while it is made', async (times, outcome) => {
  let ended = 0
  const connect = async () => {
    if (ended === times) return { query: async () => 'an answer' } as never
    ended += 1
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  }
  const answer = await poolOf(0, connect)
    .connect()
    .then(
      (connection) => connection.query('select 1'),
      ({ code }: { code: string }) => code,
    )
  expect([answer, ended]).toEqual([outcome, times])
})
