// @vitest-environment jsdom
import officeTexts from '@partner-office/locales/en/office.json'
import sharedTexts from '@partner-office/locales/en/shared.json'
import { installTopLayer } from '@partner-office/ui/testing/top-layer.ts'
import { translator } from '@partner-office/web'
import { HOSTS } from '@partner-office/web/testing/hosts.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { success } from '../../testing/services.ts'
import { LandingApp } from './landing-app.tsx'

const FILES = { privacy: 'p.pdf', terms: 't.pdf', disclaimer: 'd.pdf', donts: 'n.pdf' }
const SETTINGS = {
  legalFiles: JSON.stringify(FILES),
  legalDocuments: '[]',
  socialLinks: '[]',
  videos: '{}',
  'button.login': 'FALSE',
}

beforeAll(installTopLayer)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows the app; `answer`: what the services say, by path. Returns the paths that were asked, which grow. */
function show(answer: (path: string) => Promise<Response>, referral: string | null = null) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url, 'http://office.test')
    asked.push(pathname)
    return answer(pathname)
  })
  const i18n = translator('en', { ...sharedTexts, ...officeTexts })
  render(<LandingApp locale="en" product="partner" referral={referral} i18n={i18n} />)
  return asked
}

const silence = () => new Promise<Response>(() => {})
const json = (body: unknown) => new Response(JSON.stringify(body))
const settings = Object.entries(SETTINGS).map(([property, propertyValue]) => ({
  property,
  propertyValue,
}))
const answered = async (path: string): Promise<Response> => {
  if (path === '/config') return json(HOSTS)
  if (path === '/v1/config/frontend') return json((success(settings) as { body: unknown }).body)
  throw new TypeError('Failed to fetch')
}
const headline = () => screen.queryByRole('heading', { level: 1 })?.textContent
const loginLinks = () => screen.queryAllByRole('link', { name: 'Log in' })

test('STA-001 LND-001 the home page is whole before its configuration, then follows it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = show((path) => promise.then(() => answered(path)))
  expect(headline()).toBe('Your team, your ranks, your money. Exact.')
  expect(loginLinks().length).toBeGreaterThan(0)
  await vi.waitFor(() => expect(asked[0]).toBe('/config'))
  resolve()
  await vi.waitFor(() => expect(loginLinks()).toEqual([]))
  expect(headline()).toBe('Your team, your ranks, your money. Exact.')
})

test('LND-008 with a referral it is the invitation', () => {
  show(silence, 'K7M2QX')
  expect(screen.queryByRole('main')).not.toBeNull()
  expect(headline()).not.toBe('Your team, your ranks, your money. Exact.')
})

test('STA-002 without a configuration nothing else is shown', async () => {
  show(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText('Config cannot be loaded')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
