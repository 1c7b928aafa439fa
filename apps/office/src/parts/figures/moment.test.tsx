// @vitest-environment jsdom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderInLanguage } from '../../testing/render-in-language.tsx'
import { Moment } from './moment.tsx'

const NOW = Date.UTC(2026, 10, 23, 12)
const DAY_MS = 86_400_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The text, its classes, and the part that runs from left to right. */
async function drawn(at: number) {
  const { container } = await renderInLanguage('ar', <Moment at={at} />)
  const time = container.querySelector('time')!
  return [time.textContent, time.className, time.querySelector('[dir="ltr"]')!.textContent]
}

test('FMT-002 a recent moment: words that run as the page does, and the exact moment from left to right', async () => {
  const exact = '23.11.2026 11:00 UTC'
  expect(await drawn(NOW - 3_600_000)).toEqual([`قبل ساعة واحدة ${exact}`, 'digits words', exact])
})

test('FMT-001 an older moment: the day and the time from left to right', async () => {
  expect(await drawn(NOW - 4 * DAY_MS)).toEqual(['19.11.2026 12:00 UTC', 'digits', '12:00 UTC'])
})
