import { act, cleanup } from '@testing-library/react'
import { vi } from 'vitest'

/** For tests: a service that refuses a call, by field; `_common` for an error of the whole form. */
export class Refused {
  readonly errors: Readonly<Record<string, string>>
  /** Units: seconds. */
  readonly retryAfter: number | undefined

  constructor(errors: Readonly<Record<string, string>>, retryAfter?: number) {
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

/**
 * For tests: the services of the passport. `answers` has the data of each call, such as `GET /v1/user`; a function makes it
 * from the body, and a promise is an answer that takes its time. A call without an answer gets no connection.
 */
export class Service {
  readonly answers: Record<string, unknown>
  readonly calls: string[] = []
  /** The bodies of the calls that had one, in their order. */
  readonly bodies: unknown[] = []

  constructor(answers: Readonly<Record<string, unknown>>) {
    this.answers = { ...answers }
  }

  /** How often a call was made. */
  count(call: string): number {
    return this.calls.filter((each) => each === call).length
  }

  readonly fetch = async (
    address: string,
    { method = 'GET', body }: RequestInit = {},
  ): Promise<Response> => {
    const call = `${method} ${new URL(address, location.href).pathname}`
    this.calls.push(call)
    const sent = sentBy(body)
    if (sent !== undefined) this.bodies.push(sent)
    const known = this.answers[call]
    return response(await (typeof known === 'function' ? known(sent) : known))
  }
}

function sentBy(body: RequestInit['body']): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

function response(answer: unknown): Response {
  if (answer === undefined) throw new TypeError('Failed to fetch')
  if (!(answer instanceof Refused)) {
    return Response.json({ state: 'success', data: answer, errors: [] })
  }
  const { errors, retryAfter } = answer
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return Response.json({ state: 'error', data: null, errors }, { headers })
}

/** For tests: starts the services, in a browser without layout. */
export function startService(answers: Readonly<Record<string, unknown>>): Service {
  const service = new Service(answers)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('fetch', service.fetch)
  return service
}

/** For tests: removes the page, and what it and its test have left behind. */
export function endService(): void {
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  for (const name of ['credentials', 'clipboard']) Reflect.deleteProperty(navigator, name)
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
}

/** For tests: goes to another address of the app, as the buttons of the browser do. */
export function goTo(address: string): void {
  history.pushState(null, '', address)
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
}

/** For tests: acts of the address that jsdom lacks, such as leaving the page. */
export function stubLocation(acts: object): void {
  const real = location
  const get = (own: object, name: string): unknown => Reflect.get(name in own ? own : real, name)
  vi.stubGlobal('location', new Proxy(acts, { get }))
}

/** For tests: opens the account pages with a session. */
export const signedIn = (): void => sessionStorage.setItem('passport-token', 'token')

/** For tests: an account without a phone number. */
export const ACCOUNT = {
  id: 7,
  email: 'ada@example.com',
  phone: null,
  language: 'en',
  twoFaMethods: [],
  createdAt: 0,
  version: 'a',
}
