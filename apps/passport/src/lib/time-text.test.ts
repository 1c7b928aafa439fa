import { expect, test } from 'vitest'

import { eventText, timeText } from './time-text.ts'

const THREE_DAYS_MS = 259_200_000
const AT = Date.UTC(2026, 10, 19, 6, 5)
const EXACT = '\u206619.11.2026 06:05 UTC\u2069'

test('instants are shown in UTC, whatever the zone of the reader', () => {
  expect(timeText(AT)).toBe(EXACT)
})

test.each([
  ['en', 0, `this minute (${EXACT})`],
  ['en', 2 * 3_600_000, `2 hours ago (${EXACT})`],
  ['de', THREE_DAYS_MS, `vor 3 Tagen (${EXACT})`],
  ['de', THREE_DAYS_MS + 1, EXACT],
  ['en', -1, EXACT],
])('FMT-001 FMT-002 in %s an event of %s ms ago is "%s"', (locale, age, text) => {
  expect(eventText(AT, AT + age, locale)).toBe(text)
})
