import type { IncomingMessage } from 'node:http'

import { PUBLIC, type Reach, requireAllowedHost } from '../../outgoing/reach.ts'
import { request } from '../../outgoing/request.ts'

/** What came of an attempt. Units: `duration` in milliseconds; `answer`: its first 1,024 bytes as text. */
export type Answer = {
  readonly status: number | null
  readonly answer: string
  readonly problem: string | null
  readonly duration: number
  readonly isDelivered: boolean
}

/** An address that nothing is sent to. */
class NotReached extends Error {
  override readonly name = 'NotReached'
}

/** How a request may reach an endpoint. */
export type EndpointReach = Reach & {
  readonly isHttpAllowed: boolean
  /** For everything: looking up, connecting, the answer. */
  readonly timeoutMs: number
}

/** What is posted: JSON, unless the headers name another type. */
type Posted = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

const TIMEOUT_MS = 10_000
const ANSWER_BYTES = 1_024

/** Public addresses by https, or with `webhookPrivateTargets` any address. Source: requirements WHK-010. */
export const reachOf = (mayBePrivate: boolean): EndpointReach => ({
  ...PUBLIC,
  ...(mayBePrivate && { isAllowed: () => true }),
  isHttpAllowed: mayBePrivate,
  timeoutMs: TIMEOUT_MS,
})

const refuse = (reason: string) => new NotReached(`The address ${reason}.`)

/** Checks the address of an endpoint without looking its host up. Refuses: `NotReached`, with what is wrong. */
export function requireEndpointAddress(address: string, reach: EndpointReach): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  const isKnown = url?.protocol === 'https:' || (reach.isHttpAllowed && url?.protocol === 'http:')
  if (url === null || !isKnown) throw refuse('is not an https address')
  if (url.username !== '' || url.password !== '') throw refuse('holds a name or password')
  requireAllowedHost(url, reach, refuse)
  return url
}

/**
 * Posts an event once. Redirects are not followed; every answer but 2xx within 10 s is a failure, and so is none.
 *
 * Source: requirements WHK-005, WHK-010.
 */
export async function postEvent(
  address: string,
  { headers, body }: Posted,
  reach: EndpointReach,
): Promise<Answer> {
  const begun = performance.now()
  const ended = (outcome: Omit<Answer, 'duration'>): Answer => ({
    ...outcome,
    duration: Math.round(performance.now() - begun),
  })
  try {
    const url = requireEndpointAddress(address, reach)
    const signal = AbortSignal.timeout(reach.timeoutMs)
    const question = { url, headers: { 'content-type': 'application/json', ...headers }, body }
    const response = await request(question, { reach, refuse, signal })
    const status = response.statusCode ?? 0
    const answer = await beginOf(response)
    return ended({ status, answer, problem: null, isDelivered: status >= 200 && status < 300 })
  } catch (error) {
    return ended({ status: null, answer: '', problem: problemOf(error), isDelivered: false })
  }
}

/** Reads the begin of an answer as text, never more. A character that is cut is left out. */
async function beginOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= ANSWER_BYTES) break
  }
  const begin = Buffer.concat(chunks).subarray(0, ANSWER_BYTES)
  // The database takes no NUL.
  return new TextDecoder().decode(begin, { stream: true }).replaceAll('\0', '\u{FFFD}')
}

function problemOf(error: unknown): string {
  if (error instanceof NotReached) return error.message
  const { name, code, message } = error as Error & { code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'No answer came within 10 s.'
  return code === undefined ? message : `${code}: ${message}`
}
