import { DomUtils } from 'htmlparser2'
import sanitizeHtml from 'sanitize-html'

import { FeedRefused } from './feed-refused.ts'
import { parseShallow } from './parse-shallow.ts'

const MOST_CHARACTERS = 20_000

/** Control characters are never shown, and line breaks do not count in one line of text. */
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** Returns the text of HTML as one line, without scripts and styles. Units: at most `most` characters. */
export function plainLine(html: string, most: number): string {
  const line = DomUtils.innerText(nodesOf(html))
    .replaceAll(CONTROLS, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`
}

/**
 * Returns HTML with text, lists, quotes and http(s) links only: nothing in it runs or loads.
 *
 * `base`: the address of the page that the HTML comes from; relative links are resolved against it.
 */
export function cleanHtml(html: string, base: string): string {
  if (nodesOf(html).length === 0) return ''
  return sanitizeHtml(html.slice(0, MOST_CHARACTERS).replaceAll(CONTROLS, ''), {
    allowedTags: 'p br b strong i em u s code pre blockquote ul ol li h3 h4 a'.split(' '),
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: ['http', 'https'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h3',
      h2: 'h3',
      h5: 'h4',
      h6: 'h4',
      a: (_name, { href = '' }) => ({ tagName: 'a', attribs: linkTo(href, base) }),
    },
  }).trim()
}

/** The nodes of HTML; none if its elements are nested too deep. */
function nodesOf(html: string) {
  try {
    return parseShallow(html.slice(0, MOST_CHARACTERS)).children
  } catch (error) {
    if (error instanceof FeedRefused) return []
    throw error
  }
}

function linkTo(href: string, base: string): Record<string, string> {
  const address = webAddress(href, base)
  return address === null ? {} : { href: address, rel: 'noopener noreferrer', target: '_blank' }
}

/** An http(s) address without credentials; null for anything else. */
export function webAddress(address: string, base?: string): string | null {
  if (address.trim() === '' || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  const isPlain = url.username === '' && url.password === ''
  return /^https?:$/.test(url.protocol) && isPlain ? url.href : null
}
