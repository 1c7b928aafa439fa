// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Office, OfficeContext } from '../lib/office.ts'
import { openTestOffice } from '../testing/open.ts'
import { answerCalls } from '../testing/services.ts'
import { App } from './app.tsx'

beforeEach(() => {
  document.cookie = 'partner_access_token=; Max-Age=0; Path=/'
  history.replaceState(null, '', '/en')
  answerCalls({})
  // The window of a test cannot scroll.
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(office: Office): void {
  render(
    <OfficeContext value={office}>
      <I18nextProvider i18n={office.texts.i18n}>
        <QueryClientProvider client={office.queries}>
          <ToastProvider closeLabel="Close">
            <App />
          </ToastProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </OfficeContext>,
  )
}

const headline = () => screen.queryByRole('heading', { level: 1, name: /^Your team/ })

test('STA-017 the status success shows the app, and no other status does', async () => {
  const office = openTestOffice()
  show(office)
  expect(office.startUp.status.kind).toBe('loading')
  expect(headline()).toBeNull()

  await act(office.startUp.run)
  expect(office.startUp.status.kind).toBe('success')
  await vi.waitFor(() => expect(headline()).not.toBeNull(), { timeout: 20_000 })

  office.startUp.status = { kind: 'loading' }
  cleanup()
  show(office)
  expect(headline()).toBeNull()
})
