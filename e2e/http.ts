import { product } from './product.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call made outside the browser, as from another device. */
type Caller = (method: Method, address: string, body?: object) => Promise<unknown>

/**
 * Calls with a partner's token; returns the data.
 *
 * Refuses: an answer that is no success, with its text.
 */
export const as =
  ({ token }: { readonly token: string }): Caller =>
  (method, address, body) =>
    call(method, address, body, { authorization: `Bearer ${token}` })

/** Calls without a token; returns the data. */
export const anonymousCall: Caller = (method, address, body) => call(method, address, body, {})

/** The address of a call of the business service. */
export const officeAddress = (path: string): string => `${product().office}${path}`

/** The address of a call of the identity provider. */
export const passportAddress = (path: string): string => `${product().passport}${path}`

async function call(
  method: Method,
  address: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<unknown> {
  const json = body && {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(address, { method, headers, ...json })
  const text = await response.text()
  const answer = response.ok ? (JSON.parse(text) as { state?: string; data?: unknown }) : {}
  if (answer.state === 'success') return answer.data
  throw new Error(`${method} ${address} answered ${response.status}: ${text}`)
}
