import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

import { checkedLookup, type Reach, type Refuse } from './reach.ts'

/** What is asked of somebody else's server; with a body it is posted. */
export type Question = {
  readonly url: URL
  readonly headers: OutgoingHttpHeaders
  readonly body?: string | Buffer
}

/** How a request may reach a server, and when it is given up: also while its answer is read. */
export type Limits = {
  readonly reach: Reach
  readonly refuse: Refuse
  readonly signal: AbortSignal
}

/**
 * Sends a request on a connection of its own and returns the response once it begins. Redirects are not followed.
 *
 * A host that is an IP address has to be checked before, by `requireAllowedHost`.
 *
 * Refuses: by `refuse`, a host with an address that `reach` does not allow; an aborted request with its own error.
 */
export async function request(
  { url, headers, body }: Question,
  { reach, refuse, signal }: Limits,
): Promise<IncomingMessage> {
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    signal,
    lookup: checkedLookup(reach, refuse),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      'user-agent': 'partner-office',
    },
  })
  // Once the response has begun, its reader learns of failures.
  outgoing.on('error', () => {})
  outgoing.end(body)
  const [response] = (await once(outgoing, 'response', { signal })) as [IncomingMessage]
  return response
}
