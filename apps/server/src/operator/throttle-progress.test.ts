import { afterEach, expect, test, vi } from 'vitest'

import { throttleProgress } from './throttle-progress.ts'

afterEach(() => vi.restoreAllMocks())

test('progress is reported every 200 ms, and always at the end', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const calls: number[] = []
  const progress = throttleProgress((done) => calls.push(done))
  for (const [at, done] of [
    [0, 1],
    [199, 2],
    [200, 3],
    [399, 4],
    [401, 5],
    [402, 6],
    [403, 10],
  ] as const) {
    now = at
    progress(done, 10)
  }
  expect(calls).toEqual([1, 3, 5, 10])
})
