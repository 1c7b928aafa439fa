// @vitest-environment jsdom
import { DAY_MS, monthText } from '@partner-office/domain'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useCurrentMonth } from './use-current-month.ts'
import { withTexts } from '../../testing/texts.tsx'
import { MonthCountdown } from './month-countdown.tsx'

const END = Date.UTC(2026, 11)

beforeEach(() => void vi.useFakeTimers({ now: END - 3_000 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const shown = () => screen.getByRole('timer').textContent

function MonthText() {
  return <p>{monthText(useCurrentMonth())}</p>
}

function CurrentMonth() {
  return <MonthCountdown month={useCurrentMonth()} />
}

test('INF-008 INF-009 the countdown changes each second, and at the end of the month the next month begins', async () => {
  render(withTexts(<CurrentMonth />))
  expect(screen.getByRole('heading').textContent).toBe('November 2026 ends in')
  expect(shown()).toBe('0 days00 hours00 min03 sec')
  await pass(1_000)
  expect(shown()).toBe('0 days00 hours00 min02 sec')
  await pass(1_999)
  expect(screen.getByRole('heading').textContent).toBe('November 2026 ends in')
  await pass(1)
  expect(screen.getByRole('heading').textContent).toBe('December 2026 ends in')
  expect(shown()).toBe('31 days00 hours00 min00 sec')
  await pass(1_000)
  expect(shown()).toBe('30 days23 hours59 min59 sec')
})

test('INF-009 a month that is longer than the longest browser timer ends on time, too', async () => {
  vi.setSystemTime(Date.UTC(2026, 9))
  render(<MonthText />)
  await pass(31 * DAY_MS - 1)
  expect(screen.getByText('2026-10')).toBeDefined()
  await pass(1)
  expect(screen.getByText('2026-11')).toBeDefined()
})
