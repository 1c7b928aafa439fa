// @vitest-environment jsdom
import { ToastProvider } from '@partner-office/ui'
import { CallFailed, failedWith } from '@partner-office/web'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type Office, OfficeContext } from '../lib/session/office.ts'
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

test('D-038 the status question asks whose session goes on, and each answer is passed on', async () => {
  const office = openTestOffice()
  const answer = vi.spyOn(office.startUp, 'answer').mockResolvedValue()
  office.startUp.status = {
    kind: 'question',
    current: 'anna@example.com',
    other: 'ben@example.com',
  }
  show(office)
  expect(screen.getByRole('heading', { name: 'Continue as ben@example.com?' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Stay logged in as anna@example.com' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue as ben@example.com' }))
  expect(answer.mock.calls).toEqual([[false], [true]])
})

test('ERR-010 OBS-011 a failed server call shows a message with the request id while the app is mounted', async () => {
  const office = openTestOffice()
  office.startUp.status = { kind: 'question', current: 'a', other: 'b' }
  const about = { status: 500, requestId: 'a-request' }
  const failure = new CallFailed(failedWith('internal_server_error'), about)
  const fail = () => act(() => office.notifier.serverFailed(failure))
  show(office)
  fail()
  // The list of messages is a popover, which the window of a test never shows.
  expect(screen.getAllByText(/^The server could not answer/)).toHaveLength(1)
  expect(screen.getAllByText('Reference for Support: a-request')).toHaveLength(1)
  cleanup()
  fail()
  expect(screen.queryByText(/^The server could not answer/)).toBeNull()
})

describe('STA-018 STA-019 the status error', () => {
  const ERROR = {
    kind: 'error',
    code: 'profile_not_found',
    messages: ['profile_not_found'],
    noAnswer: null,
    status: 200,
    requestId: null,
    at: 0,
    retryAt: 0,
  } as const

  test.each([
    ['/en/support', true],
    ['/en/statement', false],
  ])('at %s replaces the page: %s', async (address, isReplaced) => {
    document.cookie = 'partner_access_token=a-token; Path=/'
    history.replaceState(null, '', address)
    const office = openTestOffice()
    office.startUp.status = ERROR
    show(office)
    await vi.waitFor(() => expect(screen.getAllByRole('heading').length).toBeGreaterThan(0), {
      timeout: 20_000,
    })
    const message = screen.queryByRole('heading', { name: 'The page could not be loaded' })
    expect(message !== null).toBe(isReplaced)
  })
})
