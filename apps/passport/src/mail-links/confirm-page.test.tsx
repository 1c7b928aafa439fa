// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

let answer: object | null
let bodies: unknown[]

beforeEach(() => {
  answer = { state: 'success', data: {}, errors: [] }
  bodies = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
    bodies.push(JSON.parse(String(body)))
    if (answer === null) throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const title = (name: string) =>
  screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 })
const DONE = 'Your email address is confirmed'
const FAILED = 'Your email address is not confirmed yet'
const OVER = 'This link is no longer valid'

test('a mailed link confirms the address once; a mark stands where the host would', async () => {
  openPage('/en/confirm', 'mailed')
  await title(DONE)
  expect(bodies).toEqual([{ token: 'mailed' }])
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined()
  expect(screen.queryByText(location.host)).toBeNull()
})

test('a failed confirmation can be tried again', async () => {
  answer = null
  openPage('/en/confirm', 'mailed')
  await title(FAILED)
  answer = { state: 'success', data: {}, errors: [] }
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await title(DONE)
  expect(screen.queryByText(FAILED)).toBeNull()
})

test('a used link, and one without its token, say so and lead on', async () => {
  answer = { state: 'error', data: null, errors: { token: 'not_found' } }
  openPage('/en/confirm', 'mailed')
  await title(OVER)
  cleanup()
  bodies = []
  openPage('/en/confirm')
  await title(OVER)
  expect(bodies).toEqual([])
})
