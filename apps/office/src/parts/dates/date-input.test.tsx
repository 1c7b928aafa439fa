// @vitest-environment jsdom
import { keepBrowserWords } from '@partner-office/locales'
import { browserTexts } from '@partner-office/locales/browser-data'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { renderInLanguage } from '../../testing/render-in-language.tsx'
import { withTexts } from '../../testing/texts.tsx'
import { DateInput } from './date-input.tsx'

afterEach(cleanup)

/** The names of the parts in their order, and the example in the error text. */
async function drawn(locale: string) {
  const input = <DateInput label="From" value="2026--" onChange={() => {}} />
  await renderInLanguage(locale, withTexts(input))
  const parts = screen.getAllByRole('spinbutton').map((part) => part.getAttribute('aria-label'))
  return { parts, error: screen.getByRole('alert').textContent }
}

test.each([
  ['mn', ['жил', 'сар', 'өдөр'], '2026.11.23'],
  ['kk', ['күн', 'ай', 'жыл'], '23.11.2026'],
])('%s: order and names as they are sent', async (locale, parts, example) => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23) })
  keepBrowserWords(locale, browserTexts(locale))
  expect(await drawn(locale)).toEqual({
    parts,
    error: `Enter an existing date, such as ${example}.`,
  })
  vi.useRealTimers()
})

test('any other language: the browser names the parts', async () => {
  expect((await drawn('de')).parts).toEqual(['Tag', 'Monat', 'Jahr'])
})
