import { DomUtils } from 'htmlparser2'

import { cleanHtml, plainLine, webAddress } from './clean-html.ts'
import { type FeedItem, newest } from './feed-item.ts'
import { FeedRefused } from './feed-refused.ts'
import { parseShallow } from './parse-shallow.ts'

type Parent = ReturnType<typeof parseShallow> | Element
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const MOST_READ = 500
const LONGEST_TITLE = 200
const LONGEST_CATEGORY = 60

/**
 * Reads RSS 2.0 or Atom. Items without an http(s) link are left out, and so are pictures: they would load from a foreign
 * host.
 *
 * The parser knows only the entities of XML itself. It does not expand or load entities that a DOCTYPE declares.
 *
 * Refuses: `FeedRefused`, for any other document.
 */
export function readFeed(xml: string, address: string): FeedItem[] {
  const document = parseShallow(xml, { xmlMode: true })
  const rss = childOf(document, 'rss')
  const channel = rss && childOf(rss, 'channel')
  if (channel !== undefined) {
    return newest(childrenOf(channel, 'item').flatMap((item) => rssItem(item, address)))
  }
  const feed = childOf(document, 'feed')
  if (feed === undefined) throw new FeedRefused('is neither RSS 2.0 nor Atom')
  return newest(childrenOf(feed, 'entry').flatMap((entry) => atomItem(entry, address)))
}

function rssItem(item: Element, address: string): FeedItem[] {
  const text = (name: string) => textOf(childOf(item, name))
  const link = webAddress(text('link'), address) ?? webAddress(text('guid'))
  if (link === null) return []
  return [
    {
      link,
      title: plainLine(text('title'), LONGEST_TITLE),
      publishedAt: instantOf(text('pubDate') || text('dc:date')),
      category: plainLine(text('category'), LONGEST_CATEGORY),
      content: cleanHtml(text('content:encoded') || text('description'), link),
      figure: '',
    },
  ]
}

function atomItem(entry: Element, address: string): FeedItem[] {
  const href = childrenOf(entry, 'link').find(
    ({ attribs }) => (attribs['rel'] ?? 'alternate') === 'alternate',
  )?.attribs['href']
  const link = webAddress(href ?? '', address)
  if (link === null) return []
  const category = childOf(entry, 'category')?.attribs
  const date = textOf(childOf(entry, 'published')) || textOf(childOf(entry, 'updated'))
  return [
    {
      link,
      title: plainLine(htmlOf(childOf(entry, 'title')), LONGEST_TITLE),
      publishedAt: instantOf(date),
      category: plainLine(category?.['label'] ?? category?.['term'] ?? '', LONGEST_CATEGORY),
      content: cleanHtml(htmlOf(childOf(entry, 'content') ?? childOf(entry, 'summary')), link),
      figure: '',
    },
  ]
}

/** The HTML of a text of Atom: escaped HTML, XHTML elements, or plain text. */
function htmlOf(element: Element | undefined): string {
  if (element === undefined) return ''
  const { type = 'text' } = element.attribs
  if (type === 'xhtml') return DomUtils.getInnerHTML(element)
  const text = textOf(element)
  return type === 'html' ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function instantOf(date: string): number | null {
  const instant = Date.parse(date)
  return Number.isNaN(instant) || instant < 0 ? null : instant
}

const textOf = (element: Element | undefined): string =>
  element === undefined ? '' : DomUtils.textContent(element).trim()

const childOf = (parent: Parent, name: string): Element | undefined =>
  DomUtils.getElementsByTagName(name, parent.children, false, 1)[0]

const childrenOf = (parent: Parent, name: string): Element[] =>
  DomUtils.getElementsByTagName(name, parent.children, false, MOST_READ)
