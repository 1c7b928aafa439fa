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

test('one key is made outdated without the others', async () => {
  const recent = new ReadCache(10_000)
  const read = counting()
  await recent.read('a', read)
  await recent.read('b', read)
  recent.outdateOne('a')
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

test('a value that is asked for anew each time is remembered for a database that does not answer', async () => {
  const recent = new ReadCache(10_000)
  const read = counting()
  expect([await recent.lastKnown('a', read), await recent.lastKnown('a', read)]).toEqual([1, 2])
  expect(await recent.lastKnown('a', gone)).toBe(2)
  recent.forget(['b'])
  expect(await recent.lastKnown('a', gone)).toBe(2)
  recent.forget(['a'])
  await expect(recent.lastKnown('a', gone)).rejects.toThrow('gone')
})

test('of reads that overlap, the one that began last is remembered, also when it ends first', async () => {
  const recent = new ReadCache(10_000)
  const older = Promise.withResolvers<string>()
  const first = recent.lastKnown('a', () => older.promise)
  await wait(2)
  expect(await recent.lastKnown('a', async () => 'newer')).toBe('newer')
  older.resolve('older')
  expect(await first).toBe('older')
  expect(await recent.lastKnown('a', gone)).toBe('newer')
})

test('reads that always overlap are remembered all the same', async () => {
  const recent = new ReadCache(10_000)
  const answers = [1, 2, 3].map(() => Promise.withResolvers<number>())
  const reads = answers.map(({ promise }) => recent.lastKnown('a', () => promise))
  answers[0]!.resolve(1)
  await reads[0]
  expect(await recent.lastKnown('a', gone)).toBe(1)
  answers.slice(1).forEach(({ resolve }, at) => resolve(at + 2))
  await Promise.all(reads)
})

test('a dropped value is not brought back by a read that was in progress', async () => {
  const recent = new ReadCache(10_000)
  const running = Promise.withResolvers<string>()
  const read = recent.lastKnown('a', () => running.promise)
  recent.forget(['a'])
  running.resolve('old')
  expect(await read).toBe('old')
  await expect(recent.lastKnown('a', gone)).rejects.toThrow('gone')
})

test('while the database is silent, callers share a read; a change that is answered makes them wait again', async () => {
  const recent = new ReadCache(10_000)
  await recent.lastKnown('a', async () => 1)
  expect(await recent.lastKnown('a', silent)).toBe(1)
  let reads = 0
  const asked = () => {
    reads += 1
    return silent()
  }
  for (let times = 0; times < 5; times += 1) expect(await recent.lastKnown('a', asked)).toBe(1)
  expect(reads).toBeLessThan(2)
  recent.heard()
  const answer = Promise.withResolvers<number>()
  const next = recent.lastKnown('a', () => answer.promise)
  await wait(20)
  answer.resolve(2)
  expect(await next).toBe(2)
})

test('an outdated entry is read again, and is remembered', async () => {
  const recent = new ReadCache(10_000)
  await recent.read('a', async () => 1)
  recent.outdateOne('a')
  expect(await recent.read('a', gone)).toBe(1)
})

test('of too many entries, those that were read longest ago are dropped', async () => {
  const recent = new ReadCache(60_000)
  for (let key = 0; key < 20_000; key += 1) await recent.lastKnown(`${key}`, async () => key)
  await recent.lastKnown('0', async () => 0)
  await recent.lastKnown('one more', async () => 0)
  expect(await recent.lastKnown('0', gone)).toBe(0)
  expect(await recent.lastKnown('2', gone)).toBe(2)
  await expect(recent.lastKnown('1', gone)).rejects.toThrow('gone')
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
