// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openPage } from '../testing/open-page.tsx'

const PATIENT = { timeout: 20_000 }
const TYPED = {
  'First name': ' Ada ',
  'Last name': 'Lovelace',
  Email: 'ada@example.com',
  Password: 'a-new-Secret-1',
}

let refusal: Record<string, string> | null
let bodies: unknown[]

beforeEach(() => {
  refusal = null
  bodies = []
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (new URL(url).pathname === '/v1/countries/registration') {
      const data = [{ code: 'IT', label: 'Italy' }]
      return Response.json({ state: 'success', data, errors: [] })
    }
    bodies.push(JSON.parse(String(body)))
    if (refusal !== null) return Response.json({ state: 'error', data: null, errors: refusal })
    return Response.json({ state: 'success', data: { userId: 9 }, errors: [] })
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
})

/** Opens the form, fills it in and sends it. */
async function send(): Promise<void> {
  openPage('/en/registration?application=office')
  await screen.findByRole('option', { name: 'Italy' }, PATIENT)
  for (const [label, value] of Object.entries(TYPED)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'IT' } })
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Email').form!)
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name }, PATIENT)

test('API-051 what was typed is sent without space around names; then the page names the mail', async () => {
  await send()
  await title('Check your email')
  expect(screen.getByText('ada@example.com')).toBeDefined()
  expect(bodies).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      password: 'a-new-Secret-1',
      country: 'IT',
      language: 'en',
      application: 'office',
    },
  ])
})

test('API-051 a field that is refused keeps what was typed', async () => {
  refusal = { email: 'not_unique' }
  await send()
  const email = await screen.findByLabelText<HTMLInputElement>('Email', {}, PATIENT)
  await screen.findByRole('textbox', { name: 'Email', description: /./ }, PATIENT)
  expect(email.value).toBe('ada@example.com')
})

test('an application that is refused, and an address without one, lead to the office', async () => {
  refusal = { application: 'invalid_format' }
  await send()
  await title('Please start in Partner Office')
  cleanup()
  openPage('/en/registration?referral=K7M2QX')
  await title('Please start in Partner Office')
  const link = screen.getByRole('link', { name: 'Continue to Partner Office' })
  expect(link.getAttribute('href')).toBe('http://office.test/en/registration/K7M2QX')
})
