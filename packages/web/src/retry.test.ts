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

  /** How a call ended, and after how many milliseconds. */
  const outcome = async (ask: () => Promise<string>, giveUpMs: number) => {
    const started = Date.now()
    const ended = whenReady(ask, giveUpMs)
      .catch((error: CallFailed) => error.code)
      .then((end) => [end, Date.now() - started])
    await vi.runAllTimersAsync()
    return ended
  }

  test('API-055 fail when 30000 ms have passed, after eight calls', async () => {
    const ask = vi.fn<() => Promise<string>>(early)
    expect(await outcome(ask, 30_000)).toEqual(['data_not_ready', 30_000])
    expect(ask).toHaveBeenCalledTimes(8)
  })

  test('API-055 fail when 30000 ms have passed, also while a retry has no answer', async () => {
    const never = new Promise<string>(() => {})
    const ask = vi.fn<() => Promise<string>>(() => never).mockImplementationOnce(early)
    expect(await outcome(ask, 30_000)).toEqual(['data_not_ready', 30_000])
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('D-104 a retry that would begin at the very end is still made, one that would begin later is not', async () => {
    const figures = vi
      .fn<() => Promise<string>>(async () => 'figures')
      .mockImplementationOnce(early)
    expect(await outcome(figures, 2_000)).toEqual(['figures', 2_000])
    figures.mockClear().mockImplementationOnce(early)
    expect(await outcome(figures, 1_999)).toEqual(['data_not_ready', 1_999])
    expect(figures).toHaveBeenCalledTimes(1)
  })

  test('D-104 without a time to give up after, the first failure counts at once', async () => {
    expect(await outcome(early, 0)).toEqual(['data_not_ready', 0])
  })

  test('any other failure is returned at once', async () => {
    const ask = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new CallFailed(failedWith('not_found'))),
    )
    await expect(whenReady(ask, 30_000)).rejects.toMatchObject({ code: 'not_found' })
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
