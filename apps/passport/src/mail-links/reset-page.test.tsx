// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const CHECK = '/v1/password/reset/check'
const RESET = '/v1/password/reset'

const done = (data: object) => ({ state: 'success', data, errors: [] })

let answers: Record<string, object>
let bodies: unknown[]

beforeEach(() => {
  bodies = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(url)
    const answer = answers[pathname]
    if (answer === undefined) throw new TypeError('Failed to fetch')
    if (pathname === RESET) bodies.push(JSON.parse(String(body)))
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () => openPage('/en/reset', 'mailed')

test('password managers store a new password under the address of the account; it is not sent', async () => {
  answers = { [CHECK]: done({ email: 'ada@example.com' }), [RESET]: done({}) }
  open()
  const password = await screen.findByLabelText<HTMLInputElement>('New password')
  const fields = [...password.form!.querySelectorAll('input')]
  expect(fields.map(({ autocomplete, value }) => [autocomplete, value])).toEqual([
    ['username', 'ada@example.com'],
    ['new-password', ''],
  ])
  fireEvent.change(password, { target: { value: 'a-new-Secret-1' } })
  fireEvent.submit(password.form!)
  await screen.findByRole('heading', { level: 1, name: 'Your password is changed' })
  expect(bodies).toEqual([{ token: 'mailed', password: 'a-new-Secret-1' }])
})

test('a link that is over tells what may have ended it, and no address', async () => {
  answers = { [CHECK]: { state: 'error', data: null, errors: { token: 'not_found' } } }
  open()
  await screen.findByRole('heading', { level: 1, name: 'This link is no longer valid' })
  screen.getByText(/once, for 30 minutes, and only until your password or your email .+ changes/)
  expect(document.querySelector('input')).toBeNull()
})

test('a link that cannot be checked asks for the password without an address', async () => {
  answers = {}
  open()
  const password = await screen.findByLabelText<HTMLInputElement>('New password')
  expect(password.form!.querySelectorAll('input')).toHaveLength(1)
})
