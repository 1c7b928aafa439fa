import { expect, test } from 'vitest'

import { EventLoopTurns } from './event-loop-turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('in each turn of the event loop a few tasks go on, in their order, and late ones wait behind', async () => {
  const turns = new EventLoopTurns(2)
  const order: number[] = []
  const tasks = [0, 1, 2, 3, 4].map((task) => turns.next().then(() => order.push(task)))
  expect(order).toEqual([])
  await turn()
  expect(order).toEqual([0, 1])
  tasks.push(turns.next().then(() => order.push(5)))
  await turn()
  expect(order).toEqual([0, 1, 2, 3])
  await Promise.all(tasks)
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
  await turns.next()
})
