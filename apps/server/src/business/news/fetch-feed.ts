import type { IncomingMessage } from 'node:http'

import { PUBLIC, requireAllowedHost, type Reach } from '../../outgoing/reach.ts'
import { request } from '../../outgoing/request.ts'
import { webAddress } from './clean-html.ts'
import { FeedRefused } from './feed-refused.ts'

const MOST_REDIRECTS = 3

/** Limits of a fetch, and which network addresses it may connect to. */
export type FeedReach = Reach & {
  readonly mostBytes: number
  /** For everything: looking up, connecting, redirects, reading. */
  readonly timeoutMs: number
}

/** Public addresses only. */
export const PUBLIC_FEEDS: FeedReach = {
  ...PUBLIC,
  mostBytes: 2 * 1024 * 1024,
  timeoutMs: 10_000,
}

const refuse = (reason: string) => new FeedRefused(reason)

const HEADERS = {
  accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml',
  'accept-encoding': 'identity',
}

/** A fetched document and the address that answered it. */
export type Fetched = { readonly text: string; readonly address: string }

/**
 * Fetches a document from an address that an operator has set.
 *
 * Each connection goes to an address that was checked before: the host name is looked up once, and the connection uses
 * the result of that look-up. So neither a redirect nor a second look-up leads into the own network.
 *
 * Refuses: `FeedRefused`, naming what is wrong; an aborted fetch with its own error.
 */
export async function fetchFeed(
  address: string,
  reach: FeedReach = PUBLIC_FEEDS,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(reach.timeoutMs)
  let at = address
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await ask(at, reach, signal)
    const next = redirectOf(answer)
    if (next === null) return { text: await readText(answer, reach), address: at }
    answer.destroy()
    at = new URL(next, at).href
  }
  throw new FeedRefused(`redirects more than ${MOST_REDIRECTS} times`)
}

function ask(address: string, reach: FeedReach, signal: AbortSignal): Promise<IncomingMessage> {
  if (webAddress(address) === null) throw new FeedRefused('is not at a plain http(s) address')
  const url = new URL(address)
  requireAllowedHost(url, reach, refuse)
  return request({ url, headers: HEADERS }, { reach, refuse, signal })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return statusCode >= 300 && statusCode < 400 ? (headers.location ?? null) : null
}

async function readText(answer: IncomingMessage, { mostBytes }: FeedReach): Promise<string> {
  const { statusCode, headers } = answer
  if (statusCode !== 200) throw new FeedRefused(`answers ${statusCode}`)
  if (headers['content-encoding'] !== undefined) throw new FeedRefused('is compressed')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new FeedRefused(`is larger than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  return decoded(Buffer.concat(chunks), headers['content-type'] ?? '')
}

/** Decodes in the character set of the header, else of the XML declaration, else in UTF-8. */
function decoded(bytes: Buffer, contentType: string): string {
  const [, ofHeader] = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType) ?? []
  const start = bytes.subarray(0, 200).toString('latin1')
  const [, ofDocument] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
  const charset = ofHeader ?? ofDocument ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    throw new FeedRefused(`is not in the character set ${charset.slice(0, 40)}`)
  }
}
