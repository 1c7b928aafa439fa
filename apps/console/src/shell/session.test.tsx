// @vitest-environment jsdom
// What keeps a session open, what asks before its end, and what stays on the page after it.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW, refused } from '../testing/fake-service.ts'
import { openPage } from '../testing/open-page.tsx'

const MINUTE_MS = 60_000

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  service = new FakeService()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const lastOf = (call: string) => service.calls.findLast((one) => one.call === call)
const countOf = (call: string) => service.calls.filter((one) => one.call === call).length
const ME = 'GET /console/v1/me'

test('OPR-007 the page asks two minutes before idleness ends the session, not earlier', async () => {
  await openPage('/console/me', service)
  await screen.findByText('Firefox, Linux')
  await pass(28 * MINUTE_MS - 3_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  await pass(4_000)
  const dialog = screen.getByRole('dialog', { name: 'Stay signed in?' })
  expect(dialog.textContent).toMatch(/ends in (2:00|1:5\d)/)
  await pass(60_000)
  expect(dialog.textContent).toMatch(/ends in (1:00|0:5\d)/)
})

test('OPR-006 refreshes of the page say so, "Stay signed in" does not, and it begins the time anew', async () => {
  await openPage('/console/me', service)
  await screen.findByText('Firefox, Linux')
  await pass(28 * MINUTE_MS + 2_000)
  expect(lastOf(ME)?.headers.get('x-console-refresh')).toBe('1')
  fireEvent.click(
    within(screen.getByRole('dialog')).getByText('Stay signed in', {
      selector: '.button-primary *',
    }),
  )
  await waitFor(() => expect(lastOf(ME)?.headers.get('x-console-refresh')).toBeNull())
  await pass(2_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  await pass(27 * MINUTE_MS)
  expect(screen.queryByRole('dialog')).toBeNull()
  await pass(MINUTE_MS)
  expect(screen.getByRole('dialog', { name: 'Stay signed in?' })).toBeTruthy()
})

test('OPR-007 after the end the sign-in lies above the page, and what was typed is still there', async () => {
  await openPage('/console/me', service)
  await screen.findByText('Firefox, Linux')
  const typed = screen.getByLabelText<HTMLInputElement>('New password')
  fireEvent.input(typed, { target: { value: 'half a passw' } })
  const { me } = service
  service.me = null
  await pass(31_000)
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Email address').value).toBe(
    'mira.holt@example.com',
  )
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'right' } })
  service.refusals.set('POST /console/v1/login', [
    { status: 200, body: { state: 'success', data: { ...me, token: 'second' }, errors: [] } },
  ])
  service.me = me
  fireEvent.submit(within(dialog).getByLabelText('Password').closest('form')!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(typed.isConnected).toBe(true)
  expect(typed.value).toBe('half a passw')
  // Calls now carry the token of the new session.
  fireEvent.click(screen.getByRole('button', { name: 'End' }))
  await waitFor(() => expect(screen.queryByText('Safari, macOS')).toBeNull())
  const ended = lastOf('DELETE /console/v1/me/sessions/2')
  expect(ended?.headers.get('x-console-token')).toBe('second')
})

test('an act that meets an ended session says so, and its page stays', async () => {
  await openPage('/console/me', service)
  await screen.findByText('Firefox, Linux')
  service.me = null
  fireEvent.click(screen.getByRole('button', { name: 'End' }))
  expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeTruthy()
  expect(screen.getByText('The session was not ended.')).toBeTruthy()
})

test('OPR-014 an act that needs a fresh factor asks for it, and the same act goes on', async () => {
  await openPage('/console/operators?open=3', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  service.refusals.set('POST /console/v1/operators/3/lock', [refused('fresh_sign_in_required')])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lock' }))
  const code = await screen.findByLabelText('Code of the authenticator')
  fireEvent.change(code, { target: { value: '123456' } })
  await waitFor(() => expect(countOf('POST /console/v1/operators/3/lock')).toBe(2))
  expect(lastOf('POST /console/v1/fresh')?.body).toEqual({ code: '123456' })
  expect(await screen.findByText('The operator was locked')).toBeTruthy()
  await waitFor(() => expect(service.operators[2]!.state).toBe('locked'))
})

test('OPR-014 without the factor the act is not done, and the page says what was not done', async () => {
  await openPage('/console/operators?open=3', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  service.refusals.set('POST /console/v1/operators/3/lock', [refused('fresh_sign_in_required')])
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Lock' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByText('The operator was not locked.')).toBeTruthy()
  expect(screen.getByText(/You did not confirm/)).toBeTruthy()
  expect(countOf('POST /console/v1/operators/3/lock')).toBe(1)
})

test('OPR-004 without a session every page leads to the sign-in, and a password alone asks for the factor', async () => {
  const { me } = service
  service.me = null
  await openPage('/console/operators?state=locked', service)
  fireEvent.change(await screen.findByLabelText('Email address'), {
    target: { value: 'mira.holt@example.com' },
  })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
  const data = { factors: ['authenticator'] }
  service.refusals.set('POST /console/v1/login', [
    { status: 200, body: { state: 'success', data, errors: [] } },
  ])
  fireEvent.submit(screen.getByLabelText('Password').closest('form')!)
  await screen.findByText('Back')
  service.refusals.set('POST /console/v1/login/factor', [
    refused('incorrect_otp'),
    { status: 200, body: { state: 'success', data: me, errors: [] } },
  ])
  const code = () => screen.getByLabelText<HTMLInputElement>('Code of the authenticator')
  fireEvent.change(code(), { target: { value: '111111' } })
  expect(await screen.findByText(/The code is wrong/)).toBeTruthy()
  expect(code().value).toBe('')
  service.me = me
  fireEvent.change(code(), { target: { value: '222222' } })
  // It comes back to the page that was asked for.
  expect(await screen.findByRole('heading', { name: 'Operators', level: 1 })).toBeTruthy()
  expect(location.pathname + location.search).toBe('/console/operators?state=locked')
})
