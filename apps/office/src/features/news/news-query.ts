import { queryOptions } from '@tanstack/react-query'

import type { FeedItem } from './news-item.ts'
import { parseFeed } from './parse-feed.ts'

const FRESH_MS = 5 * 60_000
const RENEW_MS = 10 * 60_000
const RETRY_MS = 60_000
const TIMEOUT_MS = 10_000
const MOST_BYTES = 2 * 1024 * 1024

/** Reads the news of a language; a feed that failed is read again after a minute. Source: requirements NEW-004; decisions D-108. */
export const newsQuery = (domainBlog: string, language: string) =>
  queryOptions<readonly FeedItem[]>({
    queryKey: ['news', language],
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : RENEW_MS),
    queryFn: async ({ signal }) => parseFeed(await feedText(domainBlog, language, signal)),
  })

async function feedText(
  domainBlog: string,
  language: string,
  canceled: AbortSignal,
): Promise<string> {
  const signal = AbortSignal.any([canceled, AbortSignal.timeout(TIMEOUT_MS)])
  const response = await fetch(`${domainBlog}/${language}/feed`, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  if (!response.ok || response.body === null) throw new Error(`The news answer ${response.status}`)
  return limitedText(response.body)
}

/** Refuses: more than 2 MiB. */
async function limitedText(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > MOST_BYTES) {
      void reader.cancel()
      throw new Error('The news are too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}
