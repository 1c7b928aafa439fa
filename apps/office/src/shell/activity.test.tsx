// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openTestOffice } from '../testing/open.ts'
import { showPage } from '../testing/show-page.tsx'
import { withTexts } from '../testing/texts.tsx'
import { Activity, Countdown } from './activity.tsx'

const NOW = Date.UTC(2026, 10, 21, 12)

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

test('DSH-017 the countdown changes each second', async () => {
  render(withTexts(<Countdown until={NOW + 86_400_000 + 3_000} />))
  expect(screen.getByRole('timer').textContent).toBe('1 d 00:00:03 left')
  await pass(1_000)
  expect(screen.getByRole('timer').textContent).toBe('1 d 00:00:02 left')
  for (let second = 0; second < 3; second += 1) await pass(1_000)
  expect(screen.getByRole('timer').textContent).toBe('0 d 23:59:59 left')
})

test('DSH-018 DSH-020 the countdown stops exactly at the end, and no timer is left', async () => {
  render(withTexts(<Countdown until={NOW + 2_000} />))
  await pass(1_000)
  await pass(999)
  expect(screen.getByRole('timer').textContent).toBe('0 d 00:00:01 left')
  await pass(1)
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.getByText('Activity ended on 21.11.2026')).toBeDefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('the place is kept until the answer; a partner who was never active reads how to begin', async () => {
  vi.useRealTimers()
  vi.stubGlobal('scrollTo', () => {})
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => answer)
  showPage(openTestOffice(), Activity)
  await vi.waitFor(() => expect(document.querySelector('.action:empty')).not.toBeNull())
  const data = { activeUntil: null, flSize: 0, teamSize: 0, userId: 7 }
  resolve(Response.json({ state: 'success', data, errors: [] }))
  await screen.findByText('Not active yet. Your first order starts the activity.')
  expect(screen.getByRole('region', { name: 'Activity' })).toBeDefined()
  vi.unstubAllGlobals()
})
