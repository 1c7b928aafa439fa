import type { Page } from '@playwright/test'

import { machineNow } from './clock.mjs'

/** Writes a feed with items of these titles; the first is the newest. */
export function feedOf(...titles: readonly string[]): string {
  const items = titles.map(
    (title, at) =>
      `<item><title>${title}</title><link>https://blog.example.test/${encodeURIComponent(title)}</link>` +
      `<pubDate>${new Date(machineNow() - at * 60_000).toUTCString()}</pubDate><category>Product</category>` +
      `<description>&lt;p&gt;Text of ${title}&lt;/p&gt;&lt;img src="https://x.example.test/a.png"&gt;</description></item>`,
  )
  return `<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`
}

/** Answers the feeds of a page; the result lists the addresses of the requests. */
export async function answerFeed(page: Page, body: string): Promise<readonly string[]> {
  const asked: string[] = []
  await page.route('**/blog/*/feed', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'application/rss+xml', body })
  })
  return asked
}
