import { setTimeout as wait } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { onBothDatabases } from '../testing/databases.ts'
import { ReadCache } from './read-cache.ts'

const counting = () => {
  let reads = 0
  return async () => (reads += 1)
}

test('a fresh value is not read again, and concurrent reads are shared', async () => {
  const recent = new ReadCache(10_000)
  const read = counting()
  expect(await Promise.all([recent.read('a', read), recent.read('a', read)])).toEqual([1, 1])
  expect(await recent.read('a', read)).toBe(1)
  expect(await recent.read('b', read)).toBe(2)
})

test('an expired value is read again', async () => {
  const recent = new ReadCache(20)
  const read = counting()
  expect(await recent.read('a', read)).toBe(1)
  await wait(30)
  expect(await recent.read('a', read)).toBe(2)
})

test.for(['outdate', 'forget'] as const)(
  'after a change (%s) no caller gets a value read before, or a read in progress',
  async (noted) => {
    const recent = new ReadCache(10_000)
    const { promise, resolve } = Promise.withResolvers<string>()
    const before = recent.read('a', () => promise)
    recent[noted]()
    const after = recent.read('a', async () => 'new')
    resolve('old')
    expect(await Promise.all([before, after])).toEqual(['old', 'new'])
    expect(await recent.read('a', async () => 'newer')).toBe('new')
  },
)

test.each([
  { isShared: true, least: 100, most: 900 },
  { isShared: false, least: 0, most: 90 },
])('access is taken away everywhere once entries of others are too old (%o)', async (given) => {
  const recent = new ReadCache(100, given)
  const read = counting()
  await recent.read('a', read)
  const begun = performance.now()
  expect(await recent.revokeAfter(Promise.resolve('done'))).toBe('done')
  const took = performance.now() - begun
  expect(took).toBeGreaterThanOrEqual(given.least)
  expect(took).toBeLessThan(given.most)
  expect(await recent.read('a', read)).toBe(2)
})

test('one key is dropped without the others', async () => {
  const recent = new ReadCache(10_000)
  const read = counting()
  await recent.read('a', read)
  await recent.read('b', read)
  recent.forgetOne('a')
  expect(await recent.read('b', read)).toBe(2)
  expect(await recent.read('a', read)).toBe(3)
})

test('a failed read is not cached', async () => {
  const recent = new ReadCache(10_000)
  const failing = recent.read('a', gone)
  await expect(failing).rejects.toThrow('gone')
  expect(await recent.read('a', async () => 1)).toBe(1)
})

const gone = () => Promise.reject(new Error('gone'))
const silent = () => new Promise(() => {})

test('while the database does not answer, the last value is returned', async () => {
  const recent = new ReadCache(0)
  expect(await recent.read('a', async () => 1)).toBe(1)
  expect(await recent.read('a', gone)).toBe(1)
  expect(await recent.read('a', silent)).toBe(1)
  expect(await recent.read('a', async () => 2)).toBe(2)
})

test('after one read without an answer the next ones do not wait, until the database answers', async () => {
  const recent = new ReadCache(0)
  await recent.read('a', async () => 1)
  await recent.read('a', silent)
  const begun = performance.now()
  for (let times = 0; times < 20; times += 1) expect(await recent.read('a', silent)).toBe(1)
  expect(performance.now() - begun).toBeLessThan(900)
  await recent.read('b', async () => 'answered')
  const answer = Promise.withResolvers<number>()
  const next = recent.read('a', () => answer.promise)
  await wait(20)
  answer.resolve(2)
  expect(await next).toBe(2)
})

test('the last value is returned for a minute, also after a change, and not after it was dropped', async () => {
  const recent = new ReadCache(0)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  await recent.read('a', async () => 1)
  recent.outdate()
  clock.mockReturnValue(30_000)
  expect(await recent.read('a', gone)).toBe(1)
  clock.mockReturnValue(59_999)
  expect(await recent.read('a', gone)).toBe(1)
  clock.mockReturnValue(60_000)
  await expect(recent.read('a', gone)).rejects.toThrow('gone')

  await recent.read('a', async () => 2)
  await recent.forgetAfter(gone()).catch(() => {})
  await expect(recent.read('a', gone)).rejects.toThrow('gone')
  clock.mockRestore()
})

onBothDatabases('a cached value', (newDatabase) => {
  test('is read again after every transaction, also a failed one', async () => {
    const { recent, transaction, asOwner } = await newDatabase()
    const read = counting()
    expect(await recent.read('a', read)).toBe(1)
    await transaction(async () => {})
    expect(await recent.read('a', read)).toBe(2)
    await transaction(() => Promise.reject(new Error('no'))).catch(() => {})
    expect(await recent.read('a', read)).toBe(3)
    await asOwner(async () => {})
    expect(await recent.read('a', read)).toBe(4)
    expect(await recent.read('a', read)).toBe(4)
  })
})
