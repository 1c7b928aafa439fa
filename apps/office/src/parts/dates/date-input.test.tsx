// @vitest-environment jsdom
import { keepBrowserWords } from '@partner-office/locales'
import { browserTexts } from '@partner-office/locales/browser-data'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { withTexts } from '../../testing/texts.tsx'
import { DateInput } from './date-input.tsx'

const language = vi.hoisted(() => ({ shown: '' }))
vi.mock('../../lib/locale.ts', () => ({ useLocale: () => language.shown }))

afterEach(cleanup)

/** The names of the parts in their order, and the example in the error text. */
function drawn(locale: string) {
  language.shown = locale
  render(withTexts(<DateInput label="From" value="2026--" onChange={() => {}} />))
  const parts = screen.getAllByRole('spinbutton').map((part) => part.getAttribute('aria-label'))
  return { parts, error: screen.getByRole('alert').textContent }
}

test.each([
  ['mn', ['жил', 'сар', 'өдөр'], '2026.11.23'],
  ['kk', ['күн', 'ай', 'жыл'], '23.11.2026'],
])('%s: order and names as they are sent', (locale, parts, example) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) })
  keepBrowserWords(locale, browserTexts(locale))
  expect(drawn(locale)).toEqual({ parts, error: `Enter an existing date, such as ${example}.` })
  vi.useRealTimers()
})

test('any other language: the browser names the parts', () => {
  expect(drawn('de').parts).toEqual(['Tag', 'Monat', 'Jahr'])
})
