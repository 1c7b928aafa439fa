import type { FeedItem } from './news-item.ts'

const MOST_ITEMS = 50

type Policy = { createHTML(xml: string): string }
type PolicyMaker = { createPolicy(name: string, rules: Policy): Policy }

/** Parsing XML runs and loads nothing; a browser with trusted types wants that to be said. */
const policy: Policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy(
  'news-feed',
  {
    createHTML: (xml) => xml,
  },
) ?? { createHTML: (xml) => xml }

/**
 * Reads RSS 2.0. Items without an http(s) link are left out; each link counts once.
 *
 * Refuses: any other document, with an Error.
 * Source: requirements NEW-006; api.md section 6.
 */
export function parseFeed(xml: string): FeedItem[] {
  const feed = new DOMParser().parseFromString(policy.createHTML(xml), 'text/xml')
  const channel = feed.querySelector('rss > channel')
  if (channel === null || feed.querySelector('parsererror') !== null) {
    throw new Error('The news are not RSS 2.0')
  }
  const items = [...channel.children].filter(({ localName }) => localName === 'item')
  const read = items.slice(0, MOST_ITEMS).flatMap((item) => itemOf(item) ?? [])
  return [...new Map(read.toReversed().map((item) => [item.link, item])).values()].toReversed()
}

function itemOf(item: Element): FeedItem | null {
  const link = webAddress(textOf(item, 'link'))
  if (link === '') return null
  const date = Date.parse(textOf(item, 'pubDate'))
  return {
    link,
    title: textOf(item, 'title'),
    date: Number.isNaN(date) ? null : date,
    category: textOf(item, 'category'),
    content: textOf(item, 'content:encoded') || textOf(item, 'description'),
    figure: figureOf(item),
    guid: textOf(item, 'guid') || link,
  }
}

const childOf = (item: Element, name: string): Element | undefined =>
  [...item.children].find(({ nodeName }) => nodeName === name)

const textOf = (item: Element, name: string): string =>
  childOf(item, name)?.textContent.trim() ?? ''

function figureOf(item: Element): string {
  const enclosure = childOf(item, 'enclosure')
  const isPicture = enclosure?.getAttribute('type')?.startsWith('image/') === true
  return isPicture ? webAddress(enclosure?.getAttribute('url') ?? '') : ''
}

/** An http(s) address; empty for anything else. */
function webAddress(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, href } = new URL(address)
  return /^https?:$/.test(protocol) ? href : ''
}
