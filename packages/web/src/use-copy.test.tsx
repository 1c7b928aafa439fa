// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { PageNotices } from './page-notices.tsx'
import { translator } from './texts.ts'
import { useCopy } from './use-copy.tsx'

const TEXTS = {
  'common.copied': 'Copied',
  'common.notCopied': 'Not copied',
  'common.copyByHand': 'Copy it yourself',
  'notices.title': 'Earlier notices',
}
const NOW = Date.UTC(2026, 10, 26, 13, 59, 59)

function Copier({ text }: { text: string }) {
  const copy = useCopy()
  return (
    <button type="button" onClick={() => copy(text)}>
      Copy
    </button>
  )
}

const app = (text: string, page: string) => (
  <I18nextProvider i18n={translator('en', TEXTS)}>
    <ToastProvider closeLabel="Close">
      <Copier text={text} />
      <PageNotices page={page} />
    </ToastProvider>
  </I18nextProvider>
)

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Copies a text with a clipboard that does this. */
async function copied(text: string, clipboard: object | undefined) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  const shown = render(app(text, '/one'))
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await pass(0)
  return shown
}

beforeAll(installTopLayer)
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('NAV-040 C11.33 a copied text is said for 3 s, and can be read again until another page opens', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  const { rerender } = await copied('UPT-1', { writeText })
  expect(writeText).toHaveBeenCalledExactlyOnceWith('UPT-1')
  expect(screen.getByText('Copied')).toBeDefined()
  expect(screen.queryByRole('group')).toBeNull()
  await pass(3_000)
  const list = screen.getByText('Earlier notices').parentElement!
  expect(list.textContent).toBe('Earlier noticesCopied14:00 UTC')
  rerender(app('UPT-1', '/two'))
  expect(screen.queryByText('Earlier notices')).toBeNull()
})

const NO_CLIPBOARD = [
  ['refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ['has no clipboard', undefined],
] as const

test.each(NO_CLIPBOARD)(
  'NAV-040 C11.33 a browser that %s: the notification says so, and shows the text until it is closed',
  async (_, clipboard) => {
    await copied('first line\nsecond line', clipboard)
    await pass(60_000)
    expect(screen.queryByText('Copied')).toBeNull()
    expect(screen.getByRole('alert').textContent).toContain('Not copied')
    const text = screen.getByLabelText<HTMLTextAreaElement>('Copy it yourself')
    expect([text.value, text.rows, text.readOnly]).toEqual(['first line\nsecond line', 2, true])
    fireEvent.focus(text)
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, 22])
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('Not copied')).toBeNull()
  },
)

test('NAV-040 a long text scrolls in a field of five lines', async () => {
  await copied('1\n2\n3\n4\n5\n6', undefined)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Copy it yourself').rows).toBe(5)
})
