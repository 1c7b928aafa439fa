import { expect, test } from 'vitest'

import { Semaphore } from './semaphore.ts'

/** Tasks that end when their `ends` function is called, and the order in which they started. */
function tasks() {
  const started: number[] = []
  const ends: (() => void)[] = []
  const task = (each: number) => () => {
    started.push(each)
    return new Promise<void>((resolve) => (ends[each] = resolve))
  }
  return { started, ends, task }
}

test('a semaphore of two runs two tasks at once, and the others in arrival order', async () => {
  const semaphore = new Semaphore(2)
  const { started, ends, task } = tasks()
  const runs = [0, 1, 2, 3].map((each) => semaphore.run(task(each)))
  expect(started).toEqual([0, 1])
  ends[1]!()
  await runs[1]
  expect(started).toEqual([0, 1, 2])
  const late = semaphore.run(task(4))
  ends[0]!()
  await runs[0]
  expect(started).toEqual([0, 1, 2, 3])
  for (const each of [2, 3]) ends[each]!()
  await Promise.all(runs)
  ends[4]!()
  await late
  expect(started).toEqual([0, 1, 2, 3, 4])
})

test('a task that fails returns its permit', async () => {
  const semaphore = new Semaphore(1)
  const fail = () => Promise.reject(new Error('broken'))
  const runs = [semaphore.run(fail), semaphore.run(fail), semaphore.run(async () => 'done')]
  const results = await Promise.allSettled(runs)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await semaphore.run(async () => 'again')).toBe('again')
})

test('a hundred tasks wait, and one more is refused', async () => {
  const semaphore = new Semaphore(1)
  const { ends, task } = tasks()
  const running = semaphore.run(task(0))
  const waiting = Array.from({ length: 100 }, () => semaphore.run(async () => {}))
  await expect(semaphore.run(async () => {})).rejects.toMatchObject({ code: 'too_many_requests' })
  ends[0]!()
  await Promise.all([running, ...waiting])
})

test('groups take turns: one task of a small group never waits for all of a large one', async () => {
  const semaphore = new Semaphore(1)
  const order: string[] = []
  const run = (group: string) => semaphore.run(async () => void order.push(group), group)
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run))
  expect(order.join('')).toBe('aabcaba')
})

test('in a full queue a small group takes the last place of the largest; equal groups are refused', async () => {
  const semaphore = new Semaphore(1)
  const { ends, task } = tasks()
  const running = semaphore.run(task(0), 'a')
  const large = Array.from({ length: 100 }, () => semaphore.run(async () => 'ran', 'a'))
  const refused = { status: 'rejected', reason: { code: 'too_many_requests' } }
  const small = Array.from({ length: 51 }, () => semaphore.run(async () => 'ran', 'b'))
  const settling = Promise.allSettled([...large, ...small])
  ends[0]!()
  await running
  const results = await settling
  expect(results.slice(0, 50).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(results.slice(50, 100)).toMatchObject(Array.from({ length: 50 }, () => refused))
  expect(results.slice(100, 150).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(results[150]).toMatchObject(refused)
})
