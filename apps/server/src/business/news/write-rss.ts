import type { FeedItem } from './feed-item.ts'

type Channel = { readonly title: string; readonly link: string; readonly language: string }

/** Writes a feed. Source: the RSS 2.0 specification; api.md section 6. */
export function rssText({ title, link, language }: Channel, items: readonly FeedItem[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    element('title', title),
    element('link', link),
    element('description', title),
    element('language', language),
    ...items.map(itemText),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}

function itemText({ link, title, publishedAt, category, content, figure }: FeedItem): string {
  return [
    '<item>',
    element('title', title),
    element('link', link),
    `<guid isPermaLink="true">${escaped(link)}</guid>`,
    publishedAt === null ? '' : element('pubDate', new Date(publishedAt).toUTCString()),
    category === '' ? '' : element('category', category),
    element('content:encoded', content),
    figure === '' ? '' : enclosure(figure),
    '</item>',
  ].join('')
}

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`

const TYPES: Readonly<Record<string, string>> = { png: 'image/png', webp: 'image/webp' }

/** A picture; its length is not known. */
const enclosure = (figure: string): string => {
  const type = TYPES[figure.slice(figure.lastIndexOf('.') + 1)] ?? 'image/jpeg'
  return `<enclosure url="${escaped(figure)}" length="0" type="${type}"/>`
}

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark]!)
