import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { CallFailed, failedWith } from './failure.ts'
import { whenReady } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const early = (): Promise<never> => Promise.reject(new CallFailed(failedWith('data_not_ready')))

describe('figures that are being computed', () => {
  test('API-053 API-054 are requested again after 2000, 2400 and 2880 ms', async () => {
    const started = Date.now()
    const asked: number[] = []
    const ask = async (): Promise<string> => {
      asked.push(Date.now() - started)
      return asked.length < 4 ? early() : 'figures'
    }
    const figures = whenReady(ask, 30_000)
    await vi.runAllTimersAsync()
    await expect(figures).resolves.toBe('figures')
    expect(asked).toEqual([0, 2_000, 4_400, 7_280])
  })

  test('API-055 fail after 30000 ms', async () => {
    let asked = 0
    const started = Date.now()
    const figures = whenReady(() => {
      asked += 1
      return early()
    }, 30_000).catch((error: CallFailed) => error.code)
    await vi.runAllTimersAsync()
    await expect(figures).resolves.toBe('data_not_ready')
    expect(Date.now() - started).toBeLessThanOrEqual(30_000)
    expect(asked).toBe(8)
  })

  test('any other failure is returned at once', async () => {
    const ask = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new CallFailed(failedWith('not_found'))),
    )
    await expect(whenReady(ask, 30_000)).rejects.toMatchObject({ code: 'not_found' })
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
