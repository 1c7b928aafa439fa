// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { FakeService, NOW } from '../../testing/fake-service.ts'
import { openPage } from '../../testing/open-page.tsx'

const CONFIRM = 'POST /console/v1/me/factors/authenticator/confirm'
const FACTORS = 'GET /console/v1/me/factors'
const LOST = { status: 0, body: null }
const PASSKEY = { id: 1, kind: 'passkey', name: 'Phone', addedAt: NOW, usedAt: NOW } as const
const ADDED = { id: 2, kind: 'authenticator', name: 'Authenticator', addedAt: NOW } as const

let service: FakeService
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  service = new FakeService()
  service.factors = [PASSKEY]
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const countOf = (call: string) => service.calls.filter((one) => one.call === call).length

/** Types the first code of a new authenticator; its answer is lost. */
async function confirmAndLose(): Promise<void> {
  const data = {
    secret: 'ABCDEFGHIJKLMNOP',
    otpauthUrl: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP',
  }
  const begun = { status: 200, body: { state: 'success', data, errors: [] } }
  service.refusals.set('POST /console/v1/me/factors/authenticator', [begun])
  await openPage('/console/me', service)
  fireEvent.click(await screen.findByRole('button', { name: 'Add an authenticator' }))
  const code = await screen.findByLabelText('Code of the authenticator')
  service.refusals.set(CONFIRM, [LOST])
  fireEvent.change(code, { target: { value: '123456' } })
  await waitFor(() => expect(countOf(CONFIRM)).toBe(1))
}

test('SCR-008 a factor whose adding was not answered is looked up, not added twice', async () => {
  await confirmAndLose()
  // The service had committed it; it answers at the second look.
  service.refusals.set(FACTORS, [LOST])
  service.factors = [PASSKEY, { ...ADDED, usedAt: null }]
  expect(await screen.findByText('The second factor was added')).toBeTruthy()
  expect(await screen.findByText('Not used yet')).toBeTruthy()
  expect(countOf(CONFIRM)).toBe(1)
})

test('SCR-008 a factor that was not added, as its answer was lost, can be added again', async () => {
  await confirmAndLose()
  expect(await screen.findByText(/the service has not done it/)).toBeTruthy()
  expect(countOf(CONFIRM)).toBe(1)
  service.factors = [PASSKEY, { ...ADDED, usedAt: null }]
  fireEvent.change(screen.getByLabelText('Code of the authenticator'), {
    target: { value: '654321' },
  })
  expect(await screen.findByText('The second factor was added')).toBeTruthy()
  expect(countOf(CONFIRM)).toBe(2)
})
