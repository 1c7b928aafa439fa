// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { onUncaught } from './on-uncaught.tsx'

const reported = vi.fn<(error: unknown) => void>()

beforeEach(() => void vi.stubGlobal('reportError', reported))
afterEach(() => {
  vi.unstubAllGlobals()
  reported.mockClear()
  document.body.replaceChildren()
})

function Broken(): never {
  throw new Error('secret detail')
}

test('an error that nothing catches ends in a message with a way on, never in an empty page', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place, { onUncaughtError: onUncaught((message) => root.render(message)) })
  root.render(<p>Fine</p>)
  await vi.waitFor(() => expect(place.textContent).toBe('Fine'))
  root.render(<Broken />)
  await vi.waitFor(() =>
    expect(place.querySelector('main h1')?.textContent).toBe('Something went wrong'),
  )
  expect(place.querySelector('button')?.textContent).toContain('Retry')
  // English on a page in any language, from left to right on an Arabic one, too.
  const { lang, dir } = place.querySelector('main')!
  expect({ lang, dir }).toEqual({ lang: 'en', dir: 'ltr' })
  expect(place.textContent).not.toContain('secret detail')
  expect(reported).toHaveBeenCalledWith(new Error('secret detail'))
})

test('a message that fails itself is drawn once, and every error is reported', () => {
  const show = vi.fn<() => void>()
  const handle = onUncaught(show)
  handle(new Error('first'))
  handle(new Error('second'))
  expect(show).toHaveBeenCalledOnce()
  expect(reported).toHaveBeenCalledTimes(2)
})
