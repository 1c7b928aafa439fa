import { expect, test } from 'vitest'

import { dayText, timeText } from './time-text.ts'

test('instants are shown in UTC, whatever the zone of the reader', () => {
  expect(dayText(Date.UTC(2024, 5, 3, 23, 59))).toBe('03.06.2024')
  expect(timeText(Date.UTC(2026, 10, 19, 6, 5))).toBe('\u206619.11.2026 06:05 UTC\u2069')
})
