import { afterEach, expect, test, vi } from 'vitest'

import { atOnce, inSlices } from './in-slices.ts'

afterEach(() => vi.restoreAllMocks())

/** Four steps, each of which calls `tick` to advance the clock. */
function* steps(log: string[], tick: () => void): Generator<void, string> {
  for (let step = 1; step <= 4; step += 1) {
    log.push(`step ${step}`)
    tick()
    yield
  }
  return 'done'
}

test.each([
  ['one below the slice', 4.99, ['step 1', 'step 2', 'others', 'step 3', 'step 4']],
  ['the slice', 5, ['step 1', 'others', 'step 2', 'others', 'step 3', 'others', 'step 4']],
  [
    'one above the slice',
    5.01,
    ['step 1', 'others', 'step 2', 'others', 'step 3', 'others', 'step 4'],
  ],
])('others run after steps of %s', async (_, stepMs, expected) => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const log: string[] = []
  let isDone = false
  const others = () => {
    if (isDone) return
    log.push('others')
    setImmediate(others)
  }
  setImmediate(others)
  const result = await inSlices(steps(log, () => (now += stepMs)))
  isDone = true
  expect(result).toBe('done')
  expect(log.slice(0, expected.length)).toEqual(expected)
})

test('the same work runs without pauses', () => {
  const log: string[] = []
  expect(atOnce(steps(log, () => {}))).toBe('done')
  expect(log).toEqual(['step 1', 'step 2', 'step 3', 'step 4'])
})
