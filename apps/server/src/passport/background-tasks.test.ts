import { expect, test } from 'vitest'

import { BackgroundTasks } from './background-tasks.ts'

test('an error of a background task is reported, and does not fail its caller', async () => {
  const errors: unknown[] = []
  const background = new BackgroundTasks((error) => errors.push(error))
  const broken = new Error('broken')
  await background.run(() => Promise.reject(broken))
  expect(errors).toEqual([broken])
})

test('finish waits for all tasks, also for those that start meanwhile', async () => {
  const background = new BackgroundTasks(() => {})
  const ended: string[] = []
  void background.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    void background.run(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      ended.push('second')
    })
    ended.push('first')
  })
  await background.finish()
  expect(ended).toEqual(['first', 'second'])
})
